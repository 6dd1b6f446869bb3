package population

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single"
)

const (
	// memeticSize is the individuals of a population on a core.
	memeticSize = 8
	// memeticLength is the iterations of a child's search, in n.
	memeticLength = 200
	// memeticFirst is how many times as long the first individuals are improved: crossing individuals that have little in
	// common only undoes what they have, and a search by itself gets further at first.
	memeticFirst = 10
	// memeticPatience is after how many fruitless generations of an arc its child is a mutant.
	memeticPatience = 50
	// memeticStagnation is after how many times as many without a new incumbent a population begins anew.
	memeticStagnation = 3
	// memeticArc is the individuals of an arc: about as many as Benlic and Hao's whole population has.
	memeticArc = 17
	// mostSteps bounds the iterations of a child, and generations of patience.
	mostSteps = math.MaxInt32 / memeticFirst
	// mostMates bounds populations, so that the streams of their searches can be told apart: a population has the numbers
	// from its own times mostMates on, and the last of them is its own.
	mostMates = 1 << 16
)

// Memetic is memetic search: a population of local optima, which is crossed, and each child of which a short iterated
// tabu search improves before it counts (Benlic and Hao, "Memetic search for the quadratic assignment problem", Expert
// Systems with Applications 42, 2015).
//
// The individuals sit in a ring, each the middle of an arc of 17. In a generation each arc has a child: two parents,
// the better of two random ones each, are mated by uniform crossover, which keeps what they share. The improved child
// takes the place of the worst on its arc if it is cheaper, or of the one that it is much like. So what is good spreads
// slowly, and far parts of the ring stay different. Of parents that are alike the child is a mutant. So it is on an arc
// whose children have long found no place: then it takes the worst one's whatever it costs. A population that finds
// nothing better for long begins anew, with random individuals; its best is kept aside as the walk's incumbent.
//
// A walk is a population. On a GPU that is all the tabu searches which it holds at once, an individual each, so
// Settings.Walks is how many individuals all GPUs have; a launch is a part of a generation. It needs what Tabu needs.
// The first populations of equal seeds have the same history on cores and on a GPU, if they are equal in size.
type Memetic struct {
	// Search improves children. Its perturbations move n/12 to n/4 positions if they are 0, half of what a lone search
	// moves, because crossover leads away as well.
	Search single.IteratedTabu
	// Length is the iterations of tabu search that a child gets, the first individuals ten times as many, up to 2^31/10;
	// 0 means 200*n.
	Length int
	// Population is how many individuals a population has, below 65536; 0 means 8 on a core, and on a GPU as
	// many as it holds.
	Population int
	// Patience is after how many generations in which no child of an arc found a place the next is a mutant, up to
	// 2^31/10; 0 means 50.
	Patience int
	// Stagnation is after how many generations without a better individual than all before a population begins anew; 0
	// means three times Patience. It is below 2^31, which comes to never.
	Stagnation int
}

// Name returns "memetic".
func (Memetic) Name() string { return "memetic" }

// withDefaults fills in the defaults and checks the settings. Population stays 0 where the machine decides.
func (m Memetic) withDefaults(n int) (Memetic, error) {
	switch {
	case m.Length < 0 || m.Length > mostSteps:
		return m, fmt.Errorf("multiwalk: memetic length %d is outside [0, %d]; use 0 for the default (%d*n)",
			m.Length, mostSteps, memeticLength)
	case m.Population < 0 || m.Population >= mostMates:
		return m, fmt.Errorf("multiwalk: memetic population %d is outside [0, %d]; use 0 for the default (%d on a core, "+
			"what it holds on a GPU)", m.Population, mostMates-1, memeticSize)
	case m.Patience < 0 || m.Patience > mostSteps:
		return m, fmt.Errorf("multiwalk: memetic patience %d is outside [0, %d]; use 0 for the default (%d)",
			m.Patience, mostSteps, memeticPatience)
	case m.Stagnation < 0 || m.Stagnation > math.MaxInt32:
		return m, fmt.Errorf("multiwalk: memetic stagnation %d is outside [0, %d]; use 0 for the default (%d*patience), "+
			"the greatest for no restarts", m.Stagnation, math.MaxInt32, memeticStagnation)
	}
	m.Length, m.Patience = cmp.Or(m.Length, memeticLength*n), cmp.Or(m.Patience, memeticPatience)
	m.Stagnation = cmp.Or(m.Stagnation, memeticStagnation*m.Patience)
	if m.Search.Weakest == 0 && m.Search.Strongest == 0 {
		m.Search.Weakest, m.Search.Strongest = max(2, n/12), max(2, n/4)
	}
	return m, nil
}

// Prepare implements multiwalk.Method. It refuses spaces other than permutations, settings out of range, and what the
// search of children refuses.
func (m Memetic) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	if s := p.Space(); s.Kind() != multiwalk.KindPermutation {
		return nil, fmt.Errorf("multiwalk: memetic crosses permutations position by position, and the problem's space is %v; "+
			"use ils or anneal", s)
	}
	m, err := m.withDefaults(p.Space().Len())
	if err != nil {
		return nil, err
	}
	start, accelerated := plan.Start, false
	plan.Start = nil // of one individual alone
	if d, ok := plan.Device.(multiwalk.Accelerator); ok {
		if accelerated = true; plan.Walks == 0 {
			plan.Walks = m.Population * d.Workers()
		}
	}
	improve, err := m.Search.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	plan.Start = start
	s := &memeticSearch{m: m, p: p, plan: plan, n: p.Space().Len(), improve: improve}
	if accelerated {
		return &memeticFleet{s}, nil
	}
	s.m.Population = cmp.Or(s.m.Population, memeticSize)
	return s, nil
}

// memeticSearch is Memetic prepared for a problem.
type memeticSearch struct {
	m       Memetic
	p       multiwalk.Problem
	plan    multiwalk.Plan
	n       int
	improve multiwalk.Search // of children
}

// Slice implements multiwalk.Search.
func (s *memeticSearch) Slice() int { return s.improve.Slice() }

// iterations is how many a child of the brood gets.
func (s *memeticSearch) iterations(b *brood) int {
	if b.born {
		return memeticFirst * s.m.Length
	}
	return s.m.Length
}

// succeed lets the improved children, which cost so much, into the population, and makes others: first ones, which its
// own stream draws, where it has stagnated.
func (s *memeticSearch) succeed(b *brood, costs []int64) {
	if b.succeed(costs); b.stagnant < s.m.Stagnation {
		b.breed()
		return
	}
	b.restart()
	for i := range costs {
		multiwalk.Plan{}.Begin(s.p, b.r, b.child(i))
	}
}

// firstOf is the number of the stream of the first search of a population.
func firstOf(population int) int { return population * mostMates }

// memeticState is what populations on cores and on GPUs have in common.
type memeticState struct {
	brood *brood
	best  []int32
	least int64
}

// state begins a population of so many individuals.
func (s *memeticSearch) state(population, size int) memeticState {
	r := multiwalk.NewRand(s.plan.Seed, firstOf(population)+mostMates-1)
	return memeticState{brood: newBrood(s.m, s.n, size, r), best: make([]int32, s.n), least: math.MaxInt64}
}

// learn makes x the incumbent if it is one.
func (w *memeticState) learn(x []int32, cost int64) {
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

// counters adds the restarts to the work of the searches.
func (w *memeticState) counters(c multiwalk.Counters) multiwalk.Counters {
	c.Add(w.restarts())
	return c
}

// restarts is what a walk counts beside its searches.
func (w *memeticState) restarts() multiwalk.Counters {
	return multiwalk.Counters{Restarts: w.brood.restarts}
}

// Best implements multiwalk.Walk.
func (w *memeticState) Best() ([]int32, int64) { return w.best, w.least }

// Adopt implements multiwalk.Adopter: x takes the place of the last of the worst individuals. While a population has
// none, at the beginning and after a restart, and where one like it is there, it is the incumbent alone.
func (w *memeticState) Adopt(x []int32, cost int64) {
	if !w.brood.born {
		w.brood.adopt(x, cost)
	}
	w.learn(x, cost)
}
