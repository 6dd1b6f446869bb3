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

// Stop is one criterion to end a run by. Use Time, Evaluations, Work, Target or NoImprovement to make one.
type Stop struct {
	Kind  StopKind `json:"kind"`
	Value int64    `json:"value"` // nanoseconds, evaluations, rounds, a cost, units
}

// Time stops after a duration of wall-clock time from the call of Minimize on. Preparation counts and is cut short too;
// the loading of kernels before a first run does not count (see Loader). The last round is the one that is likely to end
// nearest to the limit, so that a run may end up to 20 ms before it. A round that takes 40 ms beyond it is broken off.
func Time(d time.Duration) Stop { return Stop{StopTime, int64(d)} }

// Evaluations stops when the walks together have made n evaluations, full and delta. Each walk has an equal share, and
// passes it by less than one unit of its work.
func Evaluations(n int64) Stop { return Stop{StopEvaluations, n} }

// Work stops after n rounds. A run stopped by time, repeated with Work(its rounds), gives the same result.
func Work(n int64) Stop { return Stop{StopWork, n} }

// Target stops when a solution costs no more than c.
func Target(c int64) Stop { return Stop{StopTarget, c} }

// NoImprovement stops when the walks together have done n units of work (iterations) since the last new incumbent.
func NoImprovement(n int64) Stop { return Stop{StopNoImprovement, n} }

// Validate reports a criterion that cannot be.
func (s Stop) Validate() error {
	switch s.Kind {
	case StopTarget:
		return nil
	case StopTime, StopEvaluations, StopWork, StopNoImprovement:
		if s.Value <= 0 {
			return fmt.Errorf("multiwalk: stop criterion %s %d must be above 0; leave it out for no limit", s.Kind, s.Value)
		}
		return nil
	}
	return fmt.Errorf("multiwalk: unknown stop criterion %q; use Time, Evaluations, Work, Target or NoImprovement", s.Kind)
}

// stops is a list of criteria with the tightest of each kind; 0 means none.
type stops struct {
	time                             time.Duration
	evaluations, work, noImprovement int64
	target                           int64
	hasTarget                        bool
}

func collect(list []Stop) stops {
	var c stops
	tighten := func(at *int64, v int64) {
		if *at == 0 || v < *at {
			*at = v
		}
	}
	for _, s := range list {
		switch s.Kind {
		case StopTime:
			tighten((*int64)(&c.time), s.Value)
		case StopEvaluations:
			tighten(&c.evaluations, s.Value)
		case StopWork:
			tighten(&c.work, s.Value)
		case StopNoImprovement:
			tighten(&c.noImprovement, s.Value)
		case StopTarget:
			if !c.hasTarget || s.Value > c.target { // the easiest target is met first
				c.target, c.hasTarget = s.Value, true
			}
		}
	}
	return c
}
