package qubo

import (
	"math"

	"github.com/multiwalk/multiwalk"
)

// Evident returns a solution that costs the least, where the signs of the weights alone tell one, else nil: one that takes part in all
// negative weights and in no positive one, such as all 0 where none is negative; or one in which every pair, and every bit by itself, is
// as it would like to be, as in the maximum cut of a bipartite graph. New finds it in about O(n + terms), and mostly sooner that there is
// none. It is read-only.
func (p *Instance) Evident() []int32 { return p.evident }

// LowerBound returns what the evident solution costs, multiwalk.NoBound where there is none.
func (p *Instance) LowerBound() int64 {
	if p.evident == nil {
		return multiwalk.NoBound
	}
	return p.cost(p.evident)
}

// evident returns a solution of least cost that the signs of the weights tell, or nil.
func evident(linear []int64, pairs []Term) []int32 {
	if x := demanded(linear, pairs); x != nil {
		return x
	}
	return balanced(linear, pairs)
}

// demanded returns the bits that negative weights demand, nil if a positive weight comes with them.
func demanded(linear []int64, pairs []Term) []int32 {
	x := make([]int32, len(linear))
	for i, w := range linear {
		if w < 0 {
			x[i] = 1
		}
	}
	for _, t := range pairs {
		if t.Weight < 0 {
			x[t.I], x[t.J] = 1, 1
		}
	}
	for i, w := range linear {
		if w > 0 && x[i] == 1 {
			return nil
		}
	}
	for _, t := range pairs {
		if t.Weight > 0 && x[t.I]+x[t.J] == 2 {
			return nil
		}
	}
	return x
}

// balanced sees bits as spins, s = 2*x - 1, and the cost as a sum of couplings and of a field at each spin. It returns a solution in which
// each term has its least value, nil if there is none: the graph of the terms, each field a coupling with one more spin, is then not
// balanced (F. Harary, "On the notion of balance of a signed graph", 1953).
func balanced(linear []int64, pairs []Term) []int32 {
	if greatestField(linear, pairs) > math.MaxInt64/2 {
		return nil // a field might not fit
	}
	n := int32(len(linear))
	b := newSides(n + 1)
	fields := make([]int64, n) // four times those of the spins
	for i, w := range linear {
		fields[i] = 2 * w
	}
	for _, t := range pairs {
		if !b.join(t.I, t.J, t.Weight > 0) {
			return nil
		}
		fields[t.I] += t.Weight
		fields[t.J] += t.Weight
	}
	for i, f := range fields {
		if f != 0 && !b.join(int32(i), n, f > 0) {
			return nil
		}
	}
	x := make([]int32, n)
	_, last := b.root(n)
	for i := range x {
		if _, other := b.root(int32(i)); other == last {
			x[i] = 1
		}
	}
	return x
}

// sides is a forest of sets, each in two parts.
type sides struct {
	parent []int32
	other  []bool // than the parent's side
}

func newSides(n int32) *sides {
	s := &sides{make([]int32, n), make([]bool, n)}
	for i := range s.parent {
		s.parent[i] = int32(i)
	}
	return s
}

// root returns the root of i's set, and whether i is on the other side. It halves the way there.
func (s *sides) root(i int32) (root int32, other bool) {
	for s.parent[i] != i {
		up := s.parent[i]
		s.other[i] = s.other[i] != s.other[up]
		s.parent[i] = s.parent[up]
		other = other != s.other[i]
		i = s.parent[i]
	}
	return i, other
}

// join puts i and j on one side, or on two. It reports false if they are not so already.
func (s *sides) join(i, j int32, apart bool) bool {
	a, otherA := s.root(i)
	b, otherB := s.root(j)
	if a == b {
		return (otherA != otherB) == apart
	}
	s.parent[a], s.other[a] = b, (otherA != otherB) != apart
	return true
}
