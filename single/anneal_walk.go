package single

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// annealWalk is one simulated annealing in progress: Algorithm 1 of "Parallel neighbourhood search on many-core
// platforms" (PSPM, section 2.2), except that the random number is drawn for worse moves only.
type annealWalk struct {
	cooling // another solution does not change the temperature
	descent descent
	sharing sharing // where the descent is free
	bath    bath    // likewise
	current
	random   *multiwalk.Rand
	once     bool
	budgeted bool
	ready    bool // the temperatures of cooling are set
	joins    bool // the walk may begin within its course, see startWalk
}

func newAnnealWalk(s *annealSearch, nb neighbourhood.Neighbourhood, r *multiwalk.Rand) *annealWalk {
	x := make([]int32, s.p.Space().Len())
	s.plan.Begin(s.p, r, x)
	w := &annealWalk{cooling: cooling{schedule: s.schedule}, current: newCurrent(s.p, nb, x), random: r, once: s.m.Once,
		budgeted: s.budgeted, descent: newDescent(s.m.Start, s.m.End)}
	w.beside = &w.bath.row.priced
	if w.budgeted && w.descent.free() && w.weighed == nil {
		w.bath = newBath(s.p, nb, s.plan.Budget)
		w.sharing.course = courseOf(s.p.Space(), &w.bath)
	}
	if w.budgeted && w.descent.free() && w.bath.n == 0 {
		neighbourhood.Reunite(w.nb, w.x)
		neighbourhood.Recall(w.nb, w.x)
	}
	if w.ready = !w.automatic(); w.ready {
		w.heat()
	}
	return w
}

// Step implements multiwalk.Walk. A unit is up to 256 proposals at one temperature, or 16 that are evaluated in full;
// before the first come 256 or 16 for the temperatures, if they are automatic.
func (w *annealWalk) Step(s *multiwalk.Slice) bool {
	if w.nb.Size() == 0 {
		return false
	}
	if invariants.Enabled {
		defer w.ledger("anneal")
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
		w.adapt()
	}
	return true
}

// progress is that of the run, if the walk cools over it.
func (w *annealWalk) progress(s *multiwalk.Slice) (part float64, ok bool) {
	if !w.budgeted {
		return 0, false
	}
	return s.Progress(w.Counters().Evaluations())
}

// descend does one unit of a walk that cools over its budget; it returns false if the run was aborted inside.
func (w *annealWalk) descend(s *multiwalk.Slice, part float64) bool {
	d := &w.descent
	if d.free() {
		return w.share(s, part)
	}
	if !d.sampled() {
		d.pilot(ends(w.sample(s)))
		d.begun = part
		w.work.Units++
		return true
	}
	level, piloting := d.level(part)
	w.rule = tempering.Heat(level)
	worse, taken, goesOn := w.anneal(s, int64(w.proposals()))
	if piloting >= 0 {
		d.profile.note(piloting, worse, taken)
	}
	if goesOn {
		w.work.Units++
	}
	return goesOn
}

// share does one unit of a walk that finds both temperatures as it goes.
func (w *annealWalk) share(s *multiwalk.Slice, part float64) bool {
	c := &w.sharing
	if !c.begun || part < c.at { // progress begins anew
		worse := w.sample(s)
		if c.begin(part, worse); w.joins {
			c.level = levelOfShare(worse, c.wanted(part))
			c.first = c.level
		}
		w.work.Units++
		return true
	}
	w.rule = tempering.Heat(c.level)
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
		c.note(part, worse, taken)
		w.work.Units++
	}
	return goesOn
}

// cool does one unit of the schedule that counts work. goesOn is false if the run was aborted inside.
func (w *annealWalk) cool(s *multiwalk.Slice) (goesOn, ended bool) {
	if !w.ready {
		w.fit(w.sample(s))
		w.heat()
		w.ready = true
		w.work.Units++
		return true, false
	}
	if _, _, goesOn = w.anneal(s, w.length()); !goesOn {
		return false, false
	}
	w.work.Units++
	if w.next() {
		return true, false
	}
	if w.once {
		return true, true
	}
	w.heat()
	w.work.Restarts++
	return true, false
}

// proposals is how many a unit has at most.
func (w *annealWalk) proposals() int {
	if w.nb.Incremental() {
		return unitDelta
	}
	return unitFull
}

// sample returns what the worse ones of some moves cost: those of a unit, fewer where the budget is small.
func (w *annealWalk) sample(s *multiwalk.Slice) (worse []int64) {
	begun, _ := w.progress(s)
	for k := range w.proposals() {
		if part, _ := w.progress(s); k >= leastSample && part > begun+sampleShare {
			break
		}
		if d := w.nb.Delta(w.x, w.nb.Random(w.random)); d > 0 {
			worse = append(worse, d)
		}
	}
	return worse
}

// anneal makes proposals, and counts those that are worse, and those of them that are taken. goesOn is false if the run
// was aborted inside.
func (w *annealWalk) anneal(s *multiwalk.Slice, proposals int64) (worse, taken int64, goesOn bool) {
	polls := !w.nb.Incremental()
	for range proposals {
		if polls && s.Aborted() {
			return worse, taken, false
		}
		m := w.nb.Random(w.random)
		d := w.nb.Delta(w.x, m)
		if d > 0 {
			if worse++; !w.rule.Takes(d, w.random.Uint32()) {
				continue
			}
			taken++
		}
		w.move(m, d)
		if w.cost < w.least || w.watches {
			w.note(s)
		}
	}
	return worse, taken, true
}

// Save implements checkpoint.Saver.
func (w *annealWalk) Save(a *checkpoint.Archive) {
	a.Fields("anneal", &w.cooling, &w.descent, &w.sharing, &w.bath, &w.current, w.random, &w.ready)
}
