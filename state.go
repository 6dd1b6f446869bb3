package multiwalk

// Stater is a problem that keeps, for each walk, numbers from which it prices moves faster than from the solution
// alone: what each bit would gain by a flip, how many neighbours of a vertex have each colour.
//
// What a state prices is an ability of the state's own: it has methods of package state, such as those of state.SwapFollower. They
// are named like those of the problem, without x, and positions are those in the whole solution, of a product too. A move that
// the state prices is priced by it, any other by the problem's delta, else by full evaluation. So the problem need not offer the same
// deltas itself; where it does, they serve kernels, and methods that keep no state.
type Stater interface {
	// NewState returns a state at solution x, which it copies. A state belongs to one walk. All states of an instance
	// have the same abilities. Searches make one to see which, so tables that take long to fill are best filled when they are
	// first read.
	NewState(x []int32) State
}

// State is a solution together with numbers that follow from it, kept up to date as it is changed. It need not check what it is
// told. It is told of each move that is made. When a move is taken back, it is told of the move that leads back.
//
// If it has no method for a move, it is told of several other moves instead: of swaps for an insertion, of two flips for the
// exchange of two bits, and the other way round. If its methods do not lead there, as swaps do not lead to other values, it is
// told by Reset.
type State interface {
	// Reset moves the state to another solution, which it copies.
	Reset(x []int32)
}
