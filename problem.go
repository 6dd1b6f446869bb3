package multiwalk

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// Problem is what a user writes: which solutions there are, and what each costs. Both methods must be safe for
// concurrent use and must not keep or change x.
type Problem interface {
	// Space describes the solutions.
	Space() Space
	// Cost evaluates a solution in full. It is minimised, and must fit int64 for every solution of the space.
	Cost(x []int32) int64
}

// Rand is the stream of random numbers of one walk: Philox4x32-10 keyed by the seed, see NewRand. Wherever a problem is
// handed one (Construct, the moves of its own) it draws all its random numbers from it, and then equal seeds give equal runs.
// A stream belongs to one goroutine. Its methods are
//
//	IntN(n int) int               a number from 0 to n-1
//	Uint32N(n uint32) uint32      likewise
//	Float64() float64             a number from 0 to below 1
//	Uint32() uint32               32 random bits
//	Uint64() uint64               64 random bits
//	Shuffle(x []int32)            brings x into a random order
//
// and Space.Random draws a whole solution from it.
type Rand = rng.Stream

// NewRand returns the random numbers of a walk of a run. Equal arguments give equal numbers, everywhere.
func NewRand(seed uint64, walk int) *Rand { return rng.New(seed, uint32(walk)) }

// BatchEvaluator prices many solutions at once, for costs that last: on other computers, on a GPU of the problem's own, or on cores that it
// divides the solutions among. The methods cellular and generational ask for a whole generation at a time.
type BatchEvaluator interface {
	Problem
	// CostBatch writes into costs what Cost says of each of xs, which are as many. It must not keep or change them, and must be safe for
	// concurrent use.
	CostBatch(xs [][]int32, costs []int64)
}

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

// InsertionsEvaluator is a Problem that prices the insertions of an element together in less time than one by one, as searches
// ask for them: the delta of a place often follows from that of the place beside it.
type InsertionsEvaluator interface {
	Problem
	InsertEvaluator
	// InsertDeltas writes into deltas what InsertDelta says of taking x[i] out and putting it back at first, first+1 and so
	// on, as many places as deltas is long. Place i is one of them; its delta is 0.
	InsertDeltas(x []int32, i, first int32, deltas []int64)
}

// PartialOrderer is a problem over one permutation that finds the best place of an element among some of the others, without the rest. So
// iterated greedy takes elements out, and builds the order anew, at the costs of what has been built.
type PartialOrderer interface {
	// NewPlaces returns what finds them for one walk. It must be safe for concurrent use. What it returns is used by one goroutine at a
	// time, so it may hold scratch memory, and what the last orders have in common with the next one. Its answers depend on nothing but
	// what it is asked.
	NewPlaces() Places
}

// Places finds places of elements in partial orders.
type Places interface {
	// Best returns the best place of x[i] among the elements of x, which are different ones: all others stay in their order. delta is by
	// how much x costs less with x[i] there than at i: 0 or below. Of several best places it returns the one that the problem likes. It
	// must not keep or change x.
	Best(x []int32, i int32) (j int32, delta int64)
}

// PlacesTimer is Places that say about how long Best takes on all elements, in nanoseconds. So the rounds of a walk take about as long as
// those of others, and it gets its share beside other methods.
type PlacesTimer interface {
	Places
	Nanoseconds() int
}

// Brancher is a problem whose solutions are built by choices, one after the other, and that bounds what a solution may cost of which some
// choices are made. Beam search (population.Beam) asks it.
type Brancher interface {
	Problem
	// NewBranches returns what tells of partial solutions for one goroutine at a time, so it may hold scratch memory. It must be safe for
	// concurrent use. Its answers depend on nothing but what it is asked.
	NewBranches() Branches
}

// Branches tells of partial solutions, each of which is Size numbers.
type Branches interface {
	Size() int
	// Depth is how many choices make a solution.
	Depth() int
	// Ways is in how many ways a partial solution has children, such as 2 if an order grows at either end. All solutions that a partial
	// one may become come of its children by any one way.
	Ways() int
	// Root makes node the partial solution without any choice.
	Root(node []int32)
	// Expand appends the children of node by a way, from 0 on. It must not change node.
	Expand(node []int32, way int, to []Branch) []Branch
	// Grow makes node one of its children.
	Grow(node []int32, choice int32)
	// Solution writes into x the solution that a node of Depth choices is.
	Solution(node, x []int32)
}

// Branch is a child of a partial solution.
type Branch struct {
	// Choice is what makes it of its parent.
	Choice int32
	// Bound is at most what any solution costs that it may become, and what it costs if it is a solution.
	Bound int64
	// Waste is what the choices so far seem to have lost that Bound does not show yet, from 0 on, in units of cost: idle times, for
	// example. 0 if nothing is known.
	Waste float64
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

// Flip2Evaluator prices replacing binary x[i] and x[j], i < j, by 1-x[i] and 1-x[j].
type Flip2Evaluator interface {
	Flip2Delta(x []int32, i, j int32) int64
}

// Flip3Evaluator prices replacing binary x[i], x[j] and x[k], i < j < k, by 1-x[i], 1-x[j] and 1-x[k].
type Flip3Evaluator interface {
	Flip3Delta(x []int32, i, j, k int32) int64
}

// ChangeEvaluator prices setting x[i] to v, v != x[i].
type ChangeEvaluator interface {
	ChangeDelta(x []int32, i, v int32) int64
}

// JointSwapEvaluator prices the same swap in every part of a product whose parts are permutations of one length
// (Space.JointLength): positions i and j, i != j, of each part change places. They are positions within a part.
type JointSwapEvaluator interface {
	JointSwapDelta(x []int32, i, j int32) int64
}

// SwapPairEvaluator prices two swaps at once in a product: positions i and j, i != j, of one part change places, and so do k and l, k != l,
// of a later part. It is worth having where both swaps change the same terms of the cost, so that their deltas do not add up, and what is
// missing is cheap to compute.
type SwapPairEvaluator interface {
	SwapPairDelta(x []int32, i, j, k, l int32) int64
}

// Constructor builds a solution that is better than a random one, greedily for example. It writes it to x, whose
// content on entry is undefined, and draws all its random numbers from r (see Rand: r.IntN(n), r.Shuffle(x)). It must be safe
// for concurrent use.
type Constructor interface {
	Construct(r *Rand, x []int32)
}

// AnytimeConstructor is a Constructor that can be told to stop, and then finishes its solution quickly.
type AnytimeConstructor interface {
	Constructor
	// ConstructUntil works as Construct does, and calls stop every few milliseconds; stop may be nil. Once stop says
	// yes, it completes the solution in the time of a few passes over x, however much worse the solution becomes.
	// Before Minimize prepares anything, it calls ConstructUntil with a stop that always says yes. If the run ends
	// before a walk has a solution, that one is its result.
	ConstructUntil(r *Rand, x []int32, stop func() bool)
}

// Relinker is a problem that knows ways between its solutions. Memetic search then takes children from such ways (path relinking), and has
// those live on that are far enough apart. It is for problems whose solutions are known by other things than which value is at which position, as
// those of a job shop by who follows whom on each machine.
type Relinker interface {
	Problem
	// Apart is about how many steps lie between two solutions, 0 if they are the same for the problem.
	Apart(a, b []int32) int
	// Relink writes into x a solution on a way from a to b: about that part of it, above 0 and below 1, lies behind. It must be safe for
	// concurrent use, and must not keep or change a and b.
	Relink(x, a, b []int32, part float64)
}

// Marker is a Relinker whose Apart is in how many bits the marks of two solutions differ. So those of a large population are compared fast.
type Marker interface {
	Relinker
	// Marks are as many words for every solution. It must be safe for concurrent use.
	Marks(x []int32) []uint64
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
// for them. A method that does not keep them refuses the problem (see walk.NoFixedEdges).
type FixedEdger interface {
	// FixedEdges returns the pairs of cities that must be next to each other. Where edges do not cost the same both ways (see
	// EdgeCoster), the second of a pair must follow the first.
	FixedEdges() [][2]int32
}

// Bounder knows a lower bound on the cost of every solution. The command ends a run there; Minimize does if the bound is a Target among
// its Stops. So a bound that no solution is likely to meet is better not told.
type Bounder interface {
	// LowerBound returns the bound, or NoBound where the problem has none for this instance.
	LowerBound() int64
}

// NoBound is the LowerBound that says nothing.
const NoBound = math.MinInt64

// Namer is a problem with a name for records and messages.
type Namer interface {
	// Name returns the instance's name, such as "pcb442".
	Name() string
}
