// Package drive makes the iterations of a launch, for all searches whose launches are parts of one run.
package drive

import (
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// A Search is made by a team of threads, iteration by iteration.
type Search interface {
	// Step makes iteration i. All threads of the team get the same outcome.
	Step(i int64) Outcome
}

// Outcome is what became of an iteration.
type Outcome int32

const (
	Onward    Outcome = iota // the search goes on
	Met                      // it has come to the target
	MetBefore                // it had come to the target before the iteration, which was not made
	Over                     // there is nothing left to do
)

// At is the outcome of an iteration that ends with a cost.
func At(cost, target int64) Outcome {
	if cost <= target {
		return Met
	}
	return Onward
}

// Span is the iterations of a launch.
type Span struct {
	From, Until int64 // the first, and one past the last
	Poll        int32 // iterations from one look at goal and stop to the next
}

// Race is what the searches of a launch and the host tell each other.
type Race struct {
	Hits, Goal []int64 // of each search the iteration in which it came to the target; the least of these, or -1: all are to stop
	Stop       []uint32
}

// Hit notes that a search came to the target in iteration i.
func (r Race) Hit(t lane.Thread, search int32, i int64) {
	r.Hits[search] = i
	lane.AtomicMin(t, &r.Goal[0], i)
}

// Drive makes the iterations of a launch for the search that has a number in it, or as many as it takes until the search, another one or
// the host has ended the race. It returns the iteration that the search stands before; it is the last one if there is nothing left to do.
func Drive[T team.Team, S Search](t T, s S, search int32, a Span, r Race) int64 {
	poll := int32(0)
	for i := a.From; i < a.Until; i++ {
		if poll--; poll < 0 {
			poll = a.Poll - 1
			halt := int32(0)
			if t.Rank() == 0 {
				halt = Halted(t.Thread(), search, i, r.Goal, r.Stop)
			}
			if t.First(halt) != 0 {
				return i
			}
		}
		switch s.Step(i) {
		case Met:
			if t.Rank() == 0 {
				r.Hit(t.Thread(), search, i)
			}
			return i + 1
		case MetBefore:
			if t.Rank() == 0 {
				r.Hit(t.Thread(), search, i-1)
			}
			return i
		case Over:
			return a.Until
		}
	}
	return a.Until
}
