package multiwalk

// Mover is a problem that brings moves of its own: a neighbourhood that package neighbourhood does not have, such as
// ruin-and-recreate, ejection chains, or the exchange of two stretches of routes. Every method that searches by a
// neighbourhood then makes these moves (setting Neighbourhood left empty or "own"), or mixes them with built-in ones
// ("own+swap"). Own moves are made on cores; a method on a GPU refuses them.
type Mover interface {
	// NewMoves returns the moves of one walk. It must be safe for concurrent use. What it returns is used by one
	// goroutine at a time, so it may hold scratch memory and tables.
	NewMoves() Moves
}

// Move is one move of a problem's own. What the numbers mean is the problem's business: two positions, say, and a
// kind of move in K. A Move and the solution that it is made on determine what changes. So a big move that draws random
// numbers carries the seed of these numbers (see SeedMove), and is worked out when it is priced.
type Move struct{ I, J, K int32 }

// SeedMove draws a Move that is a seed: Rand returns its numbers.
func SeedMove(r *Rand) Move {
	return Move{int32(r.Uint32()), int32(r.Uint32()), int32(r.Uint32())}
}

// Rand returns the random numbers of a move that is a seed: the same ones whenever the move is looked at.
func (m Move) Rand() *Rand {
	return NewRand(uint64(uint32(m.I))|uint64(uint32(m.J))<<32, int(uint32(m.K)))
}

// Moves is the moves of one walk. It follows the walk's solution, x: Reset tells it of a new one, Apply and Undo change
// it. A table that makes Delta cheap, such as the load of each route, is brought up to date in these three.
//
// Between Random and Apply other moves may be drawn and priced: climbing prices many moves and makes the best. What Delta
// works out may be kept for Apply, beside the Move that it belongs to; Apply compares, and works it out again for any
// other Move. Every solution after a move must lie in the space and pass the problem's Check; a move that turns out to be
// impossible changes nothing, and its delta is 0.
//
// All that Moves keeps must follow from the solution, but for scratch: a run that goes on from a checkpoint takes
// new Moves, and calls Reset. Package conformance checks all this.
//
// Further abilities are found by type assertion: MoveEvaluator, MoveEnumerator, MoveLister, MoveFollower, MoveKinds.
type Moves interface {
	// Reset says that x is the solution from now on. A walk calls it first of all, and whenever x became another solution
	// by something else than these moves. It must not keep x.
	Reset(x []int32)
	// Random draws a move from r.
	Random(r *Rand) Move
	// Apply makes the move: it changes x.
	Apply(x []int32, m Move)
	// Undo takes back the move that was just made: no other move was drawn, priced or made since.
	Undo(x []int32, m Move)
}

// MoveEvaluator is Moves that price a move faster than Cost does, or while they work it out. Without it moves are priced
// by Apply, Cost and Undo.
type MoveEvaluator interface {
	// Delta returns Cost(after) - Cost(before). It leaves x as it is.
	Delta(x []int32, m Move) int64
}

// MoveEnumerator is Moves that can be numbered, as small moves can. Climbing and variable neighbourhood search then look
// at each of them before they call a solution a local optimum. Without it they look at a sample, which they draw anew
// after each move.
type MoveEnumerator interface {
	// Size is how many moves there are. It may depend on the space, and not on the solution.
	Size() int64
	// Move returns move k, 0 <= k < Size.
	Move(k int64) Move
}

// MoveLister is Moves that know which few moves are worth a look at the present solution, and about what each of them would change. So the
// moves of a job shop are those on a critical path, whose costs are estimated in less time than they are found out. Tabu search then looks at
// these alone, and has the exact delta of the move that it makes.
type MoveLister interface {
	// List appends such moves to list. It may draw some of them from r. If there are none, the search makes a random move.
	List(r *Rand, list []Listed) []Listed
	// Takes appends to list what a move takes away from the present solution: attributes such as which jobs stand where on a machine.
	Takes(m Move, list []uint64) []uint64
	// Restores says whether a move brings back all that one of some others has taken. What each of these has taken lies in taken, up to where
	// ends says, from the end of the one before on. For some time tabu search makes no such move.
	Restores(m Move, taken []uint64, ends []int32) bool
}

// Listed is a move that is worth a look, and about what it changes the cost by.
type Listed struct {
	Move
	Delta int64
}

// MoveFollower is Moves that follow other moves, in a mixture such as "own+change+swap". When another move changes bits or
// integers, Change tells them of each one, in place of Reset.
type MoveFollower interface {
	// Change says that x has the value v at position i from now on, and another until now.
	Change(i, v int32)
}

// MoveKinds is Moves of several kinds, such as ruin-and-recreate beside an exchange of customers. Searches that draw
// moves learn how often to draw each kind. A kind's share of time follows its gain per nanosecond; every kind keeps
// some. Random is for searches that look at a sample of all moves.
type MoveKinds interface {
	// Kinds returns how long a price of each kind takes, in proportion: 1 and 20, say, for one that takes a microsecond
	// and one that takes twenty. The numbers need not be exact. There may be up to 24 kinds.
	Kinds() []float64
	// RandomOf draws a move of a kind, 0 <= kind < len(Kinds()), from r.
	RandomOf(kind int, r *Rand) Move
}
