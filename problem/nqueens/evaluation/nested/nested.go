// Package nested holds the kernels of dynamic parallelism, which launch kernels themselves. They are apart from the other
// evaluation schemes because their module can be loaded only where NVIDIA's device runtime is.
package nested

import (
	_ "embed"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

//go:generate go run ../../../../internal/kernelgen/gen

// PTX is the kernels, compiled.
//
//go:embed zkernels.ptx
var PTX []byte

// subthreads is the paper's size of a block of subtasks, section 3.1.
const subthreads = 32

// Task is the pairs of a queen with those behind it, divided into subtasks.
type Task struct {
	X         []int32 // rows of the candidate
	Conflicts []int64 // of one counter
	Column    int32   // of the queen
	Threshold int32   // pairs of a subtask
}

// Tasks is Algorithm 11 of the paper, its section 2.8: a thread a queen, which does a task of at most threshold pairs by
// itself, and launches Subtasks for a longer one. Where the device takes no more launches, the thread does that task too.
// The candidate is x[from : from+n], and its counter conflicts[at].
func Tasks(t lane.Thread, from, n, at, threshold int32, x []int32, conflicts []int64) {
	i := t.GridThreadID()
	if i >= n {
		return
	}
	task := Task{x[from : from+n], conflicts[at : at+1], i, threshold}
	pairs := n - i - 1
	if pairs > threshold {
		subtasks := (pairs + threshold - 1) / threshold
		if lane.Launch(t, Subtasks, task, (subtasks+subthreads-1)/subthreads, subthreads) {
			return
		}
	}
	compare(t, task, i+1, n)
}

// Subtasks is Algorithm 12: a thread a subtask, of threshold pairs of the queen.
func Subtasks(t lane.Thread, task Task) {
	n := int32(len(task.X))
	start := int64(task.Column) + 1 + int64(task.Threshold)*int64(t.GridThreadID())
	if start < int64(n) {
		compare(t, task, int32(start), int32(min(start+int64(task.Threshold), int64(n))))
	}
}

// compare counts the queens from start up to end that the task's attacks, as Algorithm 10 does.
func compare(t lane.Thread, task Task, start, end int32) {
	row := task.X[task.Column]
	for j := start; j < end; j++ {
		if d, distance := task.X[j]-row, j-task.Column; d == 0 || d == distance || d == -distance {
			lane.AtomicAdd(t, &task.Conflicts[0], 1)
		}
	}
}
