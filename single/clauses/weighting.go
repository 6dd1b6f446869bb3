package clauses

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// Weighting is local search over clauses whose weights change as it goes, as in SATLike (Lei and Cai, "Solving (weighted) partial MaxSAT by
// dynamic local search for SAT", 2018): flip the best of some bits whose flips gain. Where no flip gains, the violated clauses become
// heavier, and the best bit of one of them is flipped. Hard clauses can grow without limit, soft ones only to a multiple of their first
// weight. Now and then the weights of satisfied clauses move back towards their first weights. A search builds its first solution bit by
// bit, from what the clauses demand of each. When it finds nothing better for long, it begins anew, with the first weights. It needs a
// neighbourhood.Clausal, and ends when no clause is violated.
type Weighting struct {
	// Samples is how many of the bits that gain are looked at for a flip; 0 means 50.
	Samples int
	// Rise is how much a violated hard clause gains where no flip gains, in tenths of its first weight; 0 means 30. A soft clause
	// gains a tenth of its own.
	Rise int
	// Limit is how many times its own weight a soft clause may weigh; 0 means 50.
	Limit int
	// Smooth says how often satisfied clauses lose a quarter of what they have gained, instead of violated clauses gaining: this many times
	// in 10,000 turns in which no flip gains. 0 means 10, and 1 for more than 6,000 clauses.
	Smooth int
	// Patience is a number of flips: a search that has found nothing better in so long begins anew. 0 means 100 for each bit, but at least
	// 100,000.
	Patience int
}

func (Weighting) Name() string { return "weighting" }

// Prepare implements walk.Method. It refuses settings out of range, and a problem that has no clauses or fixed elements.
func (m Weighting) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	c, err := clausesOf(m.Name(), p)
	if err != nil {
		return nil, err
	}
	s, err := m.weigh(c)
	if err != nil {
		return nil, err
	}
	s.p, s.plan = p, plan
	if a, ok := plan.Device.(multiwalk.Accelerator); ok {
		if err := m.Place(p, a); err != nil {
			return nil, err
		}
		return s.onDevice(), nil
	}
	return s, nil
}

// Bounds of settings.
const (
	mostWeighting = 1 << 16
	mostSmooth    = 10_000
	mostPatience  = 1 << 40
)

// manyClauses is the number of clauses above which they are smoothed less often: small instances are solved sooner with smoothing, and
// of large ones it leaves more violated. See docs/notes/clauses.md.
const manyClauses = 6_000

// weigh is the method over these clauses.
func (m Weighting) weigh(c *neighbourhood.Clauses) (*weightingSearch, error) {
	for _, s := range []struct {
		name, zero  string
		value, most int
	}{{"samples", "50", m.Samples, mostWeighting}, {"rise", "30", m.Rise, mostWeighting}, {"limit", "50", m.Limit, mostWeighting},
		{"smooth", "by the number of clauses", m.Smooth, mostSmooth}, {"patience", "by the number of bits", m.Patience, mostPatience}} {
		if err := walking.CheckCount(m.Name(), s.name, s.value, s.most, s.zero); err != nil {
			return nil, err
		}
	}
	smooth := 10
	if c.Len() > manyClauses {
		smooth = 1
	}
	m = Weighting{cmp.Or(m.Samples, 50), cmp.Or(m.Rise, 30), cmp.Or(m.Limit, 50), cmp.Or(m.Smooth, smooth),
		cmp.Or(m.Patience, max(100_000, 100*int(c.N)))}
	return &weightingSearch{m: m, c: c, own: ownWeights(c)}, nil
}

// weightUnit is the mean of the first weights.
const weightUnit = 1 << 10

// ownWeights are what clauses weigh at first: soft ones in proportion to their weights, a hard one as much as the mean of these.
func ownWeights(c *neighbourhood.Clauses) []int64 {
	sum, soft := 0.0, 0
	for _, w := range c.Weights {
		if w < c.Hard {
			sum, soft = sum+float64(w), soft+1
		}
	}
	list := make([]int64, c.Len())
	for k, w := range c.Weights {
		if list[k] = weightUnit; w < c.Hard {
			list[k] = max(1, int64(weightUnit*float64(w)/(sum/float64(soft))))
		}
	}
	return list
}

// weightingSearch is the method on cores.
type weightingSearch struct {
	m    Weighting // with its defaults filled in
	p    multiwalk.Problem
	plan walk.Plan
	c    *neighbourhood.Clauses
	own  []int64 // weights
}

func (s *weightingSearch) Slice() int                     { return walking.SliceOf(focusedUnit * 400) }
func (s *weightingSearch) Resolved(walk.Walk) walk.Method { return s.m }

func (s *weightingSearch) NewWalk(id int) (walk.Walk, error) {
	x := make([]int32, s.c.N)
	s.begin(s.plan.Seed, id, 0, x)
	w := &weightingWalk{s: s, clauseWalk: newClauseWalk(s.p, s.c, x), lanes: walking.Lanes{Seed: s.plan.Seed, Walk: uint32(id)},
		weights: append([]int64(nil), s.own...), seen: make([]seen, s.c.Len()), scores: make([]int64, s.c.N),
		flipped: make([]int64, s.c.N), hard: newClauseList(s.c.Len()), good: newClauseList(int(s.c.N))}
	w.mark = w.least
	w.begin()
	return w, nil
}

// begin writes to x the solution with which a walk begins, or begins anew after some flips.
func (s *weightingSearch) begin(seed uint64, walk int, flips int64, x []int32) {
	r := multiwalk.NewRand(seed+uint64(flips)*0xd1342543de82ef95, walk)
	if flips == 0 && !beginsAtRandom(s.plan, s.p) {
		s.plan.Begin(s.p, r, x)
		return
	}
	decimate(s.c, r, x)
}

func (m Weighting) String() string { return m.Name() }
