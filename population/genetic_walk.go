package population

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/mating"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/walk"
)

// geneticWalk is a subpopulation. A unit is a generation; the first draws the individuals.
type geneticWalk struct {
	s            *geneticSearch
	swaps        multiwalk.SwapEvaluator // of the problem, or nil
	id           uint32
	pool, next   []int32 // the individuals one after the other, and room for the next generation
	costs, after []int64 // the costs of pool and of next
	place        []int32 // scratch of the crossovers
	age          int     // generations since the individuals were drawn; -1: they are to be drawn
	generation   int64   // generations since the walk began
	best         []int32
	least        int64
	counters     multiwalk.Counters

	// Of a space with values.
	vary   *variation // else nil
	random *multiwalk.Rand
}

// NewWalk implements walk.Search. The walk's first incumbent is its first individual: Plan.Start or a random one.
func (s *geneticSearch) NewWalk(id int) (walk.Walk, error) {
	size := s.m.Population
	w := &geneticWalk{s: s, id: uint32(id), pool: make([]int32, size*s.n), next: make([]int32, size*s.n),
		costs: make([]int64, size), after: make([]int64, size), place: make([]int32, s.n), age: -1, best: make([]int32, s.n)}
	w.swaps, _ = s.p.(multiwalk.SwapEvaluator)
	if s.values {
		w.vary, w.random = s.variation(), multiwalk.NewRand(s.plan.Seed, id)
		s.plan.Begin(s.p, w.random, w.best)
	} else {
		s.born(w.best, s.plan.Seed, w.id, 0, 0)
	}
	w.least = s.p.Cost(w.best)
	w.counters.FullEvaluations = 1
	return w, nil
}

// born writes an individual that has no parents: the run's start, or a random permutation.
func (s *geneticSearch) born(x []int32, seed uint64, population uint32, generation int64, individual int) {
	if generation == 0 && individual == 0 && s.plan.Start != nil {
		copy(x, s.plan.Start)
		return
	}
	var draw [4]uint32
	for k := range int32(len(x)) {
		if k&3 == 0 {
			draw = rng.At(seed, population, mating.Birth(generation, k), uint32(individual))
		}
		at := mating.Place(draw, k)
		x[k] = x[at]
		x[at] = k
	}
}

// Step implements walk.Walk.
func (w *geneticWalk) Step(s *walk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		replaced, ok := w.offspring(s)
		if !ok {
			return true // the run is over, and the generation void
		}
		w.succeed(replaced)
		if i := first(w.costs); w.costs[i] < w.least {
			w.least = w.costs[i]
			copy(w.best, w.individual(i))
			s.Improved(w.least, w.counters)
		}
		if w.s.m.Restart == restartStale && w.age > 0 && w.age%geneticCheck == 0 && w.Stagnates() {
			w.age = -1
			w.counters.Restarts++
		}
	}
	return true
}

// offspring makes the next generation beside the present one. It returns how many individuals are replaced, and false
// if the run was aborted meanwhile.
func (w *geneticWalk) offspring(s *walk.Slice) (replaced int64, ok bool) {
	n := w.s.n
	for i := range w.costs {
		if s.Aborted() {
			return 0, false
		}
		x := w.next[i*n : (i+1)*n]
		if w.age < 0 {
			w.born(x, i)
			w.after[i] = w.s.p.Cost(x)
			continue
		}
		w.after[i] = w.mate(x, i)
		if w.after[i] < w.costs[i] {
			replaced++
			continue
		}
		copy(x, w.individual(i))
		w.after[i] = w.costs[i]
	}
	return replaced, true
}

// born writes individual i, which has no parents.
func (w *geneticWalk) born(x []int32, i int) {
	switch {
	case w.vary == nil:
		w.s.born(x, w.s.plan.Seed, w.id, w.generation, i)
	case w.generation == 0 && i == 0:
		copy(x, w.best)
	default:
		w.s.p.Space().Random(w.random, x)
		walk.KeepFixed(w.s.p, x)
	}
}

// breed writes a child of individual i, of values, to x, and returns its cost.
func (w *geneticWalk) breed(x []int32, i int) int64 {
	partner := w.random.IntN(len(w.costs) - 1)
	if partner >= i {
		partner++
	}
	w.vary.breed(x, w.individual(i), w.individual(partner), w.random)
	if uint64(w.random.Uint32()) < w.s.mutation {
		w.vary.step(x, w.random)
	}
	return w.s.p.Cost(x)
}

// mate writes a child of individual i to x, and returns its cost.
func (w *geneticWalk) mate(x []int32, i int) int64 {
	if w.vary != nil {
		return w.breed(x, i)
	}
	seed, step := w.s.plan.Seed, uint64(w.generation)
	draw := rng.At(seed, w.id, step, uint32(i))
	m, mutates := mating.Of(draw, int32(i), int32(len(w.costs)), int32(w.s.n)), mating.Mutates(draw, w.s.mutation)
	own, other := w.individual(i), w.individual(int(m.Partner))
	var swaps multiwalk.SwapEvaluator // nil: the child is evaluated in full
	if w.s.m.Crossover == crossoverOX {
		orderCrossover(x, own, other, w.place, m.Cut1, m.Cut2)
	} else {
		many := mapped(own, other, m.Cut1, m.Cut2)
		if many == 0 && !mutates {
			return w.costs[i]
		}
		if many < w.s.worth {
			swaps = w.swaps
		}
	}
	delta := int64(0)
	if w.s.m.Crossover != crossoverOX {
		delta = partiallyMapped(x, own, other, w.place, m.Cut1, m.Cut2, swaps)
	}
	if mutates {
		j, k := mating.Swap(rng.At(seed, w.id, step, mating.Again(int32(i))), int32(w.s.n))
		if swaps != nil {
			delta += swaps.SwapDelta(x, j, k)
		}
		x[j], x[k] = x[k], x[j]
	}
	if swaps == nil {
		return w.s.p.Cost(x)
	}
	cost := w.costs[i] + delta
	if invariants.Enabled {
		if full := w.s.p.Cost(x); full != cost {
			panic(fmt.Errorf("genetic: by its swaps a child costs %d, by full evaluation %d: %w",
				cost, full, multiwalk.ErrDeltaMismatch))
		}
	}
	return cost
}

// succeed makes the next generation the present one.
func (w *geneticWalk) succeed(replaced int64) {
	w.pool, w.next = w.next, w.pool
	w.costs, w.after = w.after, w.costs
	w.age++
	w.generation++
	w.counters.FullEvaluations += int64(len(w.costs))
	w.counters.Moves += replaced
	w.counters.Units++
}

func (w *geneticWalk) individual(i int) []int32 { return w.pool[i*w.s.n : (i+1)*w.s.n] }

// first returns the index of the least cost, the first one of several.
func first(costs []int64) int {
	at := 0
	for i, c := range costs {
		if c < costs[at] {
			at = i
		}
	}
	return at
}

// lastWorst returns the index of the greatest cost, the last one of several: there a solution comes in that a population is given.
func lastWorst(costs []int64) int {
	at := 0
	for i, c := range costs {
		if c >= costs[at] {
			at = i
		}
	}
	return at
}

// Stagnates reports whether a share of at least Rate of the individuals cost the same as the best, the paper's rule:
// crossover then finds little more. It is false for a walk that is about to be drawn anew.
func (w *geneticWalk) Stagnates() bool {
	if w.age < 0 {
		return false
	}
	low, count := slices.Min(w.costs), int32(0)
	for _, c := range w.costs {
		if c == low {
			count++
		}
	}
	return count >= w.s.m.stagnant()
}

// Best implements walk.Walk.
func (w *geneticWalk) Best() ([]int32, int64) { return w.best, w.least }

// Counters implements walk.Walk.
func (w *geneticWalk) Counters() multiwalk.Counters { return w.counters }

// Save implements checkpoint.Saver.
func (w *geneticWalk) Save(a *checkpoint.Archive) {
	a.Fields("genetic", &w.pool, &w.costs, &w.age, &w.generation, &w.best, &w.least, &w.counters)
	if w.random != nil {
		a.Fields("values", w.random)
	}
}

// Adopt implements walk.Adopter: x replaces the last of the worst individuals. A walk that is about to be drawn
// anew has no individuals; it only keeps x as its best.
func (w *geneticWalk) Adopt(x []int32, cost int64) {
	if w.age >= 0 {
		worst := lastWorst(w.costs)
		copy(w.individual(worst), x)
		w.costs[worst] = cost
	}
	w.learn(x, cost)
}

// learn makes x the incumbent if it is one.
func (w *geneticWalk) learn(x []int32, cost int64) {
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

// Individuals returns the individuals, one after the other, and their costs. Before the first are drawn there are none.
// The slices are valid until the next Step.
func (w *geneticWalk) Individuals() (x []int32, costs []int64) {
	if w.age < 0 {
		return nil, nil
	}
	return w.pool, w.costs
}

// Populations returns 1.
func (w *geneticWalk) Populations() int { return 1 }

// Settle replaces the individuals by others, equal in number. It copies them.
func (w *geneticWalk) Settle(x []int32, costs []int64) {
	copy(w.pool, x)
	copy(w.costs, costs)
	if i := first(w.costs); len(costs) > 0 {
		w.learn(w.individual(i), w.costs[i])
	}
}
