package kernel

import "github.com/multiwalk/multiwalk/kernel/lane"

// Clasher is a problem of integers whose cost is how many pairs of elements clash: pairs on a list, such as the edges of a graph,
// whose two elements have the same value. The list has each pair from both sides, and no element with itself.
type Clasher interface {
	Coster
	// ClashFrom is where the elements that share a pair with element i begin in the list; of i = n, where the list ends.
	ClashFrom(i int32) int32
	// ClashWith is the element at a place of the list. Those of an element are all different.
	ClashWith(k int32) int32
}

// ByteRower is a problem of n bits whose cost is linear weights and weights of pairs, where those of pairs are bytes from -127 to
// 127 times a factor. A bit has a row of the weights that it shares with the others. Bits and rows are filled up with zeros to
// a multiple of FlipBlock.
type ByteRower interface {
	Coster
	// Bits is how many bits there are, filled up: at most MaxFlips.
	Bits() int32
	// Factor is what the bytes are multiplied by, from 1 to 3; 0 where weights are no such bytes, or too many, and there are no rows.
	Factor() int32
	// Linear is the linear weight of a bit.
	LinearWeight(i int32) int32
	// Row8 returns eight weights of bit i, the lowest byte first: for k = 32*b + l those with bits FlipBlock*b + l + 32*e, e from 0 to 7.
	Row8(i, k int32) uint64
}

const (
	// FlipBlock is how many bits a warp looks at side by side: eight in each lane.
	FlipBlock = 8 * lane.WarpSize
	// MaxFlips is the greatest number of bits of TabuFlip.
	MaxFlips = 8 * FlipBlock
	// MostFlipDelta bounds the deltas of flips, without their signs.
	MostFlipDelta = 1<<22 - 1
)

// JointWeigher is a problem of two permutations p and q of n whose cost is the sum over all pairs of positions i < k of
// Weight(i, k) * Far(p[i], p[k]) * Far(q[i], q[k]). Both are symmetric, and 0 where their arguments are equal; eight times the cost of
// any solution, with all terms made positive, fits int32.
type JointWeigher interface {
	Coster
	Weight(i, k int32) int32
	Far(a, b int32) int32
}

// TabuSwapper is a neighbourhood.Quadratic on a device: a problem over permutations whose swap deltas can be kept in a
// matrix, as those of the quadratic assignment problem. Its cost is half the sum, over its products p and all pairs of
// positions k and i, of Flow(p, k, i) * Dist(p, x[k], x[i]).
//
// T is the type that deltas are kept in: int32 where every delta of the instance is sure to fit and be less than the
// greatest number, else int64. Arithmetic is modulo 2^32 or 2^64, so what deltas are made of need not fit.
type TabuSwapper[T int32 | int64] interface {
	Swapper
	// Products is how many pairs of matrices make up the cost, a constant of the type: 1 or 2.
	Products() int32
	Flow(p, k, i int32) T
	Dist(p, l, m int32) T
	// Correction is delta - [pay(i,to)+pay(j,at)-pay(i,at)-pay(j,to)], where delta is that of the swap of positions i
	// and j, which hold the values at and to, and pay(u,l) is the sum over p and k of Flow(p, k, u) * Dist(p, x[k], l)
	// before the swap.
	Correction(i, j, at, to int32) T
	// Lanes is how many deltas of the problem's rows of swaps a CPU looks at side by side: 8, 4, or 1 for one after the other.
	// It decides which of equally good swaps comes first.
	Lanes() int32
}
