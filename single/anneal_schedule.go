package single

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
)

// Proposals in a unit of work of the annealing methods: few enough to keep an evaluation budget closely, enough that
// asking for the next unit costs nothing. A full evaluation may be slow, so there a unit is shorter.
const (
	unitDelta = 256
	unitFull  = 16
)

// The ranges of the settings of the annealing methods. Settings that count are below 2^31, so that no product of two of
// them and a length overflows 64 bits by more than bits.Mul64 is used for.
const (
	mostCount = math.MaxInt32
	// mostMoves bounds the moves of an iteration, because a walk looks at its budget of evaluations between two.
	mostMoves        = 1 << 16
	leastTemperature = 1e-100
	mostTemperature  = 1e100
)

// checkCount refuses a setting that counts and is negative or too great.
func checkCount(method, name string, value, most int, zero string) error {
	if value < 0 || value > most {
		return fmt.Errorf("multiwalk: %s %s %d is outside [0, %d]; use 0 for the default (%s)", method, name, value, most, zero)
	}
	return nil
}

// schedule is a geometric cooling schedule, in logical time: the temperature falls by the factor alpha after every
// step, from start until it is not above end.
type schedule struct {
	start, end, alpha float64
	iterations        int64 // in a step
	units             int64 // that a step is worked in
}

// newSchedule checks the settings of a method. A step is sweeps*n iterations, each of the given number of moves.
func newSchedule(method string, start, end, alpha float64, sweeps, moves, n int, incremental bool) (schedule, error) {
	for name, t := range map[string]float64{"start": start, "end": end} {
		if t != 0 && !(t >= leastTemperature && t <= mostTemperature) {
			return schedule{}, fmt.Errorf("multiwalk: %s's %s temperature %v is not a number from %v to %v; "+
				"use 0 for the default", method, name, t, leastTemperature, mostTemperature)
		}
	}
	switch {
	case start > 0 && end >= start:
		return schedule{}, fmt.Errorf("multiwalk: %s's end temperature %v is not below its start %v; "+
			"use 0 for the default", method, end, start)
	case !(alpha > 0 && alpha < 1):
		return schedule{}, fmt.Errorf("multiwalk: %s's cooling constant alpha %v is not between 0 and 1; "+
			"use 0 for 0.99", method, alpha)
	case sweeps < 1 || sweeps > mostCount:
		return schedule{}, fmt.Errorf("multiwalk: %s's %d sweeps a temperature are outside [1, %d]; use 0 for 10",
			method, sweeps, mostCount)
	case moves < 1 || moves > mostMoves:
		return schedule{}, fmt.Errorf("multiwalk: %s's %d moves an iteration are outside [1, %d]; use 0 for 1",
			method, moves, mostMoves)
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
	s.iterations, s.units = iterations, iterations
	if int64(moves) < unit {
		s.units = min(iterations, scaled(iterations, int64(moves), unit, unit-1))
	}
}

// scaled returns (a*b + add) / c, which must fit, without overflow on the way.
func scaled(a, b, c, add int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	low, carry := bits.Add64(low, uint64(add), 0)
	q, _ := bits.Div64(high+carry, low, uint64(c))
	return int64(q)
}

// stepUnits is units as an int.
func (s *schedule) stepUnits() int { return int(min(s.units, math.MaxInt)) }

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
	return scaled(c.unit+1, c.iterations, c.units, 0) - scaled(c.unit, c.iterations, c.units, 0)
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

// Save implements checkpoint.Saver. Temperatures that are automatic are a walk's own.
func (c *cooling) Save(a *checkpoint.Archive) {
	a.Fields("cooling", &c.schedule, &c.temperature, &c.rule, &c.unit)
}

// ledger panics if the deltas that a walk added up do not come to the change of the cost. It is for -tags invariants.
func ledger(method string, p multiwalk.Problem, x []int32, cost, moves int64) {
	if full := p.Cost(x); full != cost {
		panic(fmt.Errorf("%s: by its deltas the current solution costs %d, by full evaluation %d, after %d moves: %w",
			method, cost, full, moves, multiwalk.ErrDeltaMismatch))
	}
}
