// Package neighbourhood numbers the moves of a search: a neighbourhood is a set of moves with a flat index 0 .. Size-1,
// bound to a problem that prices them. The index has a closed form both ways, so that it can be a GPU thread's number,
// and does not depend on the solution.
//
// Positions are 32 bits, indices 64: the pair maps are exact for every length that a Space can have.
package neighbourhood

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// Op is the kind of a move.
type Op uint8

// The kinds of move. Each has a file of its own.
const (
	OpSwap        Op = iota + 1 // x[I] and x[J] change places, I < J
	OpInsert                    // x[I] is taken out and put back so that it stands at J
	OpTwoOpt                    // x[I..J] is reversed, I < J
	OpOrOpt                     // x[I..J] moves to between x[K] and its cyclic successor, back to front if Reversed
	OpFlip                      // x[I] becomes 1-x[I]
	OpChange                    // x[I] goes up by uint32(J), cyclically within its range
	OpFlip2                     // x[I] and x[J] become 1-x[I] and 1-x[J], I < J
	OpFlip3                     // x[I], x[J] and x[K] likewise, I < J < K
	OpJointSwap                 // x[I] and x[J], I < J < K, change places, and so do x[I+K] and x[J+K], x[I+2K] and x[J+2K], and so on
	OpBlockSwap                 // x[I..I+K-1] and x[J..J+K-1] change places, I+K <= J
	OpThreeOpt                  // x[I..J], which may run over the end, moves to between x[K] and its cyclic successor, back to front if Reversed, as threeOpt makes it
	OpOwn                       // a multiwalk.Move of the problem's own, see multiwalk.Mover
	OpPair                      // moves number I in a part and number J in a later one; K is the number of the two parts, see pairing
	OpJoin                      // no move of its own: a change to a value that another element of the part has, see union
	OpGroupChange               // the elements with value I get value J; K is where the part begins
	OpGroupSwap                 // the elements with value I get value J, and those with J get I, I < J; K likewise
)

var opNames = [...]string{"none", "swap", "insert", "2opt", "oropt", "flip", "change", "flip2", "flip3", "jointswap", "blockswap", "3opt", "own", "pair", "join", "groupchange", "groupswap"}

// String returns the name that ByName knows the kind by.
func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return fmt.Sprintf("op(%d)", uint8(o))
}

// Move is a change of a solution, whatever its kind; see the kinds for what the fields mean. I, J and K are absolute positions in x, with
// exceptions: J of a change is a distance of values, K of a joint swap is the length of a part, of a block swap that of a block, and moves of
// groups have values in I and J. So a move means something without the solution it was made for, and can be undone, one of groups right after
// it was made. What the fields of an own move mean, only the problem knows; for a pair of moves, only its neighbourhood knows.
type Move struct {
	Op       Op
	Reversed bool
	I, J, K  int32
}

// String writes the move for a message, such as "oropt(3..5 to after 9, reversed)".
func (m Move) String() string {
	switch m.Op {
	case OpFlip:
		return fmt.Sprintf("flip(%d)", m.I)
	case OpChange:
		return fmt.Sprintf("change(%d up by %d)", m.I, uint32(m.J))
	case OpGroupChange, OpGroupSwap:
		return fmt.Sprintf("%v(values %d, %d)", m.Op, m.I, m.J)
	case OpFlip3, OpJointSwap, OpBlockSwap, OpOwn, OpPair:
		return fmt.Sprintf("%v(%d, %d, %d)", m.Op, m.I, m.J, m.K)
	case OpOrOpt, OpThreeOpt:
		if m.Reversed {
			return fmt.Sprintf("%v(%d..%d to after %d, reversed)", m.Op, m.I, m.J, m.K)
		}
		return fmt.Sprintf("%v(%d..%d to after %d)", m.Op, m.I, m.J, m.K)
	}
	return fmt.Sprintf("%v(%d, %d)", m.Op, m.I, m.J)
}

// Neighbourhood is the moves of one walk. Methods that take x do not keep it; Apply and Undo change it in place, all
// others leave it as it is. A Neighbourhood counts its evaluations and may hold scratch, so each walk needs its own.
type Neighbourhood interface {
	// Name is what ByName makes it from, such as "swap" or "oropt+2opt".
	Name() string
	// Size is the number of moves; it may be 0, in a space with one solution.
	Size() int64
	// Move returns move k, 0 <= k < Size, in constant time. If own moves cannot be numbered, it returns those of a sample,
	// which changes whenever a move is made.
	Move(k int64) Move
	// Index returns the k of a move that Move returned, in constant time.
	Index(m Move) int64
	// Random draws a move of a neighbourhood that is not empty, each of a kind and part as likely as any other. In a product
	// the parts are as likely as they are long. Several kinds of move of a part are drawn in proportions that are learnt from
	// what has been priced and made since: by what each has gained in the time that it takes. After Reunite and Recall some moves
	// are drawn otherwise.
	Random(r *multiwalk.Rand) Move
	// Reset says that x is the solution that moves are priced and made on from now on. A walk calls it at its start, and
	// whenever it has changed x otherwise than by Apply and Undo. If the problem has a state that makes deltas cheaper
	// (state.ConflictState), the state then prices the moves. Before the first Reset moves are priced without a state, on
	// any x.
	Reset(x []int32)
	// Apply makes the move.
	Apply(x []int32, m Move)
	// Undo takes back a move that was just made.
	Undo(x []int32, m Move)
	// Delta is the change of cost that the move would bring. Incremental moves are priced by the problem's evaluator,
	// others by a full evaluation of a copy.
	Delta(x []int32, m Move) int64
	// Incremental says whether every move has an evaluator that takes much less time than Cost. Own moves that cannot be
	// numbered are taken for big ones.
	Incremental() bool
	// Evaluations returns how many full and how many delta evaluations the neighbourhood has made.
	Evaluations() (full, delta int64)
	// Save saves the counts, and what decides when a full evaluation can be spared. Who resumes calls Reset.
	checkpoint.Saver
}

// positions is how many of I, J and K are positions.
func (m Move) positions() int {
	switch m.Op {
	case OpFlip, OpChange:
		return 1
	case OpOrOpt, OpFlip3, OpThreeOpt:
		return 3
	}
	return 2
}

// operator is one kind of move on one part of a solution.
type operator interface {
	Neighbourhood
	member() *Member
	// followed tells whether states of the problem price the moves.
	followed() bool
}

func (b *Member) member() *Member { return b }
