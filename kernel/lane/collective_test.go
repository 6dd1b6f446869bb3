package lane_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// draws are the random numbers behind sample.
var draws = func() (d [3 * lane.MaxThreads]int32) {
	for i := range d {
		d[i] = int32(lane.Random(1, 0, 0, uint32(i))[0])
	}
	return d
}()

// sample returns a value that depends on i: of both signs where T has them, and using all bits of T.
func sample[T lane.Numbers](i int32) T {
	v := T(draws[i])
	return v + v/3
}

// closeTo reports whether got is want but for the rounding of a sum of up to 1024 terms added in another order.
func closeTo[T lane.Numbers](got, want T) bool {
	if got == want {
		return true
	}
	eps := 0.0
	switch any(got).(type) {
	case float32:
		eps = 0x1p-14
	case float64:
		eps = 0x1p-42
	}
	return math.Abs(float64(got)-float64(want)) <= eps*0x1p32
}

// group lists the threads that a thread's group makes of its block.
func group(l lane.Thread, threads int32) []int32 {
	var ids []int32
	for i := range int32(32) {
		if id := l.WarpID()*32 + i; id < threads && l.Mask()>>i&1 == 1 {
			ids = append(ids, id)
		}
	}
	return ids
}

// groups are those that each thread is tested with: the whole warp, what a short warp has of it, tiles, and the halves
// of every other lane.
func groups(l lane.Thread, threads int32) []lane.Thread {
	if threads%32 != 0 && l.WarpID() == threads/32 {
		return []lane.Thread{l.Present(), l.Among(0x55555555 << (l.LaneID() & 1) & l.Present().Mask())}
	}
	return []lane.Thread{l, l.Present(), l.Tile(8), l.Tile(1), l.Among(0x55555555 << (l.LaneID() & 1))}
}

func TestWarp_ReductionsAndScans(t *testing.T) {
	t.Run("int32", testWarp[int32])
	t.Run("uint32", testWarp[uint32])
	t.Run("int64", testWarp[int64])
	t.Run("uint64", testWarp[uint64])
	t.Run("float32", testWarp[float32])
	t.Run("float64", testWarp[float64])
}

func testWarp[T lane.Numbers](t *testing.T) {
	everywhere(t, 1, 0, func(t *testing.T, threads int32) func(lane.Thread) {
		return func(l lane.Thread) {
			v := sample[T](l.ThreadID())
			for _, g := range groups(l, threads) {
				var sum, before T
				least, most, leastTo, mostTo := v, v, v, v
				leastBelow, mostBelow, lowest := T(77), T(66), true
				for _, id := range group(g, threads) {
					w := sample[T](id)
					sum, least, most = sum+w, min(least, w), max(most, w)
					if id < l.ThreadID() {
						before, leastTo, mostTo = before+w, min(leastTo, w), max(mostTo, w)
						if lowest {
							leastBelow, mostBelow, lowest = w, w, false
						}
						leastBelow, mostBelow = min(leastBelow, w), max(mostBelow, w)
					}
				}
				check(t, g, "TreeAdd", lane.TreeAdd(g, v), sum)
				check(t, g, "TreeMin", lane.TreeMin(g, v), least)
				check(t, g, "TreeMax", lane.TreeMax(g, v), most)
				check(t, g, "InclusiveAdd", lane.InclusiveAdd(g, v), before+v)
				check(t, g, "ExclusiveAdd", lane.ExclusiveAdd(g, v), before)
				check(t, g, "InclusiveMin", lane.InclusiveMin(g, v), leastTo)
				check(t, g, "InclusiveMax", lane.InclusiveMax(g, v), mostTo)
				check(t, g, "ExclusiveMin", lane.ExclusiveMin(g, v, 77), leastBelow)
				check(t, g, "ExclusiveMax", lane.ExclusiveMax(g, v, 66), mostBelow)
			}
		}
	})
}

func check[T lane.Numbers](t *testing.T, l lane.Thread, name string, got, want T) {
	if !closeTo(got, want) {
		t.Errorf("%s of thread %d in group %#x: %v, want %v", name, l.ThreadID(), l.Mask(), got, want)
	}
}

func TestWarp_Instructions(t *testing.T) {
	t.Run("int32", testInstructions[int32])
	t.Run("uint32", testInstructions[uint32])
}

func testInstructions[T lane.Int32s](t *testing.T) {
	everywhere(t, 1, 0, func(t *testing.T, threads int32) func(lane.Thread) {
		return func(l lane.Thread) {
			v := sample[T](l.ThreadID())
			for _, g := range groups(l, threads) {
				var sum T
				least, most := v, v
				for _, id := range group(g, threads) {
					w := sample[T](id)
					sum, least, most = sum+w, min(least, w), max(most, w)
				}
				check(t, g, "WarpAdd", lane.WarpAdd(g, v), sum)
				check(t, g, "WarpMin", lane.WarpMin(g, v), least)
				check(t, g, "WarpMax", lane.WarpMax(g, v), most)
			}
		}
	})
}

func TestWarp_Shuffles(t *testing.T) {
	t.Run("int32", testShuffles[int32])
	t.Run("uint32", testShuffles[uint32])
	t.Run("int64", testShuffles[int64])
	t.Run("uint64", testShuffles[uint64])
	t.Run("float32", testShuffles[float32])
	t.Run("float64", testShuffles[float64])
}

func testShuffles[T lane.Numbers](t *testing.T) {
	everywhere(t, 1, 0, func(t *testing.T, threads int32) func(lane.Thread) {
		return func(l lane.Thread) {
			first, own := l.WarpID()*32, l.LaneID()
			v := sample[T](l.ThreadID())
			of := min(32, threads-first)
			check(t, l, "Shuffle", lane.Shuffle(l, v, (own*7+3)%of), sample[T](first+(own*7+3)%of))
			if of < 32 {
				return
			}
			for d := range int32(32) {
				up, down := own, own
				if own >= d {
					up = own - d
				}
				if own+d < 32 {
					down = own + d
				}
				check(t, l, fmt.Sprint("ShuffleUp ", d), lane.ShuffleUp(l, v, d), sample[T](first+up))
				check(t, l, fmt.Sprint("ShuffleDown ", d), lane.ShuffleDown(l, v, d), sample[T](first+down))
				check(t, l, fmt.Sprint("ShuffleXor ", d), lane.ShuffleXor(l, v, d), sample[T](first+own^d))
			}
		}
	})
}

func TestWarp_Votes(t *testing.T) {
	everywhere(t, 1, 0, func(t *testing.T, threads int32) func(lane.Thread) {
		return func(l lane.Thread) {
			for _, g := range append(groups(l, threads), l) {
				for _, p := range []func(id int32) bool{
					func(int32) bool { return false }, func(int32) bool { return true }, func(id int32) bool { return id%3 == 0 },
				} {
					ballot, all := uint32(0), true
					for _, id := range group(g, threads) {
						if p(id) {
							ballot |= 1 << (id % 32)
						}
						all = all && p(id)
					}
					vote := p(l.ThreadID())
					if got := g.Ballot(vote); got != ballot {
						t.Errorf("Ballot of group %#x is %#x, want %#x", g.Mask(), got, ballot)
					}
					if got := g.Any(vote); got != (ballot != 0) {
						t.Errorf("Any of ballot %#x is %v", ballot, got)
					}
					if got := g.All(vote); got != all {
						t.Errorf("All of ballot %#x in group %#x is %v", ballot, g.Mask(), got)
					}
				}
			}
		}
	})
}

func TestBlock_ReductionsAndScans(t *testing.T) {
	t.Run("int32", testBlock[int32])
	t.Run("uint32", testBlock[uint32])
	t.Run("int64", testBlock[int64])
	t.Run("uint64", testBlock[uint64])
	t.Run("float32", testBlock[float32])
	t.Run("float64", testBlock[float64])
}

func testBlock[T lane.Numbers](t *testing.T) {
	everywhere(t, 2, 0, func(t *testing.T, threads int32) func(lane.Thread) {
		var want [2]summary[T]
		for block := range int32(2) {
			want[block] = summarise[T](block*threads, threads)
		}
		return func(l lane.Thread) {
			of, v := &want[l.BlockID()], sample[T](l.GridThreadID())
			before := of.before[l.ThreadID()]
			for range 2 { // twice at once: the scratch of the first call is used again
				check(t, l, "BlockAdd", lane.BlockAdd(l, v), of.sum)
				check(t, l, "BlockMin", lane.BlockMin(l, v), of.least)
				check(t, l, "BlockMax", lane.BlockMax(l, v), of.most)
				check(t, l, "BlockInclusiveAdd", lane.BlockInclusiveAdd(l, v), before+v)
				check(t, l, "BlockExclusiveAdd", lane.BlockExclusiveAdd(l, v), before)
			}
		}
	})
}

// summary is what plain loops say of the samples of a block.
type summary[T lane.Numbers] struct {
	sum, least, most T
	before           []T // sums of those below
}

func summarise[T lane.Numbers](first, n int32) summary[T] {
	s := summary[T]{least: sample[T](first), most: sample[T](first)}
	for i := range n {
		w := sample[T](first + i)
		s.before = append(s.before, s.sum)
		s.sum, s.least, s.most = s.sum+w, min(s.least, w), max(s.most, w)
	}
	return s
}
