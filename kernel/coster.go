package kernel

import "github.com/multiwalk/multiwalk"

// Edged is a problem of tours on a device whose cost is a sum over edges.
type Edged interface {
	Coster
	multiwalk.EdgeCoster
}

// Coster is a problem that a thread evaluates: over permutations for Genetic, over any space for Explore. That one asks it for
// the deltas of moves too, and uses those that it has: the methods of SwapEvaluator, InsertEvaluator, TwoOptEvaluator,
// OrOptEvaluator, FlipEvaluator, Flip2Evaluator, Flip3Evaluator, ChangeEvaluator, JointSwapEvaluator and EdgeCoster, all of package
// multiwalk.
type Coster interface {
	// Cost evaluates x in full: the same as the Cost of the multiwalk.Problem.
	Cost(x []int32) int64
}

// TermCoster is a problem over permutations whose cost is a sum with a term for each position, so that the lanes of a warp
// evaluate a solution together. Lanes ask for neighbouring terms at the same time: what term i reads at a step should lie
// beside what term i+1 reads.
type TermCoster interface {
	Coster
	// CostTerm is a part of Cost(x), which is the sum of those of all positions i.
	CostTerm(x []int32, i int32) int64
}

// StagedCoster is a problem over permutations whose blocks copy what its cost reads to shared memory, where lanes that
// read different places wait for each other less than in global memory.
type StagedCoster interface {
	Coster
	// StageSize is how many numbers of 64 and of 32 bits the copy has.
	StageSize() (longs, words int32)
	// Stage writes the share of thread rank of size threads, which call it together.
	Stage(longs []uint64, words []int32, rank, size int32)
	// StagedCost is Cost by that copy, of a permutation with four elements in a word, the first in the lowest byte. What
	// fills the last word is 0.
	StagedCost(longs []uint64, words []int32, x []uint32) int64
}
