package continuous

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// QuasiNewton is a local search along slopes, L-BFGS, begun again and again: for smooth functions with narrow valleys, for those whose
// optima are few and wide, and for those whose optima are a lattice in any directions. Slopes are found from differences. The first descent
// begins at X0, others at the best of some random vectors, and each is given up when the incumbent is more steps away than it is worth
// (multistart; Rinnooy Kan and Timmer, "Stochastic global optimization methods", 1987, is the theory).
//
// When ten descents an element have come to their end, further ones begin at changed ends, and take the place of an end if theirs is better. One
// change is the sum of an end and the way from one to another, as of differential evolution (Storn and Price, 1997): an optimum too where these
// are a lattice. The other one gives one or two elements of the best end random values (basin hopping; Wales and Doye, 1997). When neither
// helps any more, new ends are found, twice as many after every second time.
type QuasiNewton struct {
	// Samples is how many random vectors are drawn for a descent, which begins at the best of them, up to 2^20; 0 means one for each element.
	Samples int
}

func (QuasiNewton) Name() string     { return "quasi-newton" }
func (m QuasiNewton) String() string { return m.Name() }

// Prepare implements walk.Method. It refuses samples out of range, and problems that are not of this package.
func (m QuasiNewton) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	g, err := groundOf(m.Name(), p, plan)
	if err != nil {
		return nil, err
	}
	if m.Samples < 0 || m.Samples > mostVectors {
		return nil, fmt.Errorf("multiwalk: quasi-newton samples %d are outside [1, %d]; use 0 for one for each element", m.Samples, mostVectors)
	}
	m.Samples = cmp.Or(m.Samples, min(g.N(), mostVectors))
	return &quasiSearch{g, m}, nil
}

// quasiSearch is a QuasiNewton that is prepared.
type quasiSearch struct {
	*ground
	m QuasiNewton
}

func (s *quasiSearch) Slice() int                     { return slice(s.N()) }
func (s *quasiSearch) Resolved(walk.Walk) walk.Method { return s.m }

func (s *quasiSearch) NewWalk(id int) (walk.Walk, error) {
	base, x := s.newWalk(id)
	return s.from(base, x), nil
}

// from returns a walk that begins at x, whose cost is the incumbent of its base.
func (s *quasiSearch) from(base *vectorWalk, x []float64) *quasiWalk {
	w := &quasiWalk{vectorWalk: base, s: s, least: base.f, target: -1, drawn: newVectors(s.m.Samples, s.N())}
	w.local.begin(x, base.f)
	return w
}
