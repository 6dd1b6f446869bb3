package nested

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// On a board whose queens all attack each other, a thread does the tasks of at most threshold pairs itself, and launches
// the others: these have counted nothing when the threads are through, and everything when the launch is.
func TestTasks_LaunchTheLongOnes(t *testing.T) {
	const n, threshold = 64, 10
	if subthreads != 32 {
		t.Errorf("blocks of %d subtasks, and the paper has 32", subthreads)
	}
	x, conflicts, meanwhile := make([]int32, n), make([]int64, 1), int64(0)
	for i := range x {
		x[i] = int32(i)
	}
	e := lane.Emulator{Blocks: 1, Threads: n}
	must.Do(t, e.Run(func(t lane.Thread) {
		Tasks(t, 0, n, 0, threshold, x, conflicts)
		t.Sync()
		if t.ThreadID() == 0 {
			meanwhile = conflicts[0]
		}
	}))
	if want := int64(threshold * (threshold + 1) / 2); meanwhile != want {
		t.Errorf("%d pairs before the nested launches, want those of tasks up to %d: %d", meanwhile, threshold, want)
	}
	if want := int64(n * (n - 1) / 2); conflicts[0] != want {
		t.Errorf("%d pairs in all, want %d", conflicts[0], want)
	}
}
