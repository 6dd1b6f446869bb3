package lane_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// misuses are kernels that do what a kernel must not, each with what the report says. The line that is at fault ends with
// the comment "fault", and with the misuse's name where several are in one kernel.
var misuses = []struct {
	name    string
	threads int32
	thread  int32 // reported; -1 where it depends on the order
	kernel  func(t lane.Thread, global []int32)
	reason  string // a regular expression
}{
	{"barrier-after-return", 65, 0, func(t lane.Thread, _ []int32) {
		if t.ThreadID() == 64 {
			return
		}
		t.Sync() // fault barrier-after-return
	}, `^no thread can go on: threads 0-63 wait in Sync at .*:\d+; threads 64 have returned$`},
	{"two-barriers", 64, -1, func(t lane.Thread, _ []int32) {
		if t.WarpID() == 0 {
			t.Sync() // fault two-barriers
		} else {
			t.Sync() // fault two-barriers
		}
	}, `^the threads of a block wait in different barriers: threads 0-31 wait in Sync at .*; threads 32-63 wait in Sync at`},
	{"barrier-against-warp", 32, 0, func(t lane.Thread, _ []int32) {
		if t.LaneID() < 5 {
			t.Sync() // fault barrier-against-warp
		} else {
			t.SyncWarp()
		}
	}, `^no thread can go on: threads 0-4 wait in Sync at .*; threads 5-31 wait in SyncWarp of group 0xffffffff at`},
	{"two-operations", 32, -1, func(t lane.Thread, _ []int32) {
		if t.LaneID() < 16 {
			t.Any(true) // fault two-operations
		} else {
			lane.WarpAdd(t, int32(1)) // fault two-operations
		}
	}, `^the lanes of a group came to different operations: threads 0-15 wait in Ballot .*; threads 16-31 wait in WarpAdd`},
	{"two-places", 32, -1, func(t lane.Thread, _ []int32) {
		if t.LaneID() < 16 {
			lane.Shuffle(t, int32(1), 0) // fault two-places
		} else {
			lane.Shuffle(t, int32(2), 0) // fault two-places
		}
	}, `^the lanes of a group came to different operations: threads 0-15 wait in Shuffle .*; threads 16-31 wait in Shuffle`},
	{"lane-missing", 32, 0, func(t lane.Thread, _ []int32) {
		if t.LaneID() != 7 {
			t.SyncWarp() // fault lane-missing
		}
	}, `^no thread can go on: threads 0-6,8-31 wait in SyncWarp .*; threads 7 have returned$`},
	{"groups-differ", 4, 0, func(t lane.Thread, _ []int32) {
		t.Among(0b11 << min(t.LaneID(), 2)).SyncWarp() // fault groups-differ
	}, `no thread can go on: threads 0 wait in SyncWarp of group 0x00000003 .*threads 1 wait in SyncWarp of group 0x00000006`},
	{"not-in-group", 32, 3, func(t lane.Thread, _ []int32) {
		if t.LaneID() == 3 {
			t.Among(1).SyncWarp() // fault not-in-group
		}
	}, `^SyncWarp by lane 3, which is not in its group 0x00000001$`},
	{"shuffle-from-missing-lane", 37, -1, func(t lane.Thread, _ []int32) {
		if t.WarpID() == 1 {
			lane.ShuffleXor(t, int32(1), 2) // fault shuffle-from-missing-lane
		}
	}, `^ShuffleXor by lane 4 from lane 6, which is not in the group 0xffffffff of a warp with 5 lanes$`},
	{"shuffle-out-of-warp", 32, -1, func(t lane.Thread, _ []int32) {
		lane.Shuffle(t, int32(1), 32) // fault shuffle-out-of-warp
	}, `^Shuffle by lane 0 from lane 32, which is not in the group`},
	{"shuffle-by-several", 32, -1, func(t lane.Thread, _ []int32) {
		lane.ShuffleDown(t, int32(1), t.LaneID()&1) // fault shuffle-by-several
	}, `^ShuffleDown by \d in lane \d+ and by \d in lane \d+: it must be the same$`},
	{"index-of-shared", 8, 5, func(t lane.Thread, _ []int32) {
		x := lane.SharedAt[int32](t, 8, 5)
		if t.ThreadID() == 5 {
			x[t.ThreadID()] = 1 // fault index-of-shared
		}
	}, `^runtime error: index out of range \[5\] with length 5$`},
	{"index-in-reduction", 64, -1, func(t lane.Thread, global []int32) {
		lane.BlockAdd(t, global[t.ThreadID()]) // fault index-in-reduction
	}, `^runtime error: index out of range`},
	{"reduction-without-some", 64, 32, func(t lane.Thread, _ []int32) {
		if t.WarpID() == 1 {
			lane.BlockAdd(t, int64(1)) // fault reduction-without-some
		}
	}, `^no thread can go on: threads 0-31 have returned; threads 32-63 wait in Sync at`},
	{"shared-beyond-launch", 8, -1, func(t lane.Thread, _ []int32) {
		lane.SharedAt[int64](t, 24, 2) // fault shared-beyond-launch
	}, `^SharedAt wants 2 elements of 8 bytes from byte 24, up to byte 40, of 32 sized at launch$`},
	{"shared-misaligned", 8, -1, func(t lane.Thread, _ []int32) {
		lane.SharedAt[int64](t, 4, 2) // fault shared-misaligned
	}, `^SharedAt from byte 4: int64 must start at a multiple of 8$`},
	{"shared-pointers", 8, -1, func(t lane.Thread, _ []int32) {
		lane.SharedAt[*int32](t, 0, 1) // fault shared-pointers
	}, `^SharedAt of \*int32: shared memory holds numbers`},
	{"static-pointers", 8, -1, func(t lane.Thread, _ []int32) {
		lane.Shared[struct{ s []int32 }](t, 1) // fault static-pointers
	}, `^Shared of struct \{ s \[\]int32 \}: shared memory holds numbers`},
	{"static-too-large", 8, -1, func(t lane.Thread, _ []int32) {
		lane.Shared[int64](t, 3000)
		lane.Shared[int64](t, 3200) // fault static-too-large
	}, `^Shared arrays take 49600 bytes, the limit is 49152: use SharedAt`},
	{"static-of-no-constant", 8, -1, func(t lane.Thread, _ []int32) {
		lane.Shared[int64](t, 1+t.ThreadID()) // fault static-of-no-constant
	}, `^Shared asked for \d+ bytes, before for \d+: its length must be a constant$`},
	{"static-twice-in-a-line", 8, -1, func(t lane.Thread, _ []int32) {
		a, b := lane.Shared[int64](t, 1), lane.Shared[int64](t, 1) // fault static-twice-in-a-line
		a[0], b[0] = 1, 2
	}, `^two Shared calls for int64 in one line are one array: put each on a line of its own$`},
	{"static-empty", 8, -1, func(t lane.Thread, _ []int32) {
		lane.Shared[int64](t, 0) // fault static-empty
	}, `^Shared of 0 elements: ask for at least 1$`},
	{"waits-in-vain", 2, -1, func(t lane.Thread, global []int32) {
		for lane.AtomicLoad(t, &global[0]) == 0 { // fault waits-in-vain
		}
	}, `^10001 atomics without a barrier or a warp operation: the thread waits for what does not come$`},
	{"panics", 2, 1, func(t lane.Thread, _ []int32) {
		if t.ThreadID() == 1 {
			panic("no such move") // fault panics
		}
		t.Sync()
	}, `^no such move$`},
}

func TestEmulator_ReportsMisuse(t *testing.T) {
	lines := faultLines(t)
	for _, m := range misuses {
		for _, free := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s,free=%v", m.name, free), func(t *testing.T) {
				fault := runMisuse(t, lane.Emulator{Blocks: 3, Threads: m.threads, Shared: 32, Free: free, Patience: 10000}, m.kernel)
				if m.thread >= 0 && fault.Thread != m.thread {
					t.Errorf("reports thread %d, want %d", fault.Thread, m.thread)
				}
				if !regexp.MustCompile(m.reason).MatchString(fault.Reason) {
					t.Errorf("reason %q, want %s", fault.Reason, m.reason)
				}
				if fault.Block != 0 || !lines[m.name][fault.Place] {
					t.Errorf("at %s in block %d, want block 0 and one of %v: %v", fault.Place, fault.Block, lines[m.name], fault)
				}
			})
		}
	}
}

// runMisuse returns the fault of a launch, which must not take more than a minute.
func runMisuse(t *testing.T, e lane.Emulator, kernel func(lane.Thread, []int32)) *lane.Fault {
	t.Helper()
	global, done := make([]int32, 1), make(chan error, 1)
	go func() { done <- e.Run(func(l lane.Thread) { kernel(l, global) }) }()
	select {
	case err := <-done:
		var fault *lane.Fault
		if !errors.As(err, &fault) {
			t.Fatalf("no fault: %v", err)
		}
		if !strings.HasPrefix(err.Error(), "lane: block ") || !strings.HasSuffix(err.Error(), fault.Reason) {
			t.Errorf("error reads %q", err)
		}
		return fault
	case <-time.After(time.Minute):
		t.Fatal("hangs")
	}
	return nil
}

// faultLines returns the places that this file marks as at fault, by the names behind the mark.
func faultLines(t *testing.T) map[string]map[string]bool {
	t.Helper()
	file := must.Have(os.Getwd())(t)
	file += "/fault_test.go"
	text := must.Have(os.ReadFile(file))(t)
	lines := map[string]map[string]bool{}
	for i, line := range strings.Split(string(text), "\n") {
		if _, name, ok := strings.Cut(line, "// fault "); ok {
			if lines[name] == nil {
				lines[name] = map[string]bool{}
			}
			lines[name][fmt.Sprintf("%s:%d", file, i+1)] = true
		}
	}
	return lines
}

// Lanes of a group may wait in operations of another group, as long as all of them come in the end.
func TestEmulator_GroupsOverlapInTime(t *testing.T) {
	for seed := range uint64(50) {
		must.Do(t, lane.Emulator{Blocks: 1, Threads: 32, Seed: seed, Free: seed%2 == 1}.Run(func(l lane.Thread) {
			for n := int32(1); n <= 32; n *= 2 {
				if sum := lane.WarpAdd(l.Tile(n), int32(1)); sum != n {
					t.Errorf("sum over a tile of %d is %d", n, sum)
				}
			}
		}))
	}
}

func TestEmulator_RefusesLaunch(t *testing.T) {
	for _, v := range []struct {
		e    lane.Emulator
		want string
	}{
		{lane.Emulator{Threads: 1}, "launch of 0 blocks"},
		{lane.Emulator{Blocks: 1}, "blocks of 0 threads"},
		{lane.Emulator{Blocks: 1, Threads: 1025}, "blocks of 1025 threads"},
		{lane.Emulator{Blocks: 1, Threads: 1, Shared: -1}, "-1 bytes of shared memory"},
		{lane.Emulator{Blocks: 1, Threads: 1, Shared: lane.MaxShared + 1}, "232449 bytes of shared memory"},
		{lane.Emulator{Blocks: 1, Threads: 1, Workers: -1}, "must not be negative"},
	} {
		must.Fail(t, v.want)(v.e.Run(func(lane.Thread) {}))
	}
}

// The first block's fault is reported, whatever the number of workers.
func TestEmulator_ReportsFirstBlock(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		err := lane.Emulator{Blocks: 40, Threads: 3, Workers: workers}.Run(func(l lane.Thread) {
			if l.BlockID() >= 5 && l.ThreadID() == 1 {
				panic("stop")
			}
		})
		var fault *lane.Fault
		if !errors.As(err, &fault) || fault.Block != 5 || fault.Thread != 1 {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}
