package anneal

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// annealWalk is one simulated annealing in progress: Algorithm 1 of "Parallel neighbourhood search on many-core
// platforms" (PSPM, section 2.2), except that the random number is drawn for worse moves only.
type annealWalk struct {
	cooling.Cooling // another solution does not change the temperature
	descent         cooling.Descent
	sharing         cooling.Sharing // where the descent is free
	bath            bath            // likewise
	walking.Current
	random   *multiwalk.Rand
	once     bool
	budgeted bool
	ready    bool // the temperatures of cooling are set
	joins    bool // the walk may begin within its course, see startWalk
}

func newAnnealWalk(s *annealSearch, nb neighbourhood.Neighbourhood, r *multiwalk.Rand) *annealWalk {
	x := make([]int32, s.p.Space().Len())
	s.plan.Begin(s.p, r, x)
	w := &annealWalk{Cooling: cooling.Cooling{Schedule: s.schedule}, Current: walking.NewCurrent(s.p, nb, x), random: r, once: s.m.Once,
		budgeted: s.budgeted, descent: cooling.NewDescent(s.m.Start, s.m.End)}
	w.Beside = &w.bath.row.Priced
	if w.budgeted && w.descent.Free() && w.Weighed == nil {
		w.bath = newBath(s.p, nb, s.plan.Budget)
		w.sharing.Course = courseOf(s.p.Space(), &w.bath)
	}
	if w.budgeted && w.descent.Free() && w.bath.n == 0 {
		neighbourhood.Reunite(w.NB, w.X)
		neighbourhood.Recall(w.NB, w.X)
	}
	if w.ready = !w.Automatic(); w.ready {
		w.Heat()
	}
	return w
}

// Step implements walk.Walk. A unit is up to 256 proposals at one temperature, or 16 that are evaluated in full;
// before the first come 256 or 16 for the temperatures, if they are automatic.
func (w *annealWalk) Step(s *walk.Slice) bool {
	if w.NB.Size() == 0 {
		return false
	}
	if invariants.Enabled {
		defer w.Ledger("anneal")
	}
	for s.Next(w.Counters().Evaluations()) {
		goesOn, ended := true, false
		if part, ok := w.progress(s); ok {
			goesOn = w.descend(s, part)
		} else {
			goesOn, ended = w.cool(s)
		}
		if ended || !goesOn {
			return !ended
		}
		w.Adapt()
	}
	return true
}

func (w *annealWalk) Temperature() float64 { return w.Rule.Temperature() }

// progress is that of the run, if the walk cools over it.
func (w *annealWalk) progress(s *walk.Slice) (part float64, ok bool) {
	if !w.budgeted {
		return 0, false
	}
	return s.Progress(w.Counters().Evaluations())
}

// descend does one unit of a walk that cools over its budget; it returns false if the run was aborted inside.
func (w *annealWalk) descend(s *walk.Slice, part float64) bool {
	d := &w.descent
	if d.Free() {
		return w.share(s, part)
	}
	if !d.Sampled() {
		d.Pilot(cooling.Ends(w.sample(s)))
		d.Begun = part
		w.Work.Units++
		return true
	}
	level, piloting := d.Level(part)
	w.Rule = tempering.Heat(level)
	worse, taken, goesOn := w.anneal(s, int64(w.proposals()))
	if piloting >= 0 {
		d.Profiled.Note(piloting, worse, taken)
	}
	if goesOn {
		w.Work.Units++
	}
	return goesOn
}

// share does one unit of a walk that finds both temperatures as it goes.
func (w *annealWalk) share(s *walk.Slice, part float64) bool {
	c := &w.sharing
	if !c.Begun || part < c.At { // progress begins anew
		worse := w.sample(s)
		if c.Begin(part, worse); w.joins {
			c.Level = cooling.LevelOfShare(worse, c.Wanted(part))
			c.First = c.Level
		}
		w.Work.Units++
		return true
	}
	w.Rule = tempering.Heat(c.Level)
	var worse, taken float64
	var goesOn bool
	if w.bath.serves(c) {
		worse, taken, goesOn = w.bathe(s)
	} else {
		var ill, took int64
		ill, took, goesOn = w.anneal(s, int64(w.proposals()))
		worse, taken = float64(ill), float64(took)
	}
	if goesOn {
		c.Note(part, worse, taken)
		w.Work.Units++
	}
	return goesOn
}

// cool does one unit of the schedule that counts work. goesOn is false if the run was aborted inside.
func (w *annealWalk) cool(s *walk.Slice) (goesOn, ended bool) {
	if !w.ready {
		w.Fit(w.sample(s))
		w.Heat()
		w.ready = true
		w.Work.Units++
		return true, false
	}
	if _, _, goesOn = w.anneal(s, w.Length()); !goesOn {
		return false, false
	}
	w.Work.Units++
	if w.Next() {
		return true, false
	}
	if w.once {
		return true, true
	}
	w.Heat()
	w.Work.Restarts++
	return true, false
}

// proposals is how many a unit has at most.
func (w *annealWalk) proposals() int {
	if w.NB.Incremental() {
		return walking.UnitDelta
	}
	return walking.UnitFull
}

// sample returns what the worse ones of some moves cost: those of a unit, fewer where the budget is small.
func (w *annealWalk) sample(s *walk.Slice) (worse []int64) {
	begun, _ := w.progress(s)
	for k := range w.proposals() {
		if part, _ := w.progress(s); k >= cooling.LeastSample && part > begun+cooling.SampleShare {
			break
		}
		if d := w.NB.Delta(w.X, w.NB.Random(w.random)); d > 0 {
			worse = append(worse, d)
		}
	}
	return worse
}

// anneal makes proposals, and counts those that are worse, and those of them that are taken. goesOn is false if the run
// was aborted inside.
func (w *annealWalk) anneal(s *walk.Slice, proposals int64) (worse, taken int64, goesOn bool) {
	polls := !w.NB.Incremental()
	for range proposals {
		if polls && s.Aborted() {
			return worse, taken, false
		}
		m := w.NB.Random(w.random)
		d := w.NB.Delta(w.X, m)
		if d > 0 {
			if worse++; !w.Rule.Takes(d, w.random.Uint32()) {
				continue
			}
			taken++
		}
		w.Move(m, d)
		if w.Cost < w.Least || w.Watches {
			w.Note(s)
		}
	}
	return worse, taken, true
}

func (w *annealWalk) Save(a *checkpoint.Archive) {
	a.Fields("anneal", &w.Cooling, &w.descent, &w.sharing, &w.bath, &w.Current, w.random, &w.ready)
}

// courseOf returns the course of a walk without constraints.
func courseOf(s multiwalk.Space, b *bath) int32 {
	switch {
	case b.n > 0:
		return cooling.ByRows
	case s.Kind() == multiwalk.KindPermutation:
		return cooling.OfOrder
	case s.Kind() == multiwalk.KindIntegers:
		return cooling.OfIntegers
	case s.Kind() == multiwalk.KindBinary:
		return cooling.OfBits
	}
	return cooling.Common
}
