package q3ap

import "github.com/multiwalk/multiwalk/internal/simd"

// mostCube is the greatest n whose cube is kept: it takes 4 MiB.
const mostCube = 100

// cube is what each position would pay with other values. With A[a][k] = D[p(a)][p(k)] and B[b][k] = D[q(b)][q(k)], position i would pay
//
//	paid[i][a][b] = sum over k of F[i][k]^2 * A[a][k] * B[b][k], in both directions
//
// if it had the value of a in p and that of b in q. A swap changes two of these terms, by products of a number of a and one of b, and then
// two rows or columns change places: O(n*n*n) for all, by vectors. Then the delta of each swap and the cross term of each pair are O(1), also
// of pairs that have a position in common, whose cross term else takes O(n).
type cube struct {
	*narrow
	x       []int32 // its solution; it follows when it is asked
	stride  int     // between rows of paid
	paid    []int32 // nil: n is too great
	pending []pendingSwap
	behind  bool       // it does not follow, and all is made anew when it is asked
	sides   [2][]int32 // A and B, n*n each
	single  []int32    // deltas of the swaps in q, pair by pair
	row     []int32    // of the answer
	scratch [5][]int32 // columns
}

// pendingSwap is a swap that the state has made, and the cube has not.
type pendingSwap struct {
	i, j int
	in   [2]bool // p, q
}

func newCube(s *narrow) *cube {
	n := int(s.N)
	room := func(size int) []int32 { return make([]int32, size, size+simd.Lanes) }
	c := &cube{narrow: s, x: make([]int32, 2*n), stride: simd.Stride(n), behind: true, sides: [2][]int32{room(n * n), room(n * n)},
		single: room(n * (n - 1) / 2), row: room(n * (n - 1) / 2)}
	if n <= mostCube {
		c.paid = room(n * n * c.stride)
	}
	for k := range c.scratch {
		c.scratch[k] = room(c.stride)
	}
	return c
}

// swapped says that the state makes a swap. It returns true if the cube will price what the state then asks for: it has kept up, and costs
// less than the state's own tables.
func (c *cube) swapped(i, j int32, inP, inQ bool) bool {
	if c.behind = c.behind || c.paid == nil; c.behind {
		return false
	}
	c.pending = append(c.pending, pendingSwap{int(i), int(j), [2]bool{inP, inQ}})
	if len(c.pending) > int(c.N) {
		c.catchUp()
	}
	return true
}

// catchUp makes the swaps that are pending.
func (c *cube) catchUp() {
	for _, m := range c.pending {
		for side, in := range m.in {
			if in {
				c.move(side, m.i, m.j)
			}
		}
	}
	c.pending = c.pending[:0]
}

// follow goes where the state is, and prices its swaps.
func (c *cube) follow(t *tables) {
	if c.behind {
		c.pending, c.behind = c.pending[:0], false
		c.fill(t.x)
	}
	c.catchUp()
	if c.paid != nil {
		c.price(&t.deltas)
	}
	n, at := int(c.N), 0
	for i := range n {
		at += copy(c.single[at:], t.deltas[ofQ][i*n+i+1:(i+1)*n])
	}
}

// fill makes all anew at x, in O(n^4).
func (c *cube) fill(x []int32) {
	copy(c.x, x)
	n := int(c.N)
	for side, list := range c.sides {
		values := x[side*n:][:n]
		for i, v := range values {
			for k, w := range values {
				list[i*n+k] = c.Dists[int(v)*n+int(w)]
			}
		}
	}
	clear(c.paid)
	for k := range n {
		copy(c.scratch[0], c.sides[0][k*n:][:n])
		c.add(0, func(u int) (int32, int32) { return c.Both[k*n+u], 0 }, k, k)
	}
}

// move makes a swap in p or in q, in O(n*n*n).
func (c *cube) move(side, i, j int) {
	n, own := int(c.N), c.sides[side]
	far, near := own[j*n:][:n], own[i*n:][:n]
	for a := range far {
		c.scratch[0][a] = far[a] - near[a]
	}
	c.add(side, func(u int) (int32, int32) { return c.Both[i*n+u], c.Both[j*n+u] }, i, j)
	x := c.x[side*n:][:n]
	x[i], x[j] = x[j], x[i]
	exchangeRows(own, n, n, i, j)
	exchangeColumns(own, n, n, i, j)
	for u := range n {
		if c.paid == nil {
			return
		}
		if paid := c.paid[u*n*c.stride:][:n*c.stride]; side == 0 {
			exchangeRows(paid, n, c.stride, i, j)
		} else {
			exchangeColumns(paid, n, c.stride, i, j)
		}
	}
}

// add adds to what all positions pay: the first column of scratch, of one side, times what i weighs and is away on the other, less what j
// does.
func (c *cube) add(side int, weights func(u int) (ofI, ofJ int32), i, j int) {
	if c.paid == nil {
		return
	}
	n, own, other := int(c.N), c.scratch[0], c.scratch[1]
	far, near := c.sides[1-side][i*n:][:n], c.sides[1-side][j*n:][:n]
	for u := range n {
		ofI, ofJ := weights(u)
		for b, d := range far {
			other[b] = ofI*d - ofJ*near[b]
		}
		paid := c.paid[u*n*c.stride:][:n*c.stride]
		if side == 0 {
			simd.Outer(paid, c.stride, n, own, other)
		} else {
			simd.Outer(paid, c.stride, n, other, own)
		}
	}
}

func exchangeRows(m []int32, n, stride, i, j int) {
	to, from := m[i*stride:][:n], m[j*stride:][:n]
	for k, v := range to {
		to[k], from[k] = from[k], v
	}
}

func exchangeColumns(m []int32, n, stride, i, j int) {
	for at := 0; at < n*stride; at += stride {
		m[at+i], m[at+j] = m[at+j], m[at+i]
	}
}

// price computes all deltas of single swaps, of i < j at i*n+j.
func (c *cube) price(deltas *[3][]int32) {
	n := int(c.N)
	each := n * c.stride
	for i := range n {
		paid, atI := c.paid[i*each:][:each], i*c.stride
		for j := i + 1; j < n; j++ {
			other, atJ, at := c.paid[j*each:][:each], j*c.stride, i*n+j
			now := 2*c.Both[at]*c.sides[0][at]*c.sides[1][at] - paid[atI+i] - other[atJ+j]
			deltas[ofP][at] = now + paid[atJ+i] + other[atI+j]
			deltas[ofQ][at] = now + paid[atI+j] + other[atJ+i]
			deltas[ofBoth][at] = now + paid[atJ+j] + other[atI+i]
		}
	}
}

// pairs returns the deltas of a swap of i < j in p with all swaps in q.
func (c *cube) pairs(t *tables, i, j int) []int32 {
	if c.behind {
		c.follow(t)
	}
	at := i*int(c.N) + j
	alone := t.deltas[ofP][at]
	c.apart(alone, i, j)
	c.meet(alone, i, j)
	c.meet(alone, j, i)
	c.row[c.place(i, j)] = t.deltas[ofBoth][at]
	return c.row
}

// place is the number of the pair k < l.
func (c *cube) place(k, l int) int { return k*(2*int(c.N)-k-1)/2 + l - k - 1 }

// apart prices the pairs whose four positions are different; the others are priced wrongly.
func (c *cube) apart(alone int32, i, j int) {
	n := int(c.N)
	ofI, ofJ := c.scratch[2][:n], c.scratch[3][:n]
	a, b := c.sides[0][i*n:][:n], c.sides[0][j*n:][:n]
	weightI, weightJ := c.Both[i*n:][:n], c.Both[j*n:][:n]
	for k := range n {
		more := b[k] - a[k]
		ofI[k], ofJ[k] = weightI[k]*more, weightJ[k]*more
	}
	simd.Crosses(c.row, c.single, alone, c.sides[1][i*n:][:n], ofI, c.sides[1][j*n:][:n], ofJ)
}

// meet prices the pairs of a swap of i and j in p with those of i and any l in q; that of l = j is priced wrongly.
func (c *cube) meet(alone int32, i, j int) {
	n := int(c.N)
	terms := c.meetings(i, j)
	at, row, single := i-1, c.row, c.single
	for l, term := range terms[:i] { // of l and i: in each row of pairs one place farther to the left
		row[at] = alone + single[at] + term
		at += n - l - 2
	}
	from := c.place(i, i+1)
	row, single = row[from:][:n-1-i], single[from:][:n-1-i]
	for l, term := range terms[i+1:] {
		row[l] = alone + single[l] + term
	}
}

// meetings is meeting of i and j with each l: by the cube, if there is one.
func (c *cube) meetings(i, j int) []int32 {
	n := int(c.N)
	terms := c.scratch[4][:n]
	if c.paid == nil {
		for l := range terms {
			if l != i && l != j {
				terms[l] = c.meeting(c.x, int32(i), int32(j), int32(l))
			}
		}
		return terms
	}
	now, then := c.paid[(i*n+i)*c.stride:], c.paid[(i*n+j)*c.stride:]
	a, b := c.sides[0], c.sides[1]
	simd.Meetings(terms, &simd.Meeting{Now: now, Then: then, AI: a[i*n:], AJ: a[j*n:], BI: b[i*n:], BJ: b[j*n:], WeightI: c.Both[i*n:],
		WeightJ: c.Both[j*n:], Less: then[i] - now[i], Own: c.Both[i*n+j] * a[i*n+j], Far: b[i*n+j]})
	return terms
}
