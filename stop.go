package multiwalk

import (
	"fmt"
	"time"
)

// StopKind names a stop criterion.
type StopKind string

// The kinds of stop criterion.
const (
	StopTime          StopKind = "time"
	StopEvaluations   StopKind = "evaluations"
	StopWork          StopKind = "work"
	StopTarget        StopKind = "target"
	StopNoImprovement StopKind = "no_improvement"
)

// Stop is one criterion that ends a run. Time, Evaluations, Work, Target and NoImprovement make one.
type Stop struct {
	Kind  StopKind `json:"kind"`  // time, evaluations, work, target or no_improvement
	Value int64    `json:"value"` // nanoseconds, evaluations, rounds, a cost, units
}

// Time stops after a duration of wall-clock time from the call of Minimize on. Preparation counts, and is cut short
// too. Loading kernels before a first run does not count (see walk.Loader). The run stops after the round whose end is
// likely to be nearest to the limit, so it may end up to 20 ms early. A round that goes on 40 ms beyond the limit is
// broken off.
func Time(d time.Duration) Stop { return Stop{StopTime, int64(d)} }

// Evaluations stops when the walks together have made n evaluations, full and delta. Each walk has an equal share of
// them. Its last unit of work may exceed the share, by less than one unit.
func Evaluations(n int64) Stop { return Stop{StopEvaluations, n} }

// Work stops after n rounds. To repeat a run that Time stopped, use Work with its Result.Rounds, and its Result.Pace as
// Settings.Pace: the result is the same.
func Work(n int64) Stop { return Stop{StopWork, n} }

// Target stops when a solution of cost c or less is found.
func Target(c int64) Stop { return Stop{StopTarget, c} }

// NoImprovement stops when the walks together have done n units of work (iterations) since the last new incumbent.
func NoImprovement(n int64) Stop { return Stop{StopNoImprovement, n} }

// leastTime is the least limit of time that somebody can mean.
const leastTime = time.Microsecond

// Validate reports a criterion of unknown kind, a limit that is not above 0, or a time below a microsecond.
func (s Stop) Validate() error {
	switch s.Kind {
	case StopTarget:
		return nil
	case StopTime, StopEvaluations, StopWork, StopNoImprovement:
		if s.Value <= 0 {
			value := any(s.Value)
			if s.Kind == StopTime {
				value = time.Duration(s.Value)
			}
			return fmt.Errorf("multiwalk: stop criterion %s %v must be above 0; leave it out for no limit", s.Kind, value)
		}
		if s.Kind == StopTime && time.Duration(s.Value) < leastTime {
			return fmt.Errorf("multiwalk: a time limit of %v is below a microsecond; for seconds use multiwalk.Time(%d * time.Second)",
				time.Duration(s.Value), s.Value)
		}
		return nil
	}
	return fmt.Errorf("multiwalk: unknown stop criterion %q; use Time, Evaluations, Work, Target or NoImprovement", s.Kind)
}
