package population

import "github.com/multiwalk/multiwalk"

// variation is how the individuals of a space are crossed, changed and compared, part by part. It has scratch, so each walk needs
// its own.
type variation struct {
	parts    []part
	at, rest []int32
	groups   *groups // nil: the values mean something
}

// part is a part of a solution: an order of its elements, or values.
type part struct {
	from, n int
	ordered bool
	lo      int32
	values  uint32 // how many there are less one, so that 2^32 fit
	cross   crossover
}

// crossover writes a child of two individuals of a part.
type crossover func(v *variation, child, own, other []int32, r *multiwalk.Rand)

// newVariation takes a crossover for orders and one for values.
func newVariation(s multiwalk.Space, orders func(tour bool) crossover, values crossover) *variation {
	v := &variation{at: make([]int32, s.Len()), rest: make([]int32, s.Len())}
	from := 0
	for _, q := range s.Parts() {
		lo, hi := q.Bounds()
		e := part{from: from, n: q.Len(), lo: lo, values: uint32(hi - lo), cross: values}
		if k := q.Kind(); k == multiwalk.KindPermutation || k == multiwalk.KindTour {
			e.ordered, e.cross = true, orders(k == multiwalk.KindTour)
		}
		v.parts = append(v.parts, e)
		from += q.Len()
	}
	return v
}

// breed writes a child of two individuals.
func (v *variation) breed(child, own, other []int32, r *multiwalk.Rand) {
	for _, e := range v.parts {
		to := e.from + e.n
		e.cross(v, child[e.from:to], own[e.from:to], other[e.from:to], r)
	}
}

// mutate changes a third of each part: it rotates the elements of that many positions, or draws their values anew.
func (v *variation) mutate(x []int32, r *multiwalk.Rand) {
	for _, e := range v.parts {
		at := v.at[:e.n]
		for i := range at {
			at[i] = int32(i)
		}
		x := x[e.from : e.from+e.n]
		for k := range min(e.n, max(3, e.n/3)) {
			j := k + r.IntN(e.n-k)
			at[k], at[j] = at[j], at[k]
			switch {
			case !e.ordered:
				e.change(x, at[k], r)
			case k > 0:
				i, j := at[k-1], at[k]
				x[i], x[j] = x[j], x[i]
			}
		}
	}
}

// step makes a random move in the part that a random position belongs to: it swaps two elements, or changes one.
func (v *variation) step(x []int32, r *multiwalk.Rand) {
	i := r.IntN(len(x))
	for _, e := range v.parts {
		if i -= e.from; i >= e.n {
			i += e.from
			continue
		}
		x := x[e.from : e.from+e.n]
		if !e.ordered {
			e.change(x, int32(i), r)
		} else if e.n > 1 {
			j := (i + 1 + r.IntN(e.n-1)) % e.n
			x[i], x[j] = x[j], x[i]
		}
		return
	}
}

// change gives an element another value, if there is one.
func (e *part) change(x []int32, i int32, r *multiwalk.Rand) {
	if e.values == 0 {
		return
	}
	u := r.Uint32N(e.values) // which of the others
	if u >= uint32(x[i]-e.lo) {
		u++
	}
	x[i] = e.lo + int32(u)
}

// alike reports whether two individuals differ in at most the given number of positions.
func (v *variation) alike(a, b []int32, most int) bool {
	if v.groups != nil {
		return v.groups.alike(a, b, most)
	}
	differ := 0
	for i, u := range a {
		if u != b[i] {
			if differ++; differ > most {
				return false
			}
		}
	}
	return true
}

// cuts draws 0 <= cut1 < cut2 <= n.
func cuts(r *multiwalk.Rand, n int) (cut1, cut2 int32) {
	i, j := r.IntN(n+1), r.IntN(n)
	if j >= i {
		j++
	}
	return int32(min(i, j)), int32(max(i, j))
}
