package kernel

// What kernels may ask of a problem. The methods must be in the device subset, and they must agree with the problem's
// Cost as any delta must: `multiwalk kernel check` tells of the first, package conformance of the second.

// Swapper is a problem over permutations that prices the exchange of two elements.
type Swapper interface {
	// Cost evaluates x in full: the same as the Cost of the multiwalk.Problem.
	Cost(x []int32) int64
	// SwapDelta is Cost(after) - Cost(before) of exchanging x[i] and x[j], i != j: as in multiwalk.SwapEvaluator. A thread
	// calls it at every move, so O(n) or better.
	SwapDelta(x []int32, i, j int32) int64
}

// Metric is the edge costs of tours. A city's place, of type C, is what Between needs of it: its coordinates, or its
// number where costs are in a matrix. A search reads a place once, and prices several edges with it.
type Metric[C any] interface {
	// Place returns what the city's edges are priced by.
	Place(i int32) C
	// Between is the cost of the edge from a to b: the EdgeCost of their cities. It must be the same both ways.
	Between(a, b C) int32
}
