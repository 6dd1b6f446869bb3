package single

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// annealWalk is one simulated annealing in progress: Algorithm 1 of "Parallel neighbourhood search on many-core
// platforms" (PSPM, section 2.2), except that the random number is drawn for worse moves only.
type annealWalk struct {
	cooling // another solution does not change the temperature
	current
	random *multiwalk.Rand
	once   bool
	ready  bool // the temperatures are set
}

func newAnnealWalk(s *annealSearch, nb neighbourhood.Neighbourhood, r *multiwalk.Rand) *annealWalk {
	x := make([]int32, s.p.Space().Len())
	s.plan.Begin(s.p, r, x)
	w := &annealWalk{cooling: cooling{schedule: s.schedule}, current: newCurrent(s.p, nb, x), random: r, once: s.m.Once}
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
		defer func() { ledger("anneal", w.p, w.x, w.cost, w.work.Moves) }()
	}
	for s.Next(w.Counters().Evaluations()) {
		if !w.ready {
			w.sample()
			continue
		}
		if !w.anneal(s) {
			return true
		}
		w.work.Units++
		if w.next() {
			continue
		}
		if w.once {
			return false
		}
		w.heat()
		w.work.Restarts++
	}
	return true
}

// sample sets the temperatures that are automatic.
func (w *annealWalk) sample() {
	n := unitDelta
	if !w.nb.Incremental() {
		n = unitFull
	}
	var worse []int64
	for range n {
		if d := w.nb.Delta(w.x, w.nb.Random(w.random)); d > 0 {
			worse = append(worse, d)
		}
	}
	w.fit(worse)
	w.heat()
	w.ready = true
	w.work.Units++
}

// anneal does one unit; it returns false if the run was aborted inside.
func (w *annealWalk) anneal(s *multiwalk.Slice) bool {
	polls := !w.nb.Incremental()
	for range w.length() {
		if polls && s.Aborted() {
			return false
		}
		m := w.nb.Random(w.random)
		d := w.nb.Delta(w.x, m)
		if d > 0 && !w.rule.Accept(d, w.random.Uint32()) {
			continue
		}
		w.move(m, d)
		w.note(s)
	}
	return true
}

// Save implements checkpoint.Saver.
func (w *annealWalk) Save(a *checkpoint.Archive) {
	a.Fields("anneal", &w.cooling, &w.current, w.random, &w.ready)
}
