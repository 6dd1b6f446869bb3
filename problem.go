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

// SwapStater is a problem that keeps tables from which it prices swaps faster than SwapDelta does: the delta matrix of
// QAP, the diagonal counters of N queens.
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
	// Row returns the deltas of swapping position i with j = i+1 .. n-1, in that order. If every delta of the instance
	// is sure to fit int32, they are in narrow, which is faster to read; else they are in wide. The other slice is nil.
	// For i = n-1 both are nil. The slices are read-only, and valid until the next call.
	Row(i int32) (narrow []int32, wide []int64)
}

// ConflictStater is a problem whose cost is the number of violated constraints. An element is in conflict if a violated
// constraint involves it. In N queens each pair of queens is a constraint.
type ConflictStater interface {
	// NewConflictState returns a state at solution x, which it copies. A state belongs to one walk.
	NewConflictState(x []int32) ConflictState
}

// ConflictState is a solution together with counters, from which it computes the conflicts of an element and the delta
// of a swap, in O(1) where the problem allows it.
type ConflictState interface {
	// Reset moves the state to another solution, which it copies.
	Reset(x []int32)
	// Swap exchanges positions i and j.
	Swap(i, j int32)
	// SwapDelta prices the exchange of positions i and j, i != j.
	SwapDelta(i, j int32) int64
	// Conflicts returns how many violated constraints involve element i. The cost is 0 when it is 0 for all elements.
	Conflicts(i int32) int64
	// Cost returns the cost of the solution.
	Cost() int64
	// Solution returns the solution, which is read-only and valid until the state changes.
	Solution() []int32
}

// ConflictConstructor is a ConflictStater and Constructor. What it constructs has few conflicts: repairing them takes
// less time than constructing. So a search of many walks would end no sooner than one walk.
type ConflictConstructor interface {
	// ConstructConflictState returns a state at the solution that Construct builds from the same random numbers, and a
	// list of elements: every violated constraint involves at least one of them. While it works, it calls aborted every
	// few milliseconds, and returns a nil state once that says yes. aborted may be nil.
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

// StoppableLister is a NeighbourLister that can be told to stop, for instances of many cities.
type StoppableLister interface {
	NeighbourLister
	// NeighboursUntil returns what Neighbours returns. It calls stop every few milliseconds, and returns nil once that
	// says yes.
	NeighboursUntil(k int, stop func() bool) []int32
}

// FixedEdger is a problem over a Tour space with edges that every solution must contain. Minimize checks each incumbent
// for them. A method that does not keep them refuses the problem (see NoFixedEdges).
type FixedEdger interface {
	// FixedEdges returns the pairs of cities that must be next to each other.
	FixedEdges() [][2]int32
}

// Bounder knows a lower bound on the cost of every solution.
type Bounder interface {
	LowerBound() int64
}

// Namer is a problem with a name for records and messages.
type Namer interface {
	// Name returns the instance's name, such as "pcb442".
	Name() string
}
