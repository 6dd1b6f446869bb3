package lane_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

type pair struct {
	key   int64
	where [2]uint8
}

// A line is one array for all threads of a block, however often and from wherever it is come to; two lines are two, and
// so is one line with two element types. Blocks have their own.
func TestShared_OneArrayALineAndType(t *testing.T) {
	everywhere(t, 2, 0, func(t *testing.T, threads int32) func(lane.Thread) {
		return func(l lane.Thread) {
			a := lane.Shared[pair](l, 2)
			b := lane.Shared[pair](l, 2)
			if l.ThreadID() == threads-1 {
				a[1] = pair{int64(l.BlockID()) + 1, [2]uint8{1, 2}}
				b[1].key, b[1].where[1] = int64(l.BlockID())+10, 2
				scratch[int32](l)[0], scratch[uint32](l)[0] = 3, 4
				lane.AtomicAdd(l, &scratch[int32](l)[0], 10)
			}
			l.Sync()
			if a[1].key != int64(l.BlockID())+1 || b[1].key != int64(l.BlockID())+10 || len(a) != 2 || cap(a) != 2 {
				t.Errorf("block %d reads %v and %v", l.BlockID(), a, b)
			}
			if i, u := scratch[int32](l)[0], scratch[uint32](l)[0]; i != 13 || u != 4 {
				t.Errorf("scratch of two types holds %d and %d", i, u)
			}
		}
	})
}

func scratch[T lane.Integers](l lane.Thread) []T { return lane.Shared[T](l, 1) }

// Memory sized at launch is cut by byte offsets, and the cuts overlap.
func TestSharedAt_Overlaps(t *testing.T) {
	everywhere(t, 2, 64, func(t *testing.T, threads int32) func(lane.Thread) {
		return func(l lane.Thread) {
			words, halves := lane.SharedAt[uint64](l, 32, 4), lane.SharedAt[uint32](l, 32, 8)
			if l.ThreadID() == 0 {
				words[3] = 7<<32 | uint64(l.BlockID())
			}
			l.Sync()
			if halves[6] != uint32(l.BlockID()) || halves[7] != 7 {
				t.Errorf("reads %v", halves)
			}
			if none := lane.SharedAt[uint64](l, 64, 0); len(none) != 0 {
				t.Errorf("an empty array at the end has %d elements", len(none))
			}
		}
	})
}

// Each block begins with the same bytes, which are not zero, so a kernel that reads what it has not written fails.
func TestShared_IsPoisoned(t *testing.T) {
	must.Do(t, lane.Emulator{Blocks: 2, Threads: 1, Shared: 4}.Run(func(l lane.Thread) {
		for _, x := range [][]uint32{lane.Shared[uint32](l, 1), lane.SharedAt[uint32](l, 0, 1)} {
			if x[0] != 0xA5A5A5A5 {
				t.Errorf("block %d begins with %#x", l.BlockID(), x[0])
			}
			x[0] = 0
		}
	}))
}

// fours is no variable of a function: the stack keeps nothing at multiples of 16 bytes.
var fours = make([]uint32, 64)

// Four numbers are read where they lie at a multiple of 16 bytes, and nowhere else.
func TestLoad4(t *testing.T) {
	for i := range fours {
		fours[i] = uint32(i)
	}
	if four := lane.Load4(fours, 8); four != [4]uint32{8, 9, 10, 11} {
		t.Errorf("%v", four)
	}
	for _, at := range []int32{2, 62} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("four numbers from index %d were read", at)
				}
			}()
			lane.Load4(fours, at)
		}()
	}
}
