package q3ap

import "github.com/multiwalk/multiwalk"

// NewState implements multiwalk.Stater: all deltas in tables, where they fit int32; else they are computed when they are asked
// for.
func (q *Instance) NewState(x []int32) multiwalk.State {
	s, ok := q.form.(*narrow)
	if !ok {
		return &plainState{q.form, append([]int32(nil), x...)}
	}
	n := int(s.N)
	t := &tables{narrow: s, x: make([]int32, 2*n)}
	for k := range t.deltas {
		t.deltas[k] = make([]int32, n*n)
	}
	for k := range t.column {
		t.column[k] = make([]int32, n)
	}
	t.Reset(x)
	return t
}

// plainState is a solution.
type plainState struct {
	form
	x []int32
}

func (s *plainState) Reset(x []int32)                 { copy(s.x, x) }
func (s *plainState) Swap(i, j int32)                 { s.x[i], s.x[j] = s.x[j], s.x[i] }
func (s *plainState) SwapDelta(i, j int32) int64      { return s.form.SwapDelta(s.x, i, j) }
func (s *plainState) JointSwapDelta(i, j int32) int64 { return s.form.JointSwapDelta(s.x, i, j) }
func (s *plainState) JointSwap(i, j int32) {
	n := int32(len(s.x) / 2)
	s.Swap(i, j)
	s.Swap(n+i, n+j)
}

// The kinds of move that a table prices.
const (
	ofP = iota
	ofQ
	ofBoth
)

// tables is a solution with the deltas of all its moves. A delta is a sum over all positions k, in which a move changes the terms of
// the two positions that it is made at. So a move takes O(1) for each delta, and O(n) for those of moves at these positions:
// O(n*n) in all, as the delta matrices of the quadratic assignment problem (Taillard 1991).
type tables struct {
	*narrow
	x      []int32
	deltas [3][]int32 // by kind: of i < j at i*n+j
	column [6][]int32 // scratch
	pairs  *cube      // nil before somebody looks at all pairs
	stale  bool       // deltas are to be taken from that
}

// Reset implements multiwalk.State, in O(n*n*n).
func (t *tables) Reset(x []int32) {
	copy(t.x, x)
	if t.stale = false; t.pairs != nil {
		t.pairs.behind = true
	}
	for i := range t.N {
		for j := i + 1; j < t.N; j++ {
			t.price(i, j)
		}
	}
}

// price computes the deltas of the moves at i and j.
func (t *tables) price(i, j int32) {
	at := min(i, j)*t.N + max(i, j)
	t.deltas[ofP][at] = int32(t.narrow.SwapDelta(t.x, i, j))
	t.deltas[ofQ][at] = int32(t.narrow.SwapDelta(t.x, t.N+i, t.N+j))
	t.deltas[ofBoth][at] = int32(t.narrow.JointSwapDelta(t.x, i, j))
}

// renew brings the deltas up to date.
func (t *tables) renew() {
	if t.stale {
		t.pairs.follow(t)
		t.stale = false
	}
}

func (t *tables) SwapDelta(i, j int32) int64 {
	t.renew()
	kind := ofP
	if i >= t.N {
		kind, i, j = ofQ, i-t.N, j-t.N
	}
	return int64(t.deltas[kind][min(i, j)*t.N+max(i, j)])
}

func (t *tables) JointSwapDelta(i, j int32) int64 {
	t.renew()
	return int64(t.deltas[ofBoth][min(i, j)*t.N+max(i, j)])
}

func (t *tables) Swap(i, j int32) {
	if i >= t.N {
		t.move(i-t.N, j-t.N, false, true)
	} else {
		t.move(i, j, true, false)
	}
}

func (t *tables) JointSwap(i, j int32) { t.move(i, j, true, true) }

func (t *tables) SwapPairDelta(i, j, k, l int32) int64 {
	if k, l = k-t.N, l-t.N; i == k && j == l || i == l && j == k {
		return t.JointSwapDelta(i, j)
	}
	return t.SwapDelta(i, j) + t.SwapDelta(t.N+k, t.N+l) + int64(t.cross(t.x, i, j, k, l))
}

func (t *tables) SwapPairRow(i, j, _, _ int32) (narrow []int32, wide []int64) {
	if t.pairs == nil {
		t.pairs = newCube(t.narrow)
	}
	t.renew()
	return t.pairs.pairs(t, int(min(i, j)), int(max(i, j))), nil
}

// move makes a swap in p, in q or in both.
func (t *tables) move(i, j int32, inP, inQ bool) {
	if t.pairs != nil && t.pairs.swapped(i, j, inP, inQ) {
		t.stale = true
		t.exchange(i, j, inP, inQ)
		return
	}
	t.renew()
	t.terms(i, -1)
	t.terms(j, -1)
	t.exchange(i, j, inP, inQ)
	t.terms(i, 1)
	t.terms(j, 1)
	for k := range t.N {
		if k != i && k != j {
			t.price(i, k)
			t.price(j, k)
		}
	}
	t.price(i, j)
}

func (t *tables) exchange(i, j int32, inP, inQ bool) {
	p, q := t.x[:t.N], t.x[t.N:]
	if inP {
		p[i], p[j] = p[j], p[i]
	}
	if inQ {
		q[i], q[j] = q[j], q[i]
	}
}

// terms adds the terms of position k to all deltas, or takes them away. With f, p and q what u and k have to do with each other in
// F and in D at their places in p and in q, the term of a swap of u and v is (f q of u - f q of v) * (p of v - p of u) in p, and likewise
// in q and in both.
func (t *tables) terms(k, sign int32) {
	n := int(t.N)
	for u := range n {
		f := sign * t.Both[u*n+int(k)]
		p, q := t.Dists[int(t.x[u])*n+int(t.x[k])], t.Dists[int(t.x[n+u])*n+int(t.x[t.N+k])]
		t.column[0][u], t.column[1][u] = f*q, p
		t.column[2][u], t.column[3][u] = f*p, q
		t.column[4][u], t.column[5][u] = f, p*q
	}
	for kind, deltas := range t.deltas {
		pays, far := t.column[2*kind][:n], t.column[2*kind+1][:n]
		for u := range n {
			row, a, b := deltas[u*n:][:n], pays[u], far[u]
			for v := u + 1; v < n; v++ {
				row[v] += (a - pays[v]) * (far[v] - b)
			}
		}
	}
}
