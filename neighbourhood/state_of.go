package neighbourhood

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/state"
)

// SomeState returns a state of the problem, at the least solution of its space, or nil if it has none. What it prices, all states
// of the problem price.
func SomeState(p multiwalk.Problem) multiwalk.State {
	if s, ok := p.(multiwalk.Stater); ok {
		return s.NewState(least(p.Space()))
	}
	return nil
}

// Stated tells whether the problem's states price single moves of some kind.
func Stated(p multiwalk.Problem) bool { return followerOf(p).begin != nil }

// CountsConflicts tells whether the problem's states price swaps and count conflicts: see state.ConflictFollower.
func CountsConflicts(p multiwalk.Problem) bool {
	if _, ok := p.(state.ConflictConstructor); ok {
		return true // of great problems, whose states take long to make
	}
	s := SomeState(p)
	_, swaps := s.(state.SwapFollower)
	_, conflicts := s.(state.ConflictFollower)
	return swaps && conflicts
}

// StateOf returns the state that follows the solution of a walk from its first Reset on, or nil if the problem has none that prices
// the moves of some kind. It is for searches that look at many moves at once. The neighbourhood makes the moves.
func StateOf(n Neighbourhood) multiwalk.State {
	if f, ok := n.(interface{ following() multiwalk.State }); ok {
		return f.following()
	}
	return nil
}

func (e *pricer) following() multiwalk.State {
	if !e.state.placed {
		return nil
	}
	return e.state.state
}
