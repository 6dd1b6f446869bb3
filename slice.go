package multiwalk

import (
	"math"
	"sync/atomic"
	"time"
)

// Slice is a walk's allowance for one round. A walk calls Next before each unit of work, and Improved at each new
// incumbent.
type Slice struct {
	units       int
	evaluations int64 // the walk's evaluation counter may not pass this
	target      int64
	hasTarget   bool
	start       time.Time // of the run
	shared      *roundState
	found       []improvement // incumbents of this round, in order
}

type improvement struct {
	cost     int64
	counters Counters
	elapsed  time.Duration
}

// roundState is what walks of a round look at while they work. Reading it cannot change what a walk computes before
// the place where it stops, which is what keeps runs repeatable.
type roundState struct {
	abort atomic.Bool
	hit   atomic.Int64 // the fewest evaluations after which a walk met the target
}

func newRoundState() *roundState {
	r := new(roundState)
	r.hit.Store(math.MaxInt64)
	return r
}

// NewSlice returns an allowance of so many units, with no other limit. It serves tests of walks and methods that run
// other walks; Minimize makes its own.
func NewSlice(units int) *Slice {
	return &Slice{units: units, evaluations: math.MaxInt64, shared: newRoundState()}
}

// Next reports whether to begin another unit of work, given the walk's evaluations so far, and counts it.
func (s *Slice) Next(evaluations int64) bool {
	if s.units <= 0 || evaluations >= s.evaluations || evaluations >= s.shared.hit.Load() || s.shared.abort.Load() {
		return false
	}
	s.units--
	return true
}

// Aborted reports whether the run must stop at once. A walk whose unit may last longer than 10 ms polls it inside the
// unit and, when it is set, gives the unit up and leaves its solution and counters as they were before.
func (s *Slice) Aborted() bool { return s.shared.abort.Load() }

// Improved notes that the walk has a new incumbent of this cost.
func (s *Slice) Improved(cost int64, c Counters) {
	s.found = append(s.found, improvement{cost, c, time.Since(s.start)})
	if s.hasTarget && cost <= s.target {
		for e := c.Evaluations(); ; {
			old := s.shared.hit.Load()
			if e >= old || s.shared.hit.CompareAndSwap(old, e) {
				break
			}
		}
		s.units = 0
	}
}

// Sub returns an allowance of so many units out of this one, for a walk made of walks: it stops where s would, and
// what it finds is not reported.
func (s *Slice) Sub(units int, evaluations int64) *Slice {
	return &Slice{units: min(units, s.units), evaluations: evaluations, target: s.target, hasTarget: s.hasTarget, shared: s.shared}
}
