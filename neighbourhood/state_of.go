package neighbourhood

import "github.com/multiwalk/multiwalk"

// StateOf returns the state that follows the solution of a walk from its first Reset on, or nil if the problem has none. It is
// for searches that look at many moves at once. The neighbourhood makes the moves.
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
