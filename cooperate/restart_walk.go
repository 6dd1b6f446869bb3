package cooperate

import (
	"errors"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// restartWalk is a walk after another. Its incumbent is the least of theirs, its counters are their sums.
type restartWalk struct {
	s      *restarts
	id     int
	run    walk.Walk // the present one
	runs   int64     // before it
	due    bool      // the next unit is another run's
	worked bool      // the run has done a unit
	every  int
	left   int64 // units up to the next look
	quiet  int   // looks since the run found something better
	seen   int64 // its cost at the last look
	best   []int32
	least  int64              // of the runs before
	spent  multiwalk.Counters // theirs
}

// begun prepares for a run.
func (w *restartWalk) begun() {
	w.due, w.worked, w.quiet, w.seen = false, false, 0, math.MaxInt64
	w.left = int64(w.every)
	if w.s.m.Policy == policyLuby {
		w.left *= luby(w.runs + 1)
	}
}

// Step implements walk.Walk. Another run begins with its first unit, not after the last one of the run before, so that
// it does not matter how a walk's work is cut into slices.
func (w *restartWalk) Step(s *walk.Slice) bool {
	for s.Left() > 0 && s.EvaluationsLeft(w.Counters().Evaluations()) > 0 && !s.Aborted() {
		if w.due {
			if err := w.begin(s); err != nil {
				s.Fail(err)
				return false
			}
		}
		_, incumbent := w.Best()
		units := int(min(w.left, int64(s.Left())))
		part := s.Sub(units, math.MaxInt64, w.spent, incumbent)
		if w.s.m.Policy != policyNone {
			part.Span(0, 0)
		}
		more := w.run.Step(part)
		done := units - part.Left()
		w.left -= int64(done)
		w.worked = w.worked || done > 0
		switch {
		case !more && (w.s.m.Policy == policyNone || !w.worked): // a run of nothing would be followed by others for ever
			return false
		case !more:
			w.due = true
		case part.Left() > 0:
			return true
		case w.left == 0:
			w.look()
		}
	}
	return true
}

// look decides whether the run is over.
func (w *restartWalk) look() {
	switch w.s.m.Policy {
	case policyFixed, policyLuby:
		w.due = true
	case policyStagnation:
		w.due = w.stagnates()
	}
	w.left = int64(w.every)
}

// stagnates asks the run, or sees whether it has found anything better.
func (w *restartWalk) stagnates() bool {
	if st, ok := walk.As[Stagnator](w.run); ok {
		return st.Stagnates()
	}
	w.quiet++
	if _, c := w.run.Best(); c < w.seen {
		w.seen, w.quiet = c, 0
	}
	return w.quiet >= w.s.m.Patience
}

// begin puts the next run in the place of the present one.
func (w *restartWalk) begin(s *walk.Slice) error {
	if x, c := w.run.Best(); x != nil && (w.best == nil || c < w.least) {
		w.best, w.least = slices.Clone(x), c
	}
	w.spent.Add(w.run.Counters())
	closed := walk.Close(w.run)
	w.runs++
	run, err := w.s.anew.NewWalk(w.id + int(w.runs)*w.s.stride)
	if err := errors.Join(closed, err); err != nil {
		w.run = over{}
		return err
	}
	w.run = run
	w.spent.Restarts++
	w.begun()
	if x, c := run.Best(); x != nil && (w.best == nil || c < w.least) {
		s.Improved(c, w.Counters())
	}
	return nil
}

// Save implements checkpoint.Saver. The present run is saved as the walk that it is.
func (w *restartWalk) Save(a *checkpoint.Archive) {
	runs := w.runs
	a.Fields("restart", &runs, &w.due, &w.worked, &w.left, &w.quiet, &w.seen, &w.best, &w.least, &w.spent)
	if a.Reading() && runs > 0 && a.Err() == nil {
		closed := walk.Close(w.run)
		run, err := w.s.anew.NewWalk(w.id + int(runs)*w.s.stride)
		if err := errors.Join(closed, err); err != nil {
			w.run = over{}
			a.Fail(err)
			return
		}
		w.run, w.runs = run, runs
	}
	walk.SaveWalk(a, w.run)
}

// over stands for a run that could not begin.
type over struct{}

func (over) Step(*walk.Slice) bool        { return false }
func (over) Best() ([]int32, int64)       { return nil, math.MaxInt64 }
func (over) Counters() multiwalk.Counters { return multiwalk.Counters{} }

func (w *restartWalk) Best() ([]int32, int64) {
	if x, c := w.run.Best(); x != nil && (w.best == nil || c < w.least) {
		return x, c
	}
	return w.best, w.least
}

func (w *restartWalk) Counters() multiwalk.Counters {
	c := w.spent
	c.Add(w.run.Counters())
	return c
}

// Close closes the present run.
func (w *restartWalk) Close() error { return walk.Close(w.run) }

// Unwrap returns the present run, by whose abilities the walk adopts solutions, say.
func (w *restartWalk) Unwrap() any { return w.run }

func (w *restartWalk) Says(all bool) walk.Message {
	m := walk.Message{Done: w.Counters(), Parts: []walk.Message{walk.SaysOf(w.run, all)}}
	if all {
		m.Best, m.Cost = w.Best()
	}
	return m
}

// Hears implements walk.Correspondent: the run takes up what it is told, and what the walk is.
func (w *restartWalk) Hears(m walk.Message) (changed bool) {
	if len(m.Parts) > 0 {
		changed = walk.HearsOf(w.run, m.Parts[0])
	}
	m.Parts = nil
	return walk.HearsOf(w.run, m) || changed
}
