package ils

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
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
func (m ILS) prepareSwap(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	swaps, err := walking.SwapsOf(m.Name(), p, walking.SwapOrder)
	if err != nil {
		return nil, err
	}
	n := p.Space().Len()
	walking.WarnSlowSwaps(m.Name(), swaps, plan)
	weakest := min(n, ilsWeakest)
	if m.Strength > 0 {
		weakest = m.Strength
	}
	return &SwapSearch{p: p, plan: plan, swaps: swaps, weakest: weakest, strongest: max(weakest, n/2)}, nil
}

type SwapSearch struct {
	p                  multiwalk.Problem
	plan               walk.Plan
	swaps              *neighbourhood.Swaps
	weakest, strongest int
}

func (s *SwapSearch) Slice() int {
	n := s.p.Space().Len()
	if s.swaps.HasState() {
		return walking.SliceOf(walking.ScanNanoseconds(s.swaps, n))
	}
	return walking.SliceOf(1 + walking.ScanNanoseconds(s.swaps, n)*2/n) // a unit is one position
}

func (s *SwapSearch) NewWalk(id int) (walk.Walk, error) {
	r := multiwalk.NewRand(s.plan.Seed, id)
	x := make([]int32, s.p.Space().Len())
	s.plan.Begin(s.p, r, x)
	w := &ilsSwapWalk{SwapWalk: walking.NewSwapWalk(ILS{}.Name(), s.p, s.swaps, x, r), search: s, strength: s.weakest, order: walking.Identity(len(x))}
	w.home = w.Keep()
	w.home.Cost = math.MaxInt64
	if !s.swaps.HasState() {
		w.queue = newQueue(len(x))
	}
	return w, nil
}

// ilsSwapWalk is one iterated local search in progress. It descends from the current solution to a local optimum, goes
// on from that if it is no worse than the last one it went on from (home), else from that again, and perturbs.
type ilsSwapWalk struct {
	walking.SwapWalk
	search   *SwapSearch
	home     neighbourhood.Kept
	failures int     // local optima in a row that were no better than home
	strength int     // of the next perturbation
	order    []int32 // of the positions; its beginning is drawn anew for each perturbation
	queue    *queue  // without a state: the positions that may be improved
}

// Step implements walk.Walk. With a state a unit is a look at all swaps, else at those of one position.
func (w *ilsSwapWalk) Step(s *walk.Slice) bool {
	if len(w.X) < 2 {
		return false
	}
	for s.Next(w.Work.Evaluations()) {
		i, j, d, done, ok := w.look(s)
		if !ok {
			return true
		}
		w.Work.Units++
		switch {
		case d < 0:
			w.Make(i, j, d)
			w.Note(s)
		case done:
			w.judge(s)
		}
	}
	return true
}

func (w *ilsSwapWalk) Adopt(x []int32, cost int64) {
	w.TakeUp(x, cost)
	w.fresh()
}

// fresh forgets home and what is done about the current solution.
func (w *ilsSwapWalk) fresh() {
	w.home.Cost = math.MaxInt64
	w.failures, w.strength = 0, w.search.weakest
	if w.queue != nil {
		w.queue.fill()
	}
}

func (w *ilsSwapWalk) Save(a *checkpoint.Archive) {
	a.Fields("ils", &w.SwapWalk, &w.home, &w.failures, &w.strength, &w.order)
	if w.queue != nil {
		w.queue.Save(a)
	}
}

// look returns an improving swap if it finds one, and whether the current solution is a local optimum. It returns
// ok false if the run is aborted.
func (w *ilsSwapWalk) look(s *walk.Slice) (i, j int32, d int64, done, ok bool) {
	if w.queue != nil {
		return w.lookOne(s)
	}
	f, ok := w.Scan(s, nil, int(w.Random.Uint32N(uint32(len(w.X)-1))), 0)
	if !ok {
		return 0, 0, 0, false, false
	}
	w.Scanned()
	i, j = w.Pair(f.Place)
	return i, j, f.Delta, f.Delta >= 0, true
}

// lookOne looks at the swaps of the next position in the queue: Bentley's don't-look bits (1992). A position leaves the
// queue when none of its swaps improves, and comes back when it is swapped.
func (w *ilsSwapWalk) lookOne(s *walk.Slice) (i, j int32, d int64, done, ok bool) {
	i = w.queue.first()
	for k := range int32(len(w.X)) {
		if k == i {
			continue
		}
		if s.Aborted() {
			return 0, 0, 0, false, false
		}
		if c := w.Price(i, k); c < d {
			j, d = k, c
		}
	}
	w.Count(&w.Work, int64(len(w.X)-1))
	w.queue.pop()
	if d < 0 {
		w.queue.push(i)
		w.queue.push(j)
	}
	return i, j, d, w.queue.empty(), true
}

// judge decides where to go on from a local optimum, and perturbs.
func (w *ilsSwapWalk) judge(s *walk.Slice) {
	if w.Cost < w.home.Cost {
		w.failures, w.strength = 0, w.search.weakest
	} else {
		w.failures++
		if w.failures%ilsStrengthen == 0 || w.Cost == w.home.Cost {
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
	if w.Cost <= w.home.Cost {
		w.home.Take(w.Explorer)
	} else {
		w.home.Restore(w.Explorer)
	}
	w.perturb(s)
}

// restart goes to a fresh solution.
func (w *ilsSwapWalk) restart(s *walk.Slice) {
	walk.Plan{}.Begin(w.P, w.Random, w.X)
	w.Reset(w.X, w.P.Cost(w.X))
	w.Work.FullEvaluations++
	w.Work.Restarts++
	w.fresh()
	w.Note(s)
}

// perturb rotates the values of as many random positions as the strength says.
func (w *ilsSwapWalk) perturb(s *walk.Slice) {
	w.Rotate(w.order, w.strength)
	if w.queue != nil {
		for _, i := range w.order[:w.strength] {
			w.queue.push(i)
		}
	}
	w.Note(s)
}

// queue holds each position at most once, first in, first out.
type queue struct {
	ring       []int32
	in         []bool
	head, size int
}

func (q *queue) Save(a *checkpoint.Archive) { a.Fields("queue", &q.ring, &q.in, &q.head, &q.size) }

// newQueue returns a queue that holds all of n positions.
func newQueue(n int) *queue {
	q := &queue{ring: make([]int32, n), in: make([]bool, n)}
	q.fill()
	return q
}

func (q *queue) fill() {
	for i := range int32(len(q.ring)) {
		q.push(i)
	}
}

func (q *queue) push(i int32) {
	if q.in[i] {
		return
	}
	q.in[i] = true
	q.ring[(q.head+q.size)%len(q.ring)] = i
	q.size++
}

func (q *queue) empty() bool { return q.size == 0 }

// first returns the position at the head of a queue that is not empty.
func (q *queue) first() int32 { return q.ring[q.head] }

func (q *queue) pop() {
	q.in[q.ring[q.head]] = false
	q.head = (q.head + 1) % len(q.ring)
	q.size--
}

// Settled says whether the walk has come to a first local optimum: anneal.Anneal asks it where it begins at a start.
func (w *ilsSwapWalk) Settled() bool { return w.home.Cost < math.MaxInt64 || w.Work.Restarts > 0 }

func (s *SwapSearch) Resolved(walk.Walk) walk.Method { return ILS{Strength: s.weakest} }
