package clauses

import (
	"fmt"
	"math/bits"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// Focused is focused random search over clauses (Balint and Schoening, "Choosing probability distributions for stochastic local search and
// the role of make versus break", 2012; their solver is probSAT): take a violated clause at random, and flip one of its bits, which
// satisfies it. A bit whose flip breaks fewer clauses is likelier to be flipped. No other bit is looked at, and all clauses count the same.
// So the method is for satisfiability; for clauses of uneven weight, Weighting is better. It needs a neighbourhood.Clausal, and ends when
// no clause is violated.
type Focused struct {
	// Bias says how strongly a bit is avoided for each clause that its flip breaks. If clauses have up to three literals, the chance of a
	// bit is in proportion to (0.9+breaks)^-Bias, otherwise to Bias^-breaks. 0 means 2.06 for up to three literals, 2.85 for four, 3.7 for
	// five, 5 for six, and 5.4 for more: these are the values that Balint and Schoening found best on random clauses. Bias is at most 100;
	// for clauses of more than three literals it is at least 1.
	Bias float64
}

// mostBias bounds a bias.
const mostBias = 100

func (Focused) Name() string { return "focused" }

// Prepare implements walk.Method. It refuses a Bias out of range, and a problem that has no clauses or fixed elements.
func (m Focused) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	c, err := clausesOf(m.Name(), p)
	if err != nil {
		return nil, err
	}
	f, err := m.focus(c)
	if err != nil {
		return nil, err
	}
	f.p, f.plan = p, plan
	if a, ok := plan.Device.(multiwalk.Accelerator); ok {
		if err := m.Place(p, a); err != nil {
			return nil, err
		}
		return f.onDevice(), nil
	}
	return f, nil
}

// clausesOf returns the clauses of a problem whose cost is these clauses and nothing else.
func clausesOf(method string, p multiwalk.Problem) (*neighbourhood.Clauses, error) {
	c, ok := p.(neighbourhood.Clausal)
	if !ok || p.Space().Kind() != multiwalk.KindBinary {
		return nil, walk.NoDelta(method, "bits and clauses (neighbourhood.Clausal)")
	}
	if err := walk.NoFixed(method, p); err != nil {
		return nil, err
	}
	return c.Clauses(), nil
}

// focus is the method over these clauses.
func (m Focused) focus(c *neighbourhood.Clauses) (*focusedSearch, error) {
	longest, most := 0, 0
	for k := range c.Len() {
		longest = max(longest, len(c.Of(int32(k))))
	}
	for l := range 2 * c.N {
		most = max(most, len(c.With(l)))
	}
	least := 1.0
	if longest <= 3 {
		least = 0
	}
	if m.Bias != 0 && !(m.Bias >= least && m.Bias <= mostBias) {
		return nil, fmt.Errorf("multiwalk: focused bias %v is outside [%v, %d]; use 0 for the default (by the length of clauses)",
			m.Bias, least, mostBias)
	}
	if m.Bias == 0 {
		m.Bias = [...]float64{2.85, 3.7, 5, 5.4}[max(0, min(longest, 7)-4)]
		if longest <= 3 {
			m.Bias = 2.06
		}
	}
	return &focusedSearch{m: m, c: c, chances: chances(float32(m.Bias), longest, most), longest: longest}, nil
}

// mostBreaks is the greatest number of broken clauses that is counted apart: a flip that breaks more counts as if it broke this many.
const mostBreaks = 63

// chances are the weights by which bits are drawn: entry b is for a bit whose flip breaks b clauses. All are 1 or more, and those of a
// clause add up to less than 2^32.
func chances(bias float32, longest, most int) []uint32 {
	one := float32(uint32(1) << min(24, 31-bits.Len(uint(longest))))
	list := make([]uint32, min(most, mostBreaks)+1)
	for b := range list {
		if longest <= 3 {
			list[b] = max(1, uint32(one*lane.Pow32(0.9/(0.9+float32(b)), bias)))
		} else {
			list[b] = max(1, uint32(one*lane.Pow32(1/bias, float32(b))))
		}
	}
	return list
}

// focusedSearch is focused search on cores.
type focusedSearch struct {
	m       Focused // with its default filled in
	p       multiwalk.Problem
	plan    walk.Plan
	c       *neighbourhood.Clauses
	chances []uint32
	longest int // clause
}

func (s *focusedSearch) Slice() int                     { return walking.SliceOf(focusedUnit * 100) }
func (s *focusedSearch) Resolved(walk.Walk) walk.Method { return s.m }

func (s *focusedSearch) NewWalk(id int) (walk.Walk, error) {
	x := make([]int32, s.c.N)
	s.plan.Begin(s.p, multiwalk.NewRand(s.plan.Seed, id), x)
	w := &focusedWalk{s: s, clauseWalk: newClauseWalk(s.p, s.c, x), breaks: make([]uint32, 1<<bits.Len(uint(s.c.N))), odds: make([]uint32, s.longest),
		lanes: walking.Lanes{Seed: s.plan.Seed, Walk: uint32(id)}}
	w.count()
	return w, nil
}

func (m Focused) String() string { return m.Name() }
