package ils

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// descentUnit is how many cities a unit looks at until the first local optimum is reached; later a unit is one kick
	// and its repair.
	descentUnit = 10
	// firstCycle is the length of the first cooling cycle, in kicks a city. Each cycle is twice as long as the one
	// before, so the schedule suits any time limit.
	firstCycle = 10
)

// tourWalk kicks and repairs a tour. Whether it keeps a result that is worse is up to Metropolis at a temperature that
// falls to 0 over each cycle: the large-step Markov chain of Martin, Otto and Felten (1991), reheated.
type tourWalk struct {
	s          *tourSearch
	r          *multiwalk.Rand
	local      *tour.Search
	descends   bool // the first local optimum is still to come
	current    int64
	cost       int64   // of the incumbent
	best       []int32 // the incumbent, unless stale
	stale      bool    // the local search holds a better tour than best
	twin       []int32
	edge       float64    // mean edge cost of the first local optimum
	kicks      int64      // in this cycle, or of this tour of a population
	cycle      int64      // its length
	population population // in a run with a budget
	rule       metropolis.Rule
	counters   multiwalk.Counters
}

// set moves the walk to a tour.
func (w *tourWalk) set(x []int32) {
	w.current = w.local.Set(w.s.graphTour(x))
	w.counters.FullEvaluations++
	w.descends = true
}

// Step implements walk.Walk.
func (w *tourWalk) Step(s *walk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		w.counters.Units++
		switch {
		case w.descends:
			w.descend()
		case w.population.stage == alone:
			w.kick()
		default:
			w.populationUnit(s)
		}
		w.counters.DeltaEvaluations = w.local.Priced()
		w.counters.Moves = w.local.Exchanges()
		if w.current < w.cost {
			w.cost, w.stale = w.current, true
			s.Improved(w.cost, w.counters)
		}
	}
	if w.population.stage == meeting {
		w.population.stage = met
	}
	w.ledger()
	return true
}

func (w *tourWalk) descend() {
	w.current -= w.local.Optimise(descentUnit)
	w.local.Keep()
	if !w.local.Optimal() {
		return
	}
	w.descends = false
	if w.cycle == 0 {
		w.edge = float64(w.current) / float64(w.s.n)
		w.cycle = firstCycle * int64(w.s.n)
		w.cool()
	}
}

// kick is a unit of a run without a budget.
func (w *tourWalk) kick() {
	w.propose()
	if w.kicks == w.cycle {
		w.kicks, w.cycle = 0, 2*w.cycle
		w.counters.Restarts++
	}
	if w.kicks%int64(w.s.n) == 0 {
		w.cool()
	}
}

// propose kicks and repairs the tour, and keeps the result if the rule accepts it.
func (w *tourWalk) propose() {
	w.save()
	delta := w.local.Kick(w.r) - w.repair()
	if w.rule.Accept(delta, w.r.Uint32()) {
		w.current += delta
		w.local.Keep()
	} else {
		w.local.Undo()
	}
	w.kicks++
}

func (w *tourWalk) repair() (gain int64) {
	for !w.local.Optimal() {
		gain += w.local.Optimise(1 << 30)
	}
	return gain
}

// cool sets the temperature, once every n kicks: from Temperature mean edges down to 0 over the cycle. With many cities
// the first cycle stays at 0, because a run may well end in it: after 20 s with two walks, gaps on usa13509 and d18512
// fell from 0.70 and 0.79 % to 0.50 and 0.40 %.
func (w *tourWalk) cool() {
	if w.s.n >= manyCities && w.counters.Restarts == 0 {
		return
	}
	w.heat(float64(w.cycle-w.kicks) / float64(w.cycle))
}

// heat sets the temperature to a part of that at which a cycle begins.
func (w *tourWalk) heat(part float64) {
	start := w.s.m.Temperature
	if start == 0 {
		start = 0.6
	}
	w.rule = metropolis.At(start * w.edge * part)
}

// save copies the incumbent before the tour moves on.
func (w *tourWalk) save() {
	if !w.stale {
		return
	}
	w.stale = false
	w.write(w.best)
}

// write writes the current tour to x.
func (w *tourWalk) write(x []int32) {
	if !w.s.asymmetric {
		w.local.Copy(x)
		return
	}
	w.twin = w.twin[:2*w.s.n]
	w.local.Copy(w.twin)
	tour.SingleTour(w.twin, x)
}

// Best implements walk.Walk.
func (w *tourWalk) Best() ([]int32, int64) {
	w.save()
	return w.best, w.cost
}

// Counters implements walk.Walk.
func (w *tourWalk) Counters() multiwalk.Counters { return w.counters }

// Adopt implements walk.Adopter.
func (w *tourWalk) Adopt(x []int32, cost int64) {
	w.save()
	if cost < w.cost {
		w.cost = cost
		copy(w.best, x)
	}
	if w.population.stage == alone {
		w.set(x)
	} else {
		w.welcome(x, cost)
	}
}

// Save implements checkpoint.Saver.
func (w *tourWalk) Save(a *checkpoint.Archive) {
	a.Fields("ils", w.local, w.r, &w.descends, &w.current, &w.cost, &w.best, &w.stale, &w.edge, &w.kicks, &w.cycle, &w.rule,
		&w.counters)
	w.population.save(a)
}

// ledger checks that the deltas of all exchanges add up to the cost.
func (w *tourWalk) ledger() {
	if !invariants.Enabled {
		return
	}
	if full := w.local.Length(); full != w.current {
		panic(fmt.Errorf("ils: by its deltas the tour costs %d, by full evaluation %d: %w",
			w.current, full, multiwalk.ErrDeltaMismatch))
	}
}

// Settled says whether the walk has come to a first local optimum: anneal.Anneal asks it where it begins at a start.
func (w *tourWalk) Settled() bool { return w.cycle > 0 }
