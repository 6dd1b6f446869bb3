package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
)

// lookWalk is the searches of a machine, by default one. They take turns, an iteration each, as the machine explores one neighbourhood
// at a time. Search i of the first machine makes the moves of walk i on cores.
type lookWalk struct {
	searches []*tabuMovesWalk
	far      *farLook
	turn     int // whose it is
}

// NewWalk implements multiwalk.Search.
func (s *lookSearch) NewWalk(id int) (multiwalk.Walk, error) {
	w := new(lookWalk)
	for i := range s.searches(id) {
		made, err := s.tabuMoves.NewWalk(id*fleet.First + i)
		if err != nil {
			return nil, err
		}
		w.searches = append(w.searches, made.(*tabuMovesWalk))
	}
	var err error
	if w.far, err = s.open(id); err != nil {
		return nil, err
	}
	for _, one := range w.searches {
		one.far = w.far
	}
	s.started.Add(int64(len(w.searches)))
	return w, nil
}

// Slice implements multiwalk.Search. An iteration takes two copies and a launch, whatever its size, and some 8 moves a nanosecond.
func (s *lookSearch) Slice() int { return sliceOf(int(50_000 + s.size/8)) }

// searches is how many a walk has: the run's walks are spread over the machines.
func (s *lookSearch) searches(id int) int {
	machines := s.plan.Device.Workers()
	return max(1, (s.plan.Walks+machines-1-id%machines)/machines)
}

// Walks implements multiwalk.WalkCounter.
func (s *lookSearch) Walks() int { return int(s.started.Load()) }

func (w *lookWalk) mean() int { return w.searches[0].mean() }

// Step implements multiwalk.Walk. A unit is an iteration of one search.
func (w *lookWalk) Step(s *multiwalk.Slice) bool {
	for s.Left() > 0 && s.EvaluationsLeft(w.Counters().Evaluations()) > 0 && !s.Aborted() {
		_, incumbent := w.Best()
		part := s.Sub(1, math.MaxInt64, w.others(), incumbent)
		if !w.searches[w.turn].Step(part) {
			return false
		}
		if part.Left() > 0 {
			return true
		}
		w.turn = (w.turn + 1) % len(w.searches)
	}
	return true
}

// others is the work of all searches but the one whose turn it is.
func (w *lookWalk) others() (c multiwalk.Counters) {
	for i, one := range w.searches {
		if i != w.turn {
			c.Add(one.Counters())
		}
	}
	return c
}

// Counters implements multiwalk.Walk.
func (w *lookWalk) Counters() multiwalk.Counters {
	c := w.others()
	c.Add(w.searches[w.turn].Counters())
	return c
}

// Best implements multiwalk.Walk.
func (w *lookWalk) Best() (best []int32, least int64) {
	least = math.MaxInt64
	for _, one := range w.searches {
		if one.least < least {
			best, least = one.Best()
		}
	}
	return best, least
}

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *lookWalk) Adopt(x []int32, cost int64) {
	for _, one := range w.searches {
		one.Adopt(x, cost)
	}
}

// Save implements checkpoint.Saver. The machine keeps nothing.
func (w *lookWalk) Save(a *checkpoint.Archive) {
	a.Fields("look", &w.turn)
	for _, one := range w.searches {
		one.Save(a)
	}
}

// Close frees the machine's part.
func (w *lookWalk) Close() error { return w.far.Close() }
