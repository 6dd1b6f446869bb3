package stat

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Observation is what one run says of the time to the target.
type Observation struct {
	Time     float64
	Censored bool   // the run ended at Time without the target
	Run      string // where its record stands, for messages; may be empty
}

// Sample is the times of independent runs that are alike but for their seeds.
type Sample struct {
	sorted []Observation // by time; of equal times those that reached the target come first
	events []event
}

// event is a time at which runs reached the target.
type event struct {
	time    float64
	reached int // runs that reached it then
	at      int // runs that had neither reached it nor ended before
}

// ErrNoneReached is returned if no run reached the target, so that there is no time to estimate.
var ErrNoneReached = errors.New("multiwalk: no run reached the target")

// NewSample checks that there is a run that reached the target and that all times are finite and above 0.
func NewSample(list []Observation) (*Sample, error) {
	reached := false
	for i, o := range list {
		if !(o.Time > 0) || math.IsInf(o.Time, 1) {
			return nil, fmt.Errorf("multiwalk: observation %d has time %v; it must be finite and above 0", i+1, o.Time)
		}
		reached = reached || !o.Censored
	}
	if !reached {
		return nil, ErrNoneReached
	}
	return newSample(slices.Clone(list)), nil
}

// newSample takes the list over. There may be no event in it.
func newSample(list []Observation) *Sample {
	slices.SortStableFunc(list, func(a, b Observation) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(order(a), order(b)))
	})
	s := &Sample{sorted: list}
	for i, o := range list {
		last := len(s.events) - 1
		switch {
		case o.Censored:
		case last >= 0 && s.events[last].time == o.Time:
			s.events[last].reached++
		default:
			s.events = append(s.events, event{o.Time, 1, len(list) - i})
		}
	}
	return s
}

func order(o Observation) int {
	if o.Censored {
		return 1
	}
	return 0
}

// Observations returns the runs by time. The slice is the sample's own.
func (s *Sample) Observations() []Observation { return s.sorted }

// Runs returns how many runs there are.
func (s *Sample) Runs() int { return len(s.sorted) }

// Reached returns how many of them reached the target.
func (s *Sample) Reached() int {
	sum := 0
	for _, e := range s.events {
		sum += e.reached
	}
	return sum
}

// Distinct returns how many different times there are at which runs reached the target.
func (s *Sample) Distinct() int { return len(s.events) }

// Min returns the shortest time to the target.
func (s *Sample) Min() float64 { return s.events[0].time }

// Max returns the longest time that any run lasted.
func (s *Sample) Max() float64 { return s.sorted[len(s.sorted)-1].Time }

// Head returns the sample as it would be if all runs had ended at the time at which a share of them had reached the
// target. The time of p runs side by side depends on the fastest of them. A fit to the head follows these more closely
// than a fit to all.
func (s *Sample) Head(share float64) *Sample {
	end := s.Quantile(share)
	if math.IsNaN(end) {
		return s
	}
	list := slices.Clone(s.sorted)
	for i, o := range list {
		if o.Time > end {
			list[i].Time, list[i].Censored = end, true
		}
	}
	return newSample(list)
}

// total is how long all runs lasted together.
func (s *Sample) total() float64 {
	sum := 0.0
	for _, o := range s.sorted {
		sum += o.Time
	}
	return sum
}

// ERT is the expected running time: the time of all runs together, divided by the number of runs that reached the
// target. It is the expected time if runs are repeated, with the limits that they had, until one reaches the target. If
// all runs reached it, ERT is the mean.
func (s *Sample) ERT() float64 { return s.total() / float64(s.Reached()) }

// meanOfReached returns mean and standard deviation (over n) of f of the times at which runs reached the target.
func (s *Sample) meanOfReached(f func(float64) float64) (mean, deviation float64) {
	n := float64(s.Reached())
	for _, e := range s.events {
		mean += f(e.time) * float64(e.reached) / n
	}
	for _, e := range s.events {
		d := f(e.time) - mean
		deviation += d * d * float64(e.reached) / n
	}
	return mean, math.Sqrt(deviation)
}
