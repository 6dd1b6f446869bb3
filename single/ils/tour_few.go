package ils

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/walk"
)

// FewCities is the search on instances so small that looking at all tours takes no time.
type FewCities struct{ p multiwalk.Problem }

func (FewCities) Slice() int                       { return 1 }
func (f FewCities) NewWalk(int) (walk.Walk, error) { return &fewWalk{p: f.p}, nil }

type fewWalk struct {
	p        multiwalk.Problem
	best     []int32
	cost     int64
	counters multiwalk.Counters
}

func (w *fewWalk) Step(s *walk.Slice) bool {
	if !s.Next(0) {
		return true
	}
	w.counters.Units++
	w.best, w.cost, w.counters.FullEvaluations = tour.SolveFew(w.p)
	s.Improved(w.cost, w.counters)
	return false
}

func (w *fewWalk) Best() ([]int32, int64)       { return w.best, w.cost }
func (w *fewWalk) Counters() multiwalk.Counters { return w.counters }
func (w *fewWalk) Save(a *checkpoint.Archive)   { a.Fields("few", &w.best, &w.cost, &w.counters) }
