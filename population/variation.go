package population

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// variation is how the individuals of a space are crossed, changed and compared, part by part. It has scratch, so each walk needs
// its own.
type variation struct {
	parts    []part
	at, rest []int32
	groups   *groups            // nil: the values mean something
	movable  int                // how many elements are not fixed
	p        multiwalk.Problem  // with fixed elements; nil: it has none
	relinks  multiwalk.Relinker // knows ways between individuals; nil: they are crossed part by part
}

// part is a part of a solution: an order of its elements, or values.
type part struct {
	from, n int
	ordered bool
	lo      int32
	values  uint32  // how many there are less one, so that 2^32 fit
	free    []int32 // the positions in the part that may change
	cross   crossover
}

// nearest is which part of a way between two individuals lies between any of them and a child, at least (as in Peng, Lu and Cheng, "A tabu
// search/path relinking algorithm to solve the job shop scheduling problem", 2015).
const nearest = 0.2

// crossover writes a child of two individuals of a part.
type crossover func(v *variation, child, own, other []int32, r *multiwalk.Rand)

// newVariation takes a crossover for orders and one for values. The problem's fixed elements have been checked.
func newVariation(p multiwalk.Problem, orders func(tour bool) crossover, values crossover) *variation {
	s := p.Space()
	v := &variation{at: make([]int32, s.Len()), rest: make([]int32, s.Len())}
	held, _ := neighbourhood.Held(p)
	if held != nil {
		v.p = p
	}
	from := 0
	for _, q := range s.Parts() {
		lo, hi := q.Bounds()
		e := part{from: from, n: q.Len(), lo: lo, values: uint32(hi - lo), cross: values}
		if k := q.Kind(); k == multiwalk.KindPermutation || k == multiwalk.KindTour {
			e.ordered, e.cross = true, orders(k == multiwalk.KindTour)
		}
		for i := range q.Len() {
			if held == nil || !held[from+i] {
				e.free = append(e.free, int32(i))
			}
		}
		v.movable += len(e.free)
		v.parts = append(v.parts, e)
		from += q.Len()
	}
	return v
}

// breed writes a child of two individuals. Most crossovers keep what the two have in common at a position; order crossover does not.
func (v *variation) breed(child, own, other []int32, r *multiwalk.Rand) {
	if v.relinks != nil {
		v.relinks.Relink(child, own, other, nearest+(1-2*nearest)*r.Float64())
		return
	}
	for _, e := range v.parts {
		to := e.from + e.n
		e.cross(v, child[e.from:to], own[e.from:to], other[e.from:to], r)
	}
	if v.p != nil {
		walk.KeepFixed(v.p, child)
	}
}

// mutate changes a third of what may change in each part: it rotates the elements of that many positions, or draws their values anew.
func (v *variation) mutate(x []int32, r *multiwalk.Rand) {
	for _, e := range v.parts {
		n := len(e.free)
		at := v.at[:n]
		copy(at, e.free)
		x := x[e.from : e.from+e.n]
		for k := range min(n, max(3, n/3)) {
			j := k + r.IntN(n-k)
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
	switch {
	case v.relinks != nil:
		return v.relinks.Apart(a, b) <= most
	case v.groups != nil:
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
