//go:build race

package lane_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// exchanges are kernels in which a thread reads what another one of its block wrote, and whether that is a race.
var exchanges = []struct {
	name   string
	races  bool
	kernel func(l lane.Thread, x []int32) int32
}{
	{"no-barrier", true, func(l lane.Thread, x []int32) int32 {
		x[l.ThreadID()] = 1
		return x[63-l.ThreadID()]
	}},
	{"barrier", false, func(l lane.Thread, x []int32) int32 {
		x[l.ThreadID()] = 1
		l.Sync()
		return x[63-l.ThreadID()]
	}},
	{"barrier-only-before", true, func(l lane.Thread, x []int32) int32 {
		x[l.ThreadID()] = 1
		l.Sync()
		y := x[63-l.ThreadID()]
		x[l.ThreadID()] = 2
		l.Sync()
		return y
	}},
	{"barrier-of-warp-within-warp", false, func(l lane.Thread, x []int32) int32 {
		x[l.ThreadID()] = 1
		l.SyncWarp()
		return x[l.ThreadID()^31]
	}},
	{"barrier-of-warp-across-warps", true, func(l lane.Thread, x []int32) int32 {
		x[l.ThreadID()] = 1
		l.SyncWarp()
		return x[l.ThreadID()^32]
	}},
	{"shuffle-orders-nothing", true, func(l lane.Thread, x []int32) int32 {
		x[l.ThreadID()] = 1
		return lane.ShuffleXor(l, int32(1), 1) + x[l.ThreadID()^1]
	}},
	{"atomics", false, func(l lane.Thread, x []int32) int32 {
		return lane.AtomicAdd(l, &x[0], 1)
	}},
}

// A racy kernel must be reported, which fails the process: the test runs itself again for each kernel.
func TestEmulator_FreeShowsRaces(t *testing.T) {
	if name := os.Getenv("LANE_EXCHANGE"); name != "" {
		runExchange(t, name)
		return
	}
	self := must.Have(os.Executable())(t)
	for _, e := range exchanges {
		t.Run(e.name, func(t *testing.T) {
			again := exec.Command(self, "-test.run=^TestEmulator_FreeShowsRaces$")
			again.Env = append(os.Environ(), "LANE_EXCHANGE="+e.name)
			out, err := again.CombinedOutput()
			if raced := strings.Contains(string(out), "DATA RACE"); raced != e.races || (err != nil) != e.races {
				t.Errorf("race reported: %v, want %v; %v\n%s", raced, e.races, err, out)
			}
		})
	}
}

func runExchange(t *testing.T, name string) {
	for _, e := range exchanges {
		if e.name != name {
			continue
		}
		err := lane.Emulator{Blocks: 1, Threads: 64, Free: true}.Run(func(l lane.Thread) {
			x := lane.Shared[int32](l, 64)
			if e.kernel(l, x) == -1 {
				panic("unreachable")
			}
		})
		if err != nil {
			t.Error(err)
		}
	}
}
