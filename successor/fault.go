package successor

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/multiwalk/multiwalk/internal/kernels/construct"
)

// HeuristicError is the error of a heuristic that breaks its promises. The generator's states are those from before the
// generation.
type HeuristicError struct {
	Kind, State, Variable int // State is the number of the successor, -1 if Check found it
	Reason                string
}

// noState is the state of what Check found.
const noState = -1

// Error tells where and what was wrong, and what to do.
func (e *HeuristicError) Error() string {
	if e.State == noState {
		return fmt.Sprintf("multiwalk: variable %d of type %d: %s", e.Variable, e.Kind, e.Reason)
	}
	return fmt.Sprintf("multiwalk: successor %d, variable %d of type %d: %s", e.State, e.Variable, e.Kind, e.Reason)
}

// What heuristics do wrong on a core.
const (
	faultPanic = -1 - iota
	faultLie   // calls for many possibilities give others than calls for one
)

// fault is what is wrong with a state, in one of the types of its variables.
type fault struct {
	construct.Fault
	kind, state int
	cause       string // of a panic, or what is wrong with calls for many
}

// before tells which of two faults is reported: that of the type that comes first, and of its states the first.
func (f *fault) before(g *fault) bool {
	return f.kind < g.kind || f.kind == g.kind && f.state < g.state
}

// err is the error of a fault.
func (f *fault) err(most int) error {
	return &HeuristicError{f.kind, f.state, int(f.Variable), f.reason(most)}
}

func (f *fault) reason(most int) string {
	switch f.Code {
	case construct.FaultCount:
		return fmt.Sprintf("Possibilities returned %d; it must be from 0 to %d, the most that the type was made for", f.Value, most)
	case construct.FaultNegative:
		return fmt.Sprintf("possibility %d has weight %d; a weight must not be negative, and 0 forbids the possibility", f.Possibility, f.Value)
	case construct.FaultOverflow:
		return fmt.Sprintf("the weights up to possibility %d, which has %d, sum up to more than the greatest int64; make weights smaller",
			f.Possibility, f.Value)
	case construct.FaultPick:
		return fmt.Sprintf("Pick returned %d, which is no variable of this type", f.Value)
	case faultPanic:
		return "the heuristic panicked: " + f.cause
	case faultLie:
		return f.cause
	}
	return "weights differ between two calls; for the same state each call must give the same, on all threads, and must leave the state as it is"
}

// diagnose finds out what is wrong with n weights that have no sum, as construct.Diagnose does.
func diagnose(variable, n int32, weight func(i int32) int64) construct.Fault {
	sum := int64(0)
	for i := range n {
		m := weight(i)
		if m < 0 {
			return construct.Fault{Code: construct.FaultNegative, Variable: variable, Possibility: i, Value: m}
		}
		if sum += m; sum < 0 {
			return construct.Fault{Code: construct.FaultOverflow, Variable: variable, Possibility: i, Value: m}
		}
	}
	return construct.Fault{Code: construct.FaultUnsteady, Variable: variable}
}

// recovered is the fault that a panic is. The deferred function that recovered calls it.
func recovered(cause any, variable int32, kind, state int) fault {
	if l, ok := cause.(*lie); ok {
		return fault{construct.Fault{Code: faultLie, Variable: variable, Possibility: l.possibility}, kind, state, l.text}
	}
	return fault{construct.Fault{Code: faultPanic, Variable: variable}, kind, state, panicked(cause)}
}

// panicked describes what was recovered, with the place in the heuristic.
func panicked(cause any) string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs)])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("%v at %s:%d", cause, f.File, f.Line)
		}
		if !more {
			return fmt.Sprint(cause)
		}
	}
}
