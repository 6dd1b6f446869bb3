package cooling

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/single/internal/walking"
)

// Schedule is a geometric cooling schedule, in logical time: the temperature falls by the factor alpha after every
// step, from start until it is not above end.
type Schedule struct {
	Start, End, Alpha float64
	Iterations        int64 // in a step
	units             int64 // that a step is worked in
}

// NewSchedule checks the settings of a method. A step is sweeps*n iterations, each of the given number of moves.
func NewSchedule(method string, start, end, alpha float64, sweeps, moves, n int, incremental bool) (Schedule, error) {
	for name, t := range map[string]float64{"start": start, "end": end} {
		if t != 0 && !(t >= walking.LeastTemperature && t <= walking.MostTemperature) {
			return Schedule{}, fmt.Errorf("multiwalk: %s's %s temperature %v is not a number from %v to %v; "+
				"use 0 for the default", method, name, t, walking.LeastTemperature, walking.MostTemperature)
		}
	}
	switch {
	case start > 0 && end >= start:
		return Schedule{}, fmt.Errorf("multiwalk: %s's end temperature %v is not below its start %v; "+
			"use 0 for the default", method, end, start)
	case !(alpha > 0 && alpha < 1):
		return Schedule{}, fmt.Errorf("multiwalk: %s's cooling constant alpha %v is not between 0 and 1; "+
			"use 0 for 0.99", method, alpha)
	case sweeps < 1 || sweeps > walking.MostCount:
		return Schedule{}, fmt.Errorf("multiwalk: %s's %d sweeps a temperature are outside [1, %d]; use 0 for 10",
			method, sweeps, walking.MostCount)
	case moves < 1 || moves > walking.MostMoves:
		return Schedule{}, fmt.Errorf("multiwalk: %s's %d moves an iteration are outside [1, %d]; use 0 for 1",
			method, moves, walking.MostMoves)
	}
	s := Schedule{Start: start, End: end, Alpha: alpha}
	s.SetStep(int64(n)*int64(sweeps), moves, incremental)
	return s, nil
}

// SetStep sets how long a step is.
func (s *Schedule) SetStep(iterations int64, moves int, incremental bool) {
	unit := int64(walking.UnitFull)
	if incremental {
		unit = walking.UnitDelta
	}
	s.Iterations, s.units = iterations, iterations
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

// StepUnits is units as an int.
func (s *Schedule) StepUnits() int { return int(min(s.units, math.MaxInt)) }

// Automatic says whether a temperature is to be found from a sample of deltas.
func (s *Schedule) Automatic() bool { return s.Start == 0 || s.End == 0 }

// Fit sets the temperatures that are automatic.
func (s *Schedule) Fit(worse []int64) { s.Start, s.End = metropolis.Range(s.Start, s.End, worse) }

// Cooling is a walk's place in its schedule.
type Cooling struct {
	Schedule
	temperature float64
	Rule        metropolis.Rule // at that temperature
	unit        int64           // of the step
}

// Heat goes to the beginning.
func (c *Cooling) Heat() {
	c.temperature, c.unit = c.Start, 0
	c.Rule = metropolis.At(c.Start)
}

// Length is how many iterations the current unit has: the step's, split evenly.
func (c *Cooling) Length() int64 {
	return scaled(c.unit+1, c.Iterations, c.units, 0) - scaled(c.unit, c.Iterations, c.units, 0)
}

// Next goes on to the next unit, and to the next temperature after a step's last. It returns false at the end.
func (c *Cooling) Next() bool {
	if c.unit++; c.unit < c.units {
		return true
	}
	c.unit = 0
	c.temperature *= c.Alpha
	c.Rule = metropolis.At(c.temperature)
	return c.temperature > c.End
}

// Save implements checkpoint.Saver. Temperatures that are automatic are a walk's own.
func (c *Cooling) Save(a *checkpoint.Archive) {
	a.Fields("cooling", &c.Schedule, &c.temperature, &c.Rule, &c.unit)
}
