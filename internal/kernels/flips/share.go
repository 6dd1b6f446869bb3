package flips

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Share says what the walks share.
type Share struct {
	Walks, N int32
	Parents  int32  // how many have children: two at least
	Mirrored int32  // 1: a solution and its complement cost the same, and that with the first bit 0 stands for both
	First    uint32 // number of the first walk among all of the run
	Seed     uint64
	Step     uint64 // of the random numbers
}

// Prints writes for each walk a number that stands for its incumbent: of two that differ it is the same once in 2^64. A warp does a
// walk. sets are those of tabu.TabuFlip.
func Prints(t lane.Thread, a Share, sets []uint32, prints []uint64) {
	walk := t.GridWarpID()
	if walk >= a.Walks {
		return
	}
	low, high := incumbent(t, a, sets, walk)
	sum := mixed(uint64(high)<<32|uint64(low), uint64(t.LaneID()+1))
	for d := int32(lane.WarpSize / 2); d > 0; d /= 2 {
		sum += lane.ShuffleXor(t, sum, d)
	}
	if t.LaneID() == 0 {
		prints[walk] = sum
	}
}

// mixed is a random function of two words: the finaliser of SplitMix64 (Steele, Lea and Flood 2014), of one and then of the other.
func mixed(a, b uint64) uint64 {
	for range 2 {
		a = (a ^ a>>30) * 0xbf58476d1ce4e5b9
		a = (a ^ a>>27) * 0x94d049bb133111eb
		a = a ^ a>>31 + b*0x9e3779b97f4a7c15
	}
	return a
}

// Children writes for each walk a child of the incumbents of two parents, random ones of the list of walks: where these agree the child
// does, and elsewhere a bit is of either. Of a mirrored problem the second parent is turned so that the two agree in half of the bits at
// least: a child of two halves that are named the other way round would be a random solution. A warp does a walk. sets are those of
// tabu.TabuFlip, and children go to its aims.
func Children(t lane.Thread, a Share, parents []int32, sets, aims []uint32) {
	walk := t.GridWarpID()
	if walk >= a.Walks {
		return
	}
	number := a.First + uint32(walk)
	u := lane.Random(a.Seed, number, a.Step, 0)
	first := int32(uint64(u[0]) * uint64(a.Parents) >> 32)
	second := int32(uint64(u[1]) * uint64(a.Parents-1) >> 32)
	if second >= first {
		second++
	}
	x0, x1 := incumbent(t, a, sets, parents[first])
	y0, y1 := incumbent(t, a, sets, parents[second])
	if a.Mirrored != 0 && 2*lane.WarpAdd(t, int32(bits.OnesCount32(x0^y0)+bits.OnesCount32(x1^y1))) > a.N {
		y0, y1 = y0^existing(t, a, 0), y1^existing(t, a, lane.WarpSize)
	}
	words := lane.Random(a.Seed, number, a.Step, 1+uint32(t.LaneID()/2))
	m0, m1 := words[0], words[1]
	if t.LaneID()&1 != 0 {
		m0, m1 = words[2], words[3]
	}
	at := 2 * (walk*lane.WarpSize + t.LaneID())
	aims[at], aims[at+1] = x0&m0|y0&^m0, x1&m1|y1&^m1
}

// incumbent returns a lane's words of a walk's incumbent, of a mirrored problem or its complement.
func incumbent(t lane.Thread, a Share, sets []uint32, walk int32) (low, high uint32) {
	const incumbents = 1 // the second of the sets
	at := 2 * (tabu.FlipSets*(walk*lane.WarpSize+t.LaneID()) + incumbents)
	low, high = sets[at], sets[at+1]
	if a.Mirrored != 0 && lane.Shuffle(t, low, 0)&1 != 0 {
		low, high = low^existing(t, a, 0), high^existing(t, a, lane.WarpSize)
	}
	return low, high
}

// existing has the bits that the problem has, of 32 places of the lane.
func existing(t lane.Thread, a Share, from int32) uint32 {
	has := min(max((a.N-t.LaneID()+lane.WarpSize-1)/lane.WarpSize-from, 0), lane.WarpSize)
	return uint32(uint64(1)<<uint32(has) - 1)
}
