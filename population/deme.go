package population

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// evolution is a method as data: the one population of a run, which cores (demeWalk) or a machine (demeMachine) divide. Both make the
// same individuals, generation by generation.
type evolution struct {
	method  walk.Method // with its defaults filled in
	rule    deme.Rule
	start   string      // see Cellular
	apart   bool        // each walk has a population of its own
	sweep   bool        // so it has, on cores, and children take their places one after the other
	check   int64       // generations between two looks at whether islands stagnate; 0: there is none
	keeps   bool        // the best of an island is its first individual then
	resting int         // so many individuals are then as cheap as the best of their island, which is drawn anew
	improve walk.Method // of children, on cores; or nil
	length  int         // evaluations that it has for each
	err     error       // what is wrong with the settings
}

// mostGenes bounds the numbers of a population, two generations of which a device indexes by 32 bits.
const mostGenes = 1 << 30

// prepare prepares a method for the cores, or for the accelerator of the plan.
func (e evolution) prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if e.err != nil {
		return nil, e.err
	}
	s, err := e.search(p, plan)
	if err != nil {
		return nil, err
	}
	if _, ok := plan.Device.(multiwalk.Accelerator); ok {
		return newDemeFleet(s)
	}
	return s, s.onCores()
}

// search describes the space to a method.
func (e evolution) search(p multiwalk.Problem, plan walk.Plan) (*demeSearch, error) {
	s := &demeSearch{evolution: e, p: p, plan: plan, n: p.Space().Len(), size: int(e.rule.Topology.Count)}
	return s, s.describe()
}

// onCores prepares what cores have alone.
func (s *demeSearch) onCores() (err error) {
	s.worth = swapsWorth(s.p)
	s.local, err = s.improver()
	return err
}

// demeSearch is a population that is prepared for a problem.
type demeSearch struct {
	evolution
	p     multiwalk.Problem
	plan  walk.Plan
	n     int // length of a solution
	size  int // individuals
	parts []deme.Part
	fixed []deme.Fixed
	local *improver
	worth int // see pricer
	// builder is what constructs individuals, or nil.
	builder multiwalk.Constructor
}

// priced is how many alternatives are priced for the refinement of a child.
func (s *demeSearch) priced() int64 {
	r, ok := s.p.(kernel.Refiner)
	if !ok {
		return 0
	}
	return int64(s.rule.Steps) * int64(r.Turns()) * kernel.Alternatives
}

// describe describes the space, and says why the method cannot work in it.
func (s *demeSearch) describe() error {
	name := s.method.Name()
	if err := walk.NoFixedEdges(name, s.p); err != nil {
		return err
	}
	if s.n > mostGenes/s.size {
		return fmt.Errorf("multiwalk: %s takes up to %d elements in all, and %d individuals of %d elements have more; use fewer individuals",
			name, mostGenes, s.size, s.n)
	}
	if s.start == demeStarts[1] {
		var ok bool
		if s.builder, ok = walk.As[multiwalk.Constructor](s.p); !ok {
			return fmt.Errorf("multiwalk: %s cannot begin with constructed individuals, as %T constructs none; leave out start", name, s.p)
		}
	}
	fixed, err := walk.FixedOf(s.p)
	for _, f := range fixed {
		s.fixed = append(s.fixed, deme.Fixed(f))
	}
	at := int32(0)
	for _, q := range s.p.Space().Parts() {
		part := deme.Part{At: at, N: int32(q.Len())}
		if !ordered(q.Kind()) {
			lo, hi := q.Bounds()
			part.Lo, part.Values = lo, int64(hi)-int64(lo)+1
		}
		s.parts = append(s.parts, part)
		at += part.N
	}
	return err
}

// born writes individual i of the first generation: the run's start or what the problem constructs, and random ones.
func (s *demeSearch) born(x []int32, first uint32, i int) {
	r := multiwalk.NewRand(s.plan.Seed, int(first)+i)
	if i == 0 {
		s.plan.Begin(s.p, r, x)
		return
	}
	if s.builder != nil {
		s.builder.Construct(r, x)
	} else {
		s.p.Space().Random(r, x)
	}
	walk.KeepFixed(s.p, x)
}

const (
	// demeWork is how many individuals a unit on cores makes, in whole generations: few enough to keep a budget of evaluations closely.
	demeWork = 256
	// demePriced is how many alternatives or evaluations take about as long as an individual.
	demePriced = 2048
	// demePortion is how many individuals a unit has at least where they are refined or improved: enough for many cores.
	demePortion = 64
)

// dear is how many evaluations the refinement and the improvement of a child take at most.
func (s *demeSearch) dear() int64 {
	if s.local != nil {
		return s.priced() + s.local.length
	}
	return s.priced()
}

// generations is how many a unit on cores has.
func (s *demeSearch) generations() int64 {
	if s.local != nil || s.apart || s.asked() != nil {
		return 1
	}
	return max(1, demeWork/(int64(s.size)*(1+s.priced()/demePriced)))
}

// asked is the problem if it is asked for the costs of a generation at a time, else nil.
func (s *demeSearch) asked() multiwalk.BatchEvaluator {
	if p, ok := s.p.(multiwalk.BatchEvaluator); ok && s.local == nil && !s.sweep {
		return p
	}
	return nil
}

// portion is how many individuals a unit on cores has: all, but a part of a generation where children are dear, and then no more than the
// evaluations that are left take. It is the same on any number of cores.
func (s *demeSearch) portion(left int64) int {
	if s.dear() < demePriced {
		return s.size
	}
	many := max(demePortion, demeWork*demePriced/s.dear())
	return int(min(int64(s.size), many, 1+left/s.dear()))
}

// Slice implements walk.Search: about 10 ms, if an individual takes O(n) to O(n*n).
func (s *demeSearch) Slice() int {
	if s.asked() != nil {
		return 1 // nobody knows how long a batch takes
	}
	each := int64(1000+s.n*(30+min(s.n, 256)/8))*int64(1+s.length) + 10*s.priced()
	return int(max(1, 10_000_000/(each*int64(s.portion(math.MaxInt64))*s.generations())))
}

func (s *demeSearch) Resolved(walk.Walk) walk.Method { return s.method }

// MostWalks implements walk.WalkLimiter: the run has one population, whatever divides it, but where children take their places in turn.
func (s *demeSearch) MostWalks() int {
	if s.apart || s.sweep {
		return math.MaxInt
	}
	return 1
}

// WalkBytes implements walk.WalkSizer: two generations, and a copy of one.
func (s *demeSearch) WalkBytes() int64 { return int64(s.size) * (12*int64(s.n) + 24) }

// ledger compares the costs of individuals with full evaluation.
func (s *demeSearch) ledger(x []int32, costs []int64) {
	for i, c := range costs {
		if full := s.p.Cost(x[i*s.n : (i+1)*s.n]); full != c {
			panic(fmt.Errorf("%s: individual %d costs %d, by full evaluation %d: %w", s.method.Name(), i, c, full, multiwalk.ErrDeltaMismatch))
		}
	}
}
