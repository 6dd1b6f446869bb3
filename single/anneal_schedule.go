package single

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
)

// Proposals in a unit of work of the annealing methods: so few that an evaluation budget is kept closely, so many that
// asking for the next unit costs nothing. A full evaluation may be slow, so there a unit is shorter.
const (
	unitDelta = 256
	unitFull  = 16
)

// schedule is a geometric cooling schedule, in logical time: the temperature falls by the factor alpha after every step
// of so many iterations, from start until it is not above end.
type schedule struct {
	start, end, alpha float64
	iterations        int64 // in a step
	units             int64 // that a step is worked in
}

// newSchedule checks the settings of a method. A step is sweeps*n iterations of so many moves each.
func newSchedule(method string, start, end, alpha float64, sweeps, moves, n int, incremental bool) (schedule, error) {
	for name, t := range map[string]float64{"start": start, "end": end} {
		if !(t >= 0) || math.IsInf(t, 1) {
			return schedule{}, fmt.Errorf("multiwalk: %s's %s temperature %v is not a number from 0 up; "+
				"use 0 for the default", method, name, t)
		}
	}
	switch {
	case start > 0 && end >= start:
		return schedule{}, fmt.Errorf("multiwalk: %s's end temperature %v is not below its start %v; "+
			"use 0 for the default", method, end, start)
	case !(alpha > 0 && alpha < 1):
		return schedule{}, fmt.Errorf("multiwalk: %s's cooling constant alpha %v is not between 0 and 1; "+
			"use 0 for 0.99", method, alpha)
	case sweeps < 1:
		return schedule{}, fmt.Errorf("multiwalk: %s's %d sweeps a temperature are negative; use 0 for 10", method, sweeps)
	case moves < 1:
		return schedule{}, fmt.Errorf("multiwalk: %s's %d moves an iteration are negative; use 0 for 1", method, moves)
	}
	s := schedule{start: start, end: end, alpha: alpha}
	s.step(int64(n)*int64(sweeps), moves, incremental)
	return s, nil
}

// step sets how long a step is.
func (s *schedule) step(iterations int64, moves int, incremental bool) {
	unit := int64(unitFull)
	if incremental {
		unit = unitDelta
	}
	s.iterations = iterations
	s.units = min(iterations, (iterations*int64(moves)+unit-1)/unit)
}

// automatic says whether a temperature is to be found from a sample of deltas.
func (s *schedule) automatic() bool { return s.start == 0 || s.end == 0 }

// fit sets the temperatures that are automatic.
func (s *schedule) fit(worse []int64) { s.start, s.end = metropolis.Range(s.start, s.end, worse) }

// cooling is a walk's place in its schedule.
type cooling struct {
	schedule
	temperature float64
	rule        metropolis.Rule // at that temperature
	unit        int64           // of the step
}

// heat goes to the beginning.
func (c *cooling) heat() {
	c.temperature, c.unit = c.start, 0
	c.rule = metropolis.At(c.start)
}

// length is how many iterations the current unit has: the step's, split evenly.
func (c *cooling) length() int64 {
	return (c.unit+1)*c.iterations/c.units - c.unit*c.iterations/c.units
}

// next goes on to the next unit, and to the next temperature after a step's last. It returns false at the end.
func (c *cooling) next() bool {
	if c.unit++; c.unit < c.units {
		return true
	}
	c.unit = 0
	c.temperature *= c.alpha
	c.rule = metropolis.At(c.temperature)
	return c.temperature > c.end
}

// ledger panics if the deltas that a walk added up do not come to the change of the cost. It is for -tags invariants.
func ledger(method string, p multiwalk.Problem, x []int32, cost, moves int64) {
	if full := p.Cost(x); full != cost {
		panic(fmt.Errorf("%s: by its deltas the current solution costs %d, by full evaluation %d, after %d moves: %w",
			method, cost, full, moves, multiwalk.ErrDeltaMismatch))
	}
}
