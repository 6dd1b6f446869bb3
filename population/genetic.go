package population

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/mating"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// geneticSize and geneticRate are the paper's settings, and geneticCheck its 50 generations. geneticMutation is
	// what its figures fit: see Genetic.Mutation.
	geneticSize     = 128
	geneticMutation = 0.9
	geneticRate     = 0.6
	geneticCheck    = 50
	// mostIndividuals bounds a subpopulation: the number of an individual has fewer bits than a draw has for it.
	mostIndividuals = 1 << 20
	// mostLength bounds permutations: initial ones have that many random numbers.
	mostLength = 1 << 18
	// mostAlleles bounds the numbers of a subpopulation, so that indices fit 32 bits.
	mostAlleles = 1 << 30

	crossoverPMX     = "pmx"
	crossoverOX      = "ox"
	crossoverPoints  = "two-point"
	crossoverUniform = "uniform"
	restartNone      = "none"
	restartStale     = "stagnation"
)

// Genetic is the genetic algorithm that Tsutsui and Fujimoto run on GPUs ("An analytical study of GPU computation for
// solving QAPs by parallel evolutionary computation with independent run", sections III-B.1 and 3), for any problem; theirs is
// over permutations. It has no local search. In a generation each individual mates with a random other one, and the
// child may mutate: by a swap or, in a binary or an integers space, by another value. In a product each part is crossed by itself,
// and a mutation is in one of them. The child replaces the individual if it is cheaper; if both cost the same, the individual
// stays. So only its own children replace an individual, which keeps a population diverse. When a population has lost
// its diversity nevertheless, it is drawn anew; the best solution is kept aside.
//
// A walk is a subpopulation, and several race to the target: the paper's independent runs. On a GPU each block works on
// one subpopulation, and Settings.Walks is their number over all GPUs. Equal seeds give equal subpopulations on cores
// and on GPUs. Every child counts as a full evaluation, even if swap deltas price it, and even if it equals its parent.
type Genetic struct {
	// Population is how many individuals a subpopulation has, from 2 to 2^20; 0 means 128, the paper's Model II. The
	// paper's Model I has for each instance the best number from 64 to 2048: 128 for tai25b, kra30b and kra32, 256 for
	// ste36b, 512 for tai30b, tai35b, tai40b and tai50b, 1024 for kra30a.
	Population int
	// Mutation is the probability that a child swaps two elements, up to 1; 0 means 0.9, and -1 means that no child
	// does. The paper says 0.1, but its tables fit 0.9: its times divided by n*n and by our generations vary over its
	// nine instances by a factor of 1.2 with 0.9, and by 3.9 with 0.1. With 0.1 instances take up to 150 times the
	// generations.
	Mutation float64
	// Crossover of permutations and tours is "pmx", partially mapped crossover, or "ox", order crossover; "" means pmx, with which the
	// paper reports much better results for assignment. Crossover of bits and integers is "two-point", the default, or "uniform". In a
	// product it is used for the parts that it fits, and the other parts use their default.
	Crossover string
	// Restart says when a subpopulation is drawn anew. With "stagnation", it looks every 50 generations how many
	// individuals cost the same as the best; if that is a share of at least Rate, it is drawn anew. With "none" it
	// never is. "" means stagnation. See cooperate.Restart for other rules.
	Restart string
	// Rate is the share of individuals that cost the same as the best when a subpopulation stagnates, above 0 and up to
	// 1; 0 means 0.6.
	Rate float64
}

// Name returns "genetic".
func (Genetic) Name() string { return "genetic" }

// withDefaults fills in the defaults and checks the settings.
func (m Genetic) withDefaults(s multiwalk.Space) (Genetic, error) {
	if m.Crossover == "" && ordered(s.Kind()) {
		m.Crossover = crossoverPMX
	}
	m.Population, m.Mutation = cmp.Or(m.Population, geneticSize), cmp.Or(m.Mutation, geneticMutation)
	m.Restart = cmp.Or(m.Restart, restartStale)
	m.Rate = cmp.Or(m.Rate, geneticRate)
	switch {
	case m.Population < 2 || m.Population > mostIndividuals:
		return m, fmt.Errorf("multiwalk: genetic population %d is outside [2, %d]; use 0 for the default (%d)",
			m.Population, mostIndividuals, geneticSize)
	case !(m.Mutation <= 1 && m.Mutation >= -1):
		return m, fmt.Errorf("multiwalk: genetic mutation %v is no probability up to 1; use 0 for the default (%v), and -1 for none",
			m.Mutation, geneticMutation)
	case !slices.Contains([]string{"", crossoverPMX, crossoverOX, crossoverPoints, crossoverUniform}, m.Crossover):
		return m, fmt.Errorf("multiwalk: genetic has no crossover %q; use %s or %s of permutations and tours, %s or %s of values",
			m.Crossover, crossoverPMX, crossoverOX, crossoverPoints, crossoverUniform)
	case m.Restart != restartStale && m.Restart != restartNone:
		return m, fmt.Errorf("multiwalk: genetic has no restart %q; use %s or %s, or the method restart",
			m.Restart, restartStale, restartNone)
	case !(m.Rate > 0 && m.Rate <= 1):
		return m, fmt.Errorf("multiwalk: genetic rate %v is outside (0, 1]; use 0 for the default (%v)", m.Rate, geneticRate)
	}
	m.Mutation = max(0, m.Mutation)
	return m, nil
}

// refuse says why the problem has no crossover, or nil.
func (m Genetic) refuse(p multiwalk.Problem) error {
	s := p.Space()
	if m.Crossover != "" && !slices.ContainsFunc(s.Parts(), func(part multiwalk.Space) bool {
		return ordered(part.Kind()) == (m.Crossover == crossoverPMX || m.Crossover == crossoverOX)
	}) {
		return fmt.Errorf("multiwalk: genetic crossover %s fits no part of %v; leave it out for the default", m.Crossover, s)
	}
	if err := walk.NoFixedEdges(m.Name(), p); err != nil {
		return err
	}
	if s.Len() > mostLength || s.Len() > mostAlleles/max(1, m.Population) {
		return fmt.Errorf("multiwalk: genetic takes up to %d individuals of up to %d elements, "+
			"and %d elements in all; %d of %d are too many",
			mostIndividuals, mostLength, mostAlleles, m.Population, s.Len())
	}
	return nil
}

// ordered tells whether a solution is an order of its elements.
func ordered(k multiwalk.Kind) bool { return k == multiwalk.KindPermutation || k == multiwalk.KindTour }

// Prepare implements walk.Method. It refuses fixed edges, settings out of range, and what Place refuses.
func (m Genetic) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	m, err := m.withDefaults(p.Space())
	if err != nil {
		return nil, err
	}
	if err := m.refuse(p); err != nil {
		return nil, err
	}
	s := &geneticSearch{m: m, p: p, plan: plan, n: p.Space().Len(), mutation: mating.Rate(m.Mutation), stagnant: math.MaxInt32}
	if s.n < 2 && ordered(p.Space().Kind()) {
		s.mutation = 0 // there is nothing to swap
	}
	if m.Restart == restartStale {
		s.stagnant = m.stagnant()
	}
	if d, ok := plan.Device.(multiwalk.Accelerator); ok {
		return newGeneticFleet(s, d)
	}
	fixed, err := walk.FixedOf(p)
	if err != nil {
		return nil, err
	}
	if s.values = !ordered(p.Space().Kind()) || len(fixed) > 0; !s.values {
		s.worth = swapsWorth(p)
	}
	return s, nil
}

// variation is how individuals of a space with values are crossed, and those with fixed elements.
func (s *geneticSearch) variation() *variation {
	values := twoPoint
	if s.m.Crossover == crossoverUniform {
		values = either
	}
	return newVariation(s.p, func(bool) crossover {
		if s.m.Crossover == crossoverOX {
			return orderAnywhere
		}
		return mapAnywhere
	}, values)
}

// stagnant is how many individuals must be as cheap as the best.
func (m Genetic) stagnant() int32 { return int32(math.Ceil(float64(m.Population) * m.Rate)) }

// WalkBytes implements walk.WalkSizer: a generation and the next.
func (s *geneticSearch) WalkBytes() int64 { return int64(s.m.Population) * (8*int64(s.n) + 16) }

// geneticSearch is Genetic prepared for a problem.
type geneticSearch struct {
	m        Genetic
	p        multiwalk.Problem
	plan     walk.Plan
	n        int
	values   bool   // the space is no order, or has fixed elements, and a walk draws from a stream of its own
	mutation uint64 // see mating.Rate
	stagnant int32
	worth    int // up to how many swap deltas are sooner than a full evaluation
}

// Resolved implements walk.Resolver.
func (s *geneticSearch) Resolved(walk.Walk) walk.Method { return s.m }

// Slice implements walk.Search: some 10 ms of generations, for problems whose deltas are O(n).
func (s *geneticSearch) Slice() int { return max(1, 20_000_000/(s.m.Population*(100+s.n*(40+s.n/4)))) }

// swapsWorth measures how many swap deltas take as long as a full evaluation; 0 where the problem has none. What is
// measured changes how fast children are priced, and not what they cost.
func swapsWorth(p multiwalk.Problem) int {
	swaps, ok := p.(multiwalk.SwapEvaluator)
	n := p.Space().Len()
	if !ok || n < 2 {
		return 0
	}
	r := multiwalk.NewRand(0, math.MaxInt32)
	x := make([]int32, n)
	p.Space().Random(r, x)
	full := fastest(func() { p.Cost(x) })
	delta := fastest(func() {
		i, j := int32(r.IntN(n)), int32(r.IntN(n-1))
		if j >= i {
			j++
		}
		swaps.SwapDelta(x, i, j)
	})
	return int(min(math.MaxInt32, full/delta))
}

// fastest returns how many seconds f takes: the least of some tries of some calls, as many as 50 us have.
func fastest(f func()) float64 {
	const tries, calls, enough = 8, 8, 50 * time.Microsecond
	least := math.MaxFloat64
	for began, k := time.Now(), 0; k == 0 || k < tries && time.Since(began) < enough; k++ {
		at := time.Now()
		made := 0
		for ; made < calls && (made == 0 || time.Since(at) < enough); made++ {
			f()
		}
		least = min(least, time.Since(at).Seconds()/float64(made))
	}
	return max(1e-9, least)
}
