package tabu

import (
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// matrixWalk is one annealing by a matrix in progress.
type matrixWalk struct {
	walking.SwapWalk
	of        *matrixSearch
	iteration int64
	last      int32 // number of the swap made last: see neighbourhood.Explorer.FirstTaken
	heat      metropolis.Rule
}

// Step implements walk.Walk. A unit is one iteration.
func (w *matrixWalk) Step(s *walk.Slice) bool {
	if len(w.X) < 2 {
		return false
	}
	for s.Next(w.Counters().Evaluations()) {
		w.cool(s)
		if !w.iterate(s) {
			return true
		}
	}
	return true
}

// cool goes on to the temperature of the progress, or of the iteration in a run without a budget.
func (w *matrixWalk) cool(s *walk.Slice) {
	if w.of.cools != nil {
		if part, ok := s.Progress(w.Counters().Evaluations()); ok {
			w.heat = metropolis.At(w.of.cools(part))
			return
		}
	}
	w.heat = metropolis.At(w.of.level(w.iteration))
}

// iterate makes an iteration, or nothing and returns false if the run is aborted.
func (w *matrixWalk) iterate(s *walk.Slice) bool {
	pair, d, seen, ok := w.FirstTaken(s, w.last, w.heat, w.Random.Uint32())
	if !ok {
		return false
	}
	if w.HasState() {
		w.Scanned()
	} else {
		w.Count(&w.Work, int64(seen))
	}
	w.iteration++
	w.Work.Units++
	if pair != neighbourhood.NoSwap {
		w.last = pair
		w.Make(pair>>neighbourhood.PairBits, pair&(1<<neighbourhood.PairBits-1), d)
		w.Note(s)
	}
	return true
}

// Adopt implements walk.Adopter. The temperature stays.
func (w *matrixWalk) Adopt(x []int32, cost int64) { w.TakeUp(x, cost) }

func (w *matrixWalk) Save(a *checkpoint.Archive) {
	a.Fields("matrix-anneal", &w.SwapWalk, &w.iteration, &w.last, &w.heat)
}
