package state

import "github.com/multiwalk/multiwalk"

// SwapFollower is a State that prices swaps, of permutations or of any two values: see multiwalk.SwapEvaluator.
type SwapFollower interface {
	// Swap exchanges positions i and j, i != j.
	Swap(i, j int32)
	// SwapDelta prices the exchange of positions i and j, i != j.
	SwapDelta(i, j int32) int64
}

// SwapsFollower is a State that keeps the deltas of all swaps of a permutation or a tour in rows, for searches that look at all
// swaps again and again: the delta matrix of quadratic assignment. Without SwapDelta it is for these searches alone. Others, that
// price many swaps and make few, then price by the problem's SwapDelta; if it has none, they look a swap up in its row.
type SwapsFollower interface {
	// Swap exchanges positions i and j.
	Swap(i, j int32)
	// Row returns the deltas of swapping position i with j = i+1 .. n-1, in that order. If every delta of the instance
	// is sure to fit int32, they are in narrow, which is faster to read; else they are in wide. The other slice is nil.
	// For i = n-1 both are nil. The slices are read-only, and valid until the next call.
	Row(i int32) (narrow []int32, wide []int64)
}

// InsertFollower is a State that prices insertions: see multiwalk.InsertEvaluator.
type InsertFollower interface {
	// Insert takes out the element at position i and puts it back so that it stands at position j, i != j.
	Insert(i, j int32)
	// InsertDelta prices that.
	InsertDelta(i, j int32) int64
}

// FlipFollower is a State that prices flips of bits: see multiwalk.FlipEvaluator.
type FlipFollower interface {
	// Flip inverts the bit at position i.
	Flip(i int32)
	// FlipDelta prices that.
	FlipDelta(i int32) int64
}

// FlipsFollower is a State that prices the flips of many bits in one call. Tabu search reads these prices several times faster
// than it asks for one after the other.
type FlipsFollower interface {
	FlipFollower
	// FlipDeltas writes FlipDelta of the bits from position i on, as many as there are deltas.
	FlipDeltas(i int32, deltas []int64)
}

// FieldsFollower is a State that keeps what flips cost as local fields of 32 bits, which tabu search scans by vectors: FlipDelta(i) is
// the product of field and sign of bit i.
type FieldsFollower interface {
	FlipFollower
	// Fields returns the fields and the signs, 1 or -1, of all bits. A field is above -2^31+1 and below 2^31-1. Both are read-only, and
	// valid until the next call. They are nil if the state has no such fields.
	Fields() (fields, signs []int32)
}

// Flip2Follower is a State that prices two flips at once: see multiwalk.Flip2Evaluator. It is told of them one after the other.
type Flip2Follower interface {
	FlipFollower
	// Flip2Delta prices the flips of positions i and j, i < j.
	Flip2Delta(i, j int32) int64
}

// Flip3Follower is a State that prices three flips at once: see multiwalk.Flip3Evaluator. It is told of them one after the other.
type Flip3Follower interface {
	FlipFollower
	// Flip3Delta prices the flips of positions i, j and k, i < j < k.
	Flip3Delta(i, j, k int32) int64
}

// ChangeFollower is a State that prices other values for an element: see multiwalk.ChangeEvaluator.
type ChangeFollower interface {
	// Change gives the element at position i the value v, which it does not have.
	Change(i, v int32)
	// ChangeDelta prices that.
	ChangeDelta(i, v int32) int64
}

// JointSwapFollower is a State that prices the same swap in every part: see multiwalk.JointSwapEvaluator.
type JointSwapFollower interface {
	// JointSwap exchanges positions i and j, i != j, of each part. They are positions within a part.
	JointSwap(i, j int32)
	// JointSwapDelta prices that.
	JointSwapDelta(i, j int32) int64
}

// SwapPairsFollower is a State of a product that prices a swap in a part and one in a later part at once: see
// multiwalk.SwapPairEvaluator. It is told of them one after the other.
type SwapPairsFollower interface {
	SwapFollower
	// SwapPairDelta prices the exchange of positions i and j of a part, and of k and l of a later part.
	SwapPairDelta(i, j, k, l int32) int64
	// SwapPairRow returns SwapPairDelta(i, j, k, l) for all k < l of a later part, which is n elements from position at on, in the order
	// (0,1), (0,2) ... (1,2) ... Searches that look at all pairs read a row many times faster than they ask for one after the
	// other. The deltas are in narrow or in wide, as those of SwapsFollower.Row are.
	SwapPairRow(i, j, at, n int32) (narrow []int32, wide []int64)
}

// ChangesFollower is a State that keeps the prices of all values of an element in a row: how many neighbours of a vertex have
// each colour. Tabu search reads a row many times faster than it asks for one value after the other.
type ChangesFollower interface {
	ChangeFollower
	// ChangeRow returns a number for each value of the element at position i, the least value first. ChangeDelta(i, v) is the
	// number of v less the number of the value that the element has. Numbers are from -2^30 to 2^30. The row is read-only, and
	// valid until the next call.
	ChangeRow(i int32) []int32
}

// ConflictFollower is a State of a problem whose cost counts violated constraints, and which can tell the elements in
// conflict: those that a violated constraint involves. Tabu search by changes then looks at these alone, and with SwapFollower,
// of a permutation, a search can repair them one by one (single.MinConflict). In N queens each pair of queens is a constraint.
type ConflictFollower interface {
	// Conflicts returns how many violated constraints involve the element at position i. The cost is 0 when it is 0 for
	// all elements.
	Conflicts(i int32) int64
}

// ConflictLister is a ConflictFollower that keeps a list of the elements in conflict. So a search need not ask all elements in
// each iteration, when few are left.
type ConflictLister interface {
	ConflictFollower
	// InConflict returns the elements whose Conflicts are not 0, each once, in any order. The list is read-only, and valid until
	// the state changes.
	InConflict() []int32
}

// ConflictState is a State that prices swaps, counts conflicts, and tells the solution with its cost, so that a search need
// keep neither.
type ConflictState interface {
	multiwalk.State
	SwapFollower
	ConflictFollower
	// Cost returns the cost of the solution.
	Cost() int64
	// Solution returns the solution, which is read-only and valid until the state changes.
	Solution() []int32
}

// ConflictConstructor is a Stater and Constructor, and its states are ConflictStates. What it constructs has few conflicts:
// repairing them takes less time than constructing. So a search of many walks would end no sooner than one walk.
type ConflictConstructor interface {
	// ConstructConflictState returns a state at the solution that Construct builds from the same random numbers, and a
	// list of elements: every violated constraint involves at least one of them. While it works, it calls aborted every
	// few milliseconds, and returns a nil state once that says yes. aborted may be nil.
	ConstructConflictState(r *multiwalk.Rand, aborted func() bool) (s ConflictState, inConflict []int32)
}
