package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Local is a search of schedules by local search, which goes on from what successors have found. For half of the
// budget, or a bit more, it anneals chains of moves (chains.go), then it kicks, has pairs of machines share their tasks anew in the best way
// (pairs.go), and keeps what is not worse.
type Local struct{}

const (
	unit    = 1024 // proposals of a unit
	kicks   = 1    // rounds of kick and repair of a unit
	half    = 0.6  // of the budget is for annealing
	hot     = 3000 // the first temperature, in squares of a thousandth of the bound; the last is 1
	slots   = 64   // of a task: see desk.slot
	ignored = 10   // a machine where a task wastes w thousandths of the bound is drawn in proportion to 1/(1+(10w)^2)
)

// Name is the method's word.
func (Local) Name() string { return "local" }

// Prepare takes schedules alone.
func (Local) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	s, ok := multiwalk.As[*Scheduling](p)
	if !ok {
		return nil, fmt.Errorf("scheduling: %T is no *Scheduling", p)
	}
	return &localSearch{s, plan}, nil
}

type localSearch struct {
	p    *Scheduling
	plan multiwalk.Plan
}

// Slice is some 5 ms.
func (s *localSearch) Slice() int { return 64 }

// NewWalk begins with what the run begins with.
func (s *localSearch) NewWalk(id int) (multiwalk.Walk, error) {
	r := multiwalk.NewRand(s.plan.Seed, id)
	w := &local{desk: newDesk(s.p, r.Uint64()|1), best: make([]int32, s.p.Tasks)}
	s.plan.Begin(s.p, r, w.best)
	w.put(w.best)
	w.least = s.p.late(w.load)
	w.counters.FullEvaluations = 1
	return w, nil
}

// local is a walk. A delta evaluation is a proposal, or a way for a pair to share tasks.
type local struct {
	*desk
	pairs    *pairing // nil while it anneals
	best     []int32
	least    int64
	counters multiwalk.Counters
}

func (w *local) Step(s *multiwalk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		part, ok := s.Progress(w.counters.Evaluations())
		if !ok {
			part = 0.99 // without a budget there is nothing to cool over
		}
		w.counters.Units++
		if part < half {
			w.anneal(s, hot*math.Pow(1.0/hot, part/half))
			continue
		}
		if w.pairs == nil {
			w.put(w.best)
			w.pairs = newPairing(w.desk)
		}
		w.pairs.weight = int64(3 * math.Pow(100.0/3, (part-half)/(1-half)))
		w.pairs.restart()
		for range kicks {
			w.counters.DeltaEvaluations += w.pairs.iterate()
			w.note(s)
		}
	}
	return true
}

// anneal makes a unit of proposals at a temperature. A machine that ends a thousandth of the bound before the best schedule does is not
// late.
func (w *local) anneal(s *multiwalk.Slice, temperature float64) {
	w.temperature = temperature * w.thousandth * w.thousandth
	w.target = min(w.target, w.last-int64(w.thousandth))
	for range unit {
		if w.propose() {
			w.note(s)
		}
	}
	w.counters.DeltaEvaluations += unit
}

// note keeps the schedule if it ends sooner than any before.
func (w *local) note(s *multiwalk.Slice) {
	last := int64(slices.Max(w.load))
	if last >= w.last {
		return
	}
	w.last = last
	if cost := w.p.late(w.load); cost < w.least {
		w.least = cost
		copy(w.best, w.x)
		s.Improved(cost, w.counters)
	}
}

func (w *local) Best() ([]int32, int64)       { return w.best, w.least }
func (w *local) Counters() multiwalk.Counters { return w.counters }
