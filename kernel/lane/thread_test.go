package lane_test

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// sizes are the block sizes that every collective is tested with.
var sizes = []int32{1, 31, 32, 33, 65, 128, 1024}

// everywhere runs a kernel over all block sizes, in turn and with free threads.
func everywhere(t *testing.T, blocks, shared int32, kernel func(t *testing.T, threads int32) func(lane.Thread)) {
	t.Helper()
	for _, threads := range sizes {
		if testing.Short() && threads == lane.MaxThreads { // a thousand threads race no otherwise than a hundred
			continue
		}
		for _, free := range []bool{false, true} {
			t.Run(fmt.Sprintf("threads=%d,free=%v", threads, free), func(t *testing.T) {
				e := lane.Emulator{Blocks: blocks, Threads: threads, Shared: shared, Seed: uint64(threads), Free: free}
				must.Do(t, e.Run(kernel(t, threads)))
			})
		}
	}
}

func TestThread_Numbers(t *testing.T) {
	everywhere(t, 3, 64, func(t *testing.T, threads int32) func(lane.Thread) {
		return func(l lane.Thread) {
			warps := (threads + 31) / 32
			id := l.ThreadID()
			for _, v := range []struct {
				name      string
				got, want int32
			}{
				{"LaneID", l.LaneID(), id % 32}, {"WarpID", l.WarpID(), id / 32}, {"Warps", l.Warps(), warps},
				{"BlockDim", l.BlockDim(), threads}, {"GridDim", l.GridDim(), 3}, {"GridThreads", l.GridThreads(), 3 * threads},
				{"GridThreadID", l.GridThreadID(), l.BlockID()*threads + id},
				{"GridWarpID", l.GridWarpID(), l.BlockID()*warps + id/32}, {"SharedSize", l.SharedSize(), 64},
			} {
				if v.got != v.want {
					t.Errorf("%s of thread %d of block %d is %d, want %d", v.name, id, l.BlockID(), v.got, v.want)
				}
			}
		}
	})
}

// Every thread of every block runs once.
func TestEmulator_RunsEachThreadOnce(t *testing.T) {
	for _, workers := range []int{0, 1, 3} {
		seen := make([]int32, 5*65)
		e := lane.Emulator{Blocks: 5, Threads: 65, Workers: workers}
		must.Do(t, e.Run(func(l lane.Thread) { seen[l.GridThreadID()]++ }))
		for i, n := range seen {
			if n != 1 {
				t.Fatalf("%d workers: thread %d ran %d times", workers, i, n)
			}
		}
	}
}

func TestThread_Groups(t *testing.T) {
	everywhere(t, 1, 0, func(t *testing.T, threads int32) func(lane.Thread) {
		return func(l lane.Thread) {
			if l.Mask() != lane.Full {
				t.Errorf("a kernel begins with group %#x", l.Mask())
			}
			present := uint32(0)
			for i := range int32(32) {
				if l.WarpID()*32+i < threads {
					present |= 1 << i
				}
			}
			if got := l.Present().Mask(); got != present {
				t.Errorf("thread %d: Present is %#x, want %#x", l.ThreadID(), got, present)
			}
			for n := int32(1); n <= 32; n *= 2 {
				tile := uint32(0)
				for i := range int32(32) {
					if i/n == l.LaneID()/n {
						tile |= 1 << i
					}
				}
				if got := l.Tile(n).Mask(); got != tile {
					t.Errorf("lane %d: Tile(%d) is %#x, want %#x", l.LaneID(), n, got, tile)
				}
			}
		}
	})
}

// What the threads of a block wrote before a barrier is there after it; the race detector sees to it that the barrier
// orders it.
func TestThread_SyncOrdersMemory(t *testing.T) {
	everywhere(t, 2, 0, func(t *testing.T, threads int32) func(lane.Thread) {
		return func(l lane.Thread) {
			x := lane.Shared[int32](l, lane.MaxThreads)
			for round := range int32(3) {
				x[l.ThreadID()] = l.ThreadID() + round
				l.Sync()
				next := (l.ThreadID() + 1) % threads
				if x[next] != next+round {
					t.Errorf("round %d: thread %d sees %d, want %d", round, l.ThreadID(), x[next], next+round)
				}
				l.Sync()
			}
		}
	})
}

func TestThread_SyncWarpOrdersMemory(t *testing.T) {
	everywhere(t, 1, 0, func(t *testing.T, threads int32) func(lane.Thread) {
		return func(l lane.Thread) {
			x := lane.Shared[int32](l, lane.MaxThreads)
			at, of := l.ThreadID(), min(32, threads-l.WarpID()*32)
			for round := range int32(3) {
				x[at] = at + round
				l.SyncWarp()
				next := l.WarpID()*32 + (l.LaneID()+1)%of
				if x[next] != next+round {
					t.Errorf("round %d: thread %d sees %d, want %d", round, at, x[next], next+round)
				}
				l.SyncWarp()
			}
		}
	})
}

func TestThread_ClockGrows(t *testing.T) {
	must.Do(t, lane.Emulator{Blocks: 1, Threads: 33}.Run(func(l lane.Thread) {
		before := l.Clock()
		l.Sync()
		if after := l.Clock(); after <= before {
			t.Errorf("clock went from %d to %d", before, after)
		}
	}))
}
