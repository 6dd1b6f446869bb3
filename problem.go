package multiwalk

import "github.com/multiwalk/multiwalk/internal/rng"

// Problem is what a user writes: which solutions there are, and what each costs. Both methods must be safe for
// concurrent use and must not keep or change x.
type Problem interface {
	// Space describes the solutions.
	Space() Space
	// Cost evaluates a solution in full. It is minimised, and must fit int64 for every solution of the space.
	Cost(x []int32) int64
}

// Rand is the stream of random numbers of one walk: Philox4x32-10 keyed by the seed, see NewRand.
type Rand = rng.Stream

// NewRand returns the random numbers of a walk of a run. Equal arguments give equal numbers, everywhere.
func NewRand(seed uint64, walk int) *Rand { return rng.New(seed, uint32(walk)) }

// The optional abilities of a problem. A delta is Cost(after) - Cost(before); a negative one improves. Delta methods
// must be safe for concurrent use and must leave x as it is. Positions are indices into x.

// SwapEvaluator prices the exchange of x[i] and x[j], i != j.
type SwapEvaluator interface {
	SwapDelta(x []int32, i, j int32) int64
}

// InsertEvaluator prices taking x[i] out and putting it back so that it stands at position j, i != j; the elements
// between move over by one.
type InsertEvaluator interface {
	InsertDelta(x []int32, i, j int32) int64
}

// TwoOptEvaluator prices the reversal of x[i..j], both included, i < j.
type TwoOptEvaluator interface {
	TwoOptDelta(x []int32, i, j int32) int64
}

// OrOptEvaluator prices moving the segment x[i..j], both included, to between x[k] and its cyclic successor, where k
// lies outside the segment and is not its cyclic predecessor; reversed says whether it goes in back to front.
type OrOptEvaluator interface {
	OrOptDelta(x []int32, i, j, k int32, reversed bool) int64
}

// FlipEvaluator prices replacing a binary x[i] by 1-x[i].
type FlipEvaluator interface {
	FlipDelta(x []int32, i int32) int64
}

// ChangeEvaluator prices setting x[i] to v, v != x[i].
type ChangeEvaluator interface {
	ChangeDelta(x []int32, i, v int32) int64
}

// SwapStater is a problem with bookkeeping that makes swap deltas cheaper than SwapDelta: QAP's delta matrix, the
// diagonal counters of N-Queens.
type SwapStater interface {
	// NewSwapState returns a state at solution x, which it copies. A state belongs to one walk.
	NewSwapState(x []int32) SwapState
}

// SwapState is a solution together with the deltas of all its swaps, kept up to date as it is changed.
type SwapState interface {
	// Reset moves the state to another solution, which it copies.
	Reset(x []int32)
	// Swap exchanges positions i and j.
	Swap(i, j int32)
	// Row returns the deltas of swapping position i with j = i+1 .. n-1, in that order. Exactly one of the two is
	// non-nil (both are nil for the last i): narrow where every delta of the instance is sure to fit int32, which is
	// faster, else wide. They are valid until the next call of any method; a caller may overwrite them no more than
	// it may keep them.
	Row(i int32) (narrow []int32, wide []int64)
}

// ConflictStater is a problem of constraints whose cost counts the violated ones, so that single elements are in conflict
// or not: N-Queens, whose constraints are pairs.
type ConflictStater interface {
	// NewConflictState returns a state at solution x, which it copies. A state belongs to one walk.
	NewConflictState(x []int32) ConflictState
}

// ConflictState is a solution together with counters that tell the conflicts of an element and the delta of a swap at
// once, in O(1) where that can be.
type ConflictState interface {
	// Reset moves the state to another solution, which it copies.
	Reset(x []int32)
	// Swap exchanges positions i and j.
	Swap(i, j int32)
	// SwapDelta prices the exchange of positions i and j, i != j.
	SwapDelta(i, j int32) int64
	// Conflicts returns how many violated constraints element i is part of. The cost is 0 when no element has any.
	Conflicts(i int32) int64
	// Cost returns the cost of the solution.
	Cost() int64
	// Solution returns the solution, which is read-only and valid until the state changes.
	Solution() []int32
}

// ConflictConstructor is a ConflictStater and Constructor whose solutions have so few conflicts that repairing them takes
// less time than building one did, so that a search of many walks would end no sooner than one walk does.
type ConflictConstructor interface {
	// ConstructConflictState returns a state at the solution that Construct builds from the same random numbers, and
	// elements of it such that each violated constraint has at least one of them as a part. While it works, it asks
	// aborted every few milliseconds, and returns a nil state once that says yes; aborted may be nil.
	ConstructConflictState(r *Rand, aborted func() bool) (s ConflictState, inConflict []int32)
}

// Constructor builds a solution that is better than a random one, greedily for example. It writes it to x, whose
// content on entry is undefined, and draws all its random numbers from r. It must be safe for concurrent use.
type Constructor interface {
	Construct(r *Rand, x []int32)
}

// EdgeCoster is a problem over a Tour space whose cost is the sum of the edge costs along the closed tour.
type EdgeCoster interface {
	// EdgeCost is the cost of going from city i straight to city j.
	EdgeCost(i, j int32) int64
	// Symmetric says whether EdgeCost(i, j) == EdgeCost(j, i) for all i and j.
	Symmetric() bool
}

// EdgeMatrixer is an EdgeCoster that holds its edge costs in a matrix.
type EdgeMatrixer interface {
	// EdgeMatrix returns the n*n edge costs, row by row, or nil where the problem keeps no matrix. It is read-only.
	EdgeMatrix() []int32
}

// NeighbourLister knows which cities lie near which, so that a search need not look at every pair.
type NeighbourLister interface {
	// Neighbours returns, for each city in turn, min(k, n-1) other cities that a short tour is likely to join it to,
	// cheapest first, as one slice. It is read-only.
	Neighbours(k int) []int32
}

// StoppableLister is a NeighbourLister of many cities that can be told to stop.
type StoppableLister interface {
	NeighbourLister
	// NeighboursUntil is Neighbours as long as stop, which it asks every few milliseconds, says no; then it returns nil.
	NeighboursUntil(k int, stop func() bool) []int32
}

// FixedEdger is a problem over a Tour space some of whose edges every solution must contain. Minimize checks that of each
// incumbent; a method that does not keep them refuses the problem (see NoFixedEdges).
type FixedEdger interface {
	// FixedEdges returns the pairs of cities that must be next to each other.
	FixedEdges() [][2]int32
}

// Bounder knows a cost that no solution is below.
type Bounder interface {
	LowerBound() int64
}

// Namer is a problem with a name for records and messages.
type Namer interface {
	// Name returns the instance's name, such as "pcb442".
	Name() string
}
