package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
)

const (
	// ilsWeakest is the default of the weakest perturbation, in positions. The strongest is n/2.
	ilsWeakest = 4
	// ilsStrengthen is after how many local optima in a row that were no better the perturbation grows by a position.
	ilsStrengthen = 8
	// ilsRestart is after how many of them the search starts afresh. On the nine structured QAPLIB instances of Tsutsui
	// and Fujimoto (2010), 50, 100 and 200 need the same mean time to target, and no restart 30 times as much.
	ilsRestart = 100
)

// prepareSwap prepares iterated local search over swaps.
func (m ILS) prepareSwap(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	n := p.Space().Len()
	warnSlowSwaps(m.Name(), p, plan)
	weakest := min(n, ilsWeakest)
	if m.Strength > 0 {
		weakest = m.Strength
	}
	return &ilsSwapSearch{p: p, plan: plan, weakest: weakest, strongest: max(weakest, n/2)}, nil
}

type ilsSwapSearch struct {
	p                  multiwalk.Problem
	plan               multiwalk.Plan
	weakest, strongest int
}

// Slice implements multiwalk.Search.
func (s *ilsSwapSearch) Slice() int {
	if hasSwapState(s.p) {
		return sliceOf(scanNanoseconds(s.p))
	}
	return sliceOf(1 + scanNanoseconds(s.p)*2/s.p.Space().Len()) // a unit is one position
}

// NewWalk implements multiwalk.Search.
func (s *ilsSwapSearch) NewWalk(id int) (multiwalk.Walk, error) {
	r := multiwalk.NewRand(s.plan.Seed, id)
	x := make([]int32, s.p.Space().Len())
	s.plan.Begin(s.p, r, x)
	w := &ilsSwapWalk{swaps: newSwaps(s.p, x), search: s, random: r, best: x, strength: s.weakest, order: identity(len(x))}
	w.least = w.cost
	w.home = newKept(w.swaps)
	w.home.cost = math.MaxInt64
	if w.state == nil {
		w.queue = newQueue(w.n)
	}
	return w, nil
}

func identity(n int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(i)
	}
	return x
}

// ilsSwapWalk is one iterated local search in progress. It descends from the current solution to a local optimum, goes
// on from that if it is no worse than the last one it went on from (home), else from that again, and perturbs.
type ilsSwapWalk struct {
	*swaps
	search   *ilsSwapSearch
	random   *multiwalk.Rand
	home     kept
	failures int // local optima in a row that were no better than home
	strength int // of the next perturbation
	best     []int32
	least    int64   // cost of best
	order    []int32 // of the positions; its beginning is drawn anew for each perturbation
	queue    *queue  // without a state: the positions that may be improved
}

// Step implements multiwalk.Walk. With a swap state a unit is a look at all swaps, else at those of one position.
func (w *ilsSwapWalk) Step(s *multiwalk.Slice) bool {
	if w.n < 2 {
		return false
	}
	for s.Next(w.work.Evaluations()) {
		i, j, d, done, ok := w.look(s)
		if !ok {
			return true
		}
		w.work.Units++
		switch {
		case d < 0:
			w.swap(i, j, d)
			w.note(s)
		case done:
			w.judge(s)
		}
	}
	return true
}

// Best implements multiwalk.Walk.
func (w *ilsSwapWalk) Best() ([]int32, int64) { return w.best, w.least }

// Counters implements multiwalk.Walk.
func (w *ilsSwapWalk) Counters() multiwalk.Counters { return w.work }

// Adopt implements multiwalk.Adopter.
func (w *ilsSwapWalk) Adopt(x []int32, cost int64) {
	w.reset(x, cost)
	w.home.cost = math.MaxInt64
	w.failures, w.strength = 0, w.search.weakest
	if w.queue != nil {
		w.queue.fill()
	}
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

// note keeps the current solution if it is a new incumbent.
func (w *ilsSwapWalk) note(s *multiwalk.Slice) {
	if w.cost < w.least {
		w.least = w.cost
		copy(w.best, w.x)
		s.Improved(w.cost, w.work)
	}
}

// look returns an improving swap if it finds one, and whether the current solution is a local optimum. It returns
// ok false if the run is aborted.
func (w *ilsSwapWalk) look(s *multiwalk.Slice) (i, j int32, d int64, done, ok bool) {
	if w.queue != nil {
		return w.lookOne(s)
	}
	f, ok := w.scan(s, nil, int(w.random.Uint32N(uint32(w.n-1))), 0)
	if !ok {
		return 0, 0, 0, false, false
	}
	w.countScan()
	return int32(f.Place / w.stride), int32(f.Place % w.stride), f.Delta, f.Delta >= 0, true
}

// lookOne looks at the swaps of the next position in the queue: Bentley's don't-look bits (1992). A position leaves the
// queue when none of its swaps improves, and comes back when it is swapped.
func (w *ilsSwapWalk) lookOne(s *multiwalk.Slice) (i, j int32, d int64, done, ok bool) {
	i = w.queue.first()
	for k := range int32(w.n) {
		if k == i {
			continue
		}
		if s.Aborted() {
			return 0, 0, 0, false, false
		}
		if c := w.price(i, k); c < d {
			j, d = k, c
		}
	}
	w.countPrices(w.n - 1)
	w.queue.pop()
	if d < 0 {
		w.queue.push(i)
		w.queue.push(j)
	}
	return i, j, d, w.queue.empty(), true
}

// judge decides where to go on from a local optimum, and perturbs.
func (w *ilsSwapWalk) judge(s *multiwalk.Slice) {
	if w.cost < w.home.cost {
		w.failures, w.strength = 0, w.search.weakest
	} else {
		w.failures++
		if w.failures%ilsStrengthen == 0 || w.cost == w.home.cost {
			w.strength++
		}
		if w.strength > w.search.strongest {
			w.strength = w.search.weakest
		}
	}
	if w.failures > ilsRestart {
		w.restart(s)
		return
	}
	if w.cost <= w.home.cost {
		w.home.save(w.swaps)
	} else {
		w.home.restore(w.swaps)
	}
	w.perturb(s)
}

// restart goes to a fresh solution.
func (w *ilsSwapWalk) restart(s *multiwalk.Slice) {
	multiwalk.Plan{}.Begin(w.p, w.random, w.x)
	w.reset(w.x, w.p.Cost(w.x))
	w.work.FullEvaluations++
	w.work.Restarts++
	w.home.cost = math.MaxInt64
	w.failures, w.strength = 0, w.search.weakest
	if w.queue != nil {
		w.queue.fill()
	}
	w.note(s)
}

// perturb rotates the values of as many random positions as the strength says.
func (w *ilsSwapWalk) perturb(s *multiwalk.Slice) {
	drawFirst(w.random, w.order, w.strength)
	for k, i := range w.order[:w.strength-1] {
		j := w.order[k+1]
		d := w.price(i, j)
		w.countPrices(1)
		w.swap(i, j, d)
		if w.queue != nil {
			w.queue.push(i)
			w.queue.push(j)
		}
	}
	w.note(s)
}

// drawFirst puts k random elements of x first.
func drawFirst(r *multiwalk.Rand, x []int32, k int) {
	for i := range k {
		j := i + r.IntN(len(x)-i)
		x[i], x[j] = x[j], x[i]
	}
}
