package kernel

import "github.com/multiwalk/multiwalk"

// Edged is a problem of tours on a device whose cost is a sum over edges.
type Edged interface {
	Coster
	multiwalk.EdgeCoster
}

// Coster is a problem that a thread evaluates: over permutations for Genetic, over any space for Explore. That one asks it for
// the deltas of moves too, and uses those that it has: the methods of SwapEvaluator, InsertEvaluator, TwoOptEvaluator,
// OrOptEvaluator, FlipEvaluator, Flip2Evaluator, Flip3Evaluator, ChangeEvaluator, JointSwapEvaluator, SwapPairEvaluator and EdgeCoster, all
// of package multiwalk.
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

// RealCoster is a function of real vectors that a kernel evaluates: a continuous.Problem on a device.
type RealCoster interface {
	// Cost evaluates x: the same as the Cost of the continuous.Problem.
	Cost(x []float64) float64
}

// RealTermer is a RealCoster whose cost is a sum with a term for each element, so that lanes evaluate a vector together. Its method Cost
// returns SumTerms, which adds up in the order of the lanes: floating-point sums depend on it.
type RealTermer interface {
	// CostTerm is term i of the sum.
	CostTerm(x []float64, i int32) float64
}

// RealLanes is how many lanes evaluate a vector together.
const RealLanes = 8

// SumTerms is the sum of all terms of x: lane r of RealLanes adds up terms r, r+RealLanes, and so on, and a tree what lanes have.
func SumTerms[P RealTermer](p P, x []float64) float64 {
	var sums [RealLanes]float64
	for r := range int32(RealLanes) {
		for i := r; i < int32(len(x)); i += RealLanes {
			sums[r] += p.CostTerm(x, i)
		}
	}
	return SumLanes(&sums)
}

// SumLanes adds up what lanes have, in a tree.
func SumLanes(v *[RealLanes]float64) float64 {
	return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]))
}
