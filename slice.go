package multiwalk

import (
	"math"
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
	shared      *signals
	round       int           // of the batch
	worked      int           // the rounds of the batch up to the last in which the walk did a unit
	found       []improvement // incumbents of this batch, in order
	failure     error         // what Fail was told
	parent      *Slice        // of an allowance out of another one, else nil; then the fields from target to found are unused
	others      Counters      // the work of the walk's other parts
	incumbent   int64         // the cost that a part must be below to tell its parent
}

type improvement struct {
	cost     int64
	counters Counters
	elapsed  time.Duration
	round    int // of the batch
}

// NewSlice returns an allowance of so many units, with no other limit. It serves tests of walks and methods that run
// other walks; Minimize makes its own.
func NewSlice(units int) *Slice {
	return &Slice{units: units, evaluations: math.MaxInt64, shared: newSignals()}
}

// Next reports whether to begin another unit of work, given the walk's evaluations so far, and counts it.
func (s *Slice) Next(evaluations int64) bool {
	if s.units <= 0 || evaluations >= s.evaluations {
		return false
	}
	if s.parent != nil {
		if !s.parent.Next(evaluations + s.others.Evaluations()) {
			return false
		}
	} else if !s.shared.goOn(s.round, evaluations) {
		return false
	}
	s.worked = s.round + 1
	s.units--
	return true
}

// Left returns how many units the allowance still has.
func (s *Slice) Left() int { return s.units }

// Target returns the cost that ends the run, for a walk that can look for it inside a unit: the least of all costs if
// there is none.
func (s *Slice) Target() int64 {
	switch {
	case s.parent != nil:
		return s.parent.Target()
	case s.hasTarget:
		return s.target
	}
	return math.MinInt64
}

// EvaluationsLeft returns how many more evaluations the walk may make, given those it has made so far. A walk whose unit is
// many, such as a launch on a GPU, makes a shorter one at the end of them.
func (s *Slice) EvaluationsLeft(evaluations int64) int64 {
	left := max(0, s.evaluations-evaluations)
	if s.parent != nil {
		left = min(left, s.parent.EvaluationsLeft(evaluations+s.others.Evaluations()))
	}
	return left
}

// Aborted reports whether the run must stop at once. A walk whose unit may last longer than 10 ms polls it inside the
// unit and, when it is set, gives the unit up: it leaves its solution and counters as they were before, or reports what
// it has found by then, if that comes whole and at once. It has some 30 ms for that before the run ends without it.
func (s *Slice) Aborted() bool { return s.shared.abort.Load() }

// Improved notes that the walk has a new incumbent of this cost.
func (s *Slice) Improved(cost int64, c Counters) {
	if s.parent != nil {
		if cost < s.incumbent {
			s.incumbent = cost
			c.Add(s.others)
			s.parent.Improved(cost, c)
		}
		return
	}
	s.found = append(s.found, improvement{cost, c, time.Since(s.start), s.round})
	if s.hasTarget && cost <= s.target {
		s.shared.hit(s.round, c.Evaluations())
		s.units = 0
	}
}

// Fail ends the run with an error that is not the problem's doing, such as a device that was lost. What the walk and all
// others reported before still counts. The walk returns false from Step.
func (s *Slice) Fail(err error) {
	if s.parent != nil {
		s.parent.Fail(err)
	} else if s.failure == nil {
		s.failure = err
	}
	s.units = 0
}

// Sub returns an allowance out of s, for a walk made of walks: one of its parts may do so many units, and no more
// evaluations than its counter reaching the limit (math.MaxInt64 for none). Every unit counts in s too, and wherever s
// would end, so does the part; others is the work of all other parts so far. What the part finds below the cost of
// incumbent, which is the whole walk's, s reports with the counters of the whole.
func (s *Slice) Sub(units int, evaluations int64, others Counters, incumbent int64) *Slice {
	return &Slice{units: units, evaluations: evaluations, shared: s.shared, parent: s, others: others, incumbent: incumbent}
}
