package lane_test

import (
	"fmt"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// sumKernel adds the elements of x to total: each thread those at its stride, each block its threads' sums.
func sumKernel(t lane.Thread, x []int32, total *int64) {
	sum := int64(0)
	for i := t.GridThreadID(); i < int32(len(x)); i += t.GridThreads() {
		sum += int64(x[i])
	}
	if sum = lane.BlockAdd(t, sum); t.ThreadID() == 0 {
		lane.AtomicAdd(t, total, sum)
	}
}

func ExampleEmulator() {
	x := make([]int32, 1000)
	for i := range x {
		x[i] = int32(i)
	}
	var total int64
	err := lane.Emulator{Blocks: 4, Threads: 96}.Run(func(t lane.Thread) { sumKernel(t, x, &total) })
	fmt.Println(total, err)
	// Output: 499500 <nil>
}

// A barrier that not all threads reach is an error with the place, not a launch that hangs.
func ExampleFault() {
	err := lane.Emulator{Blocks: 1, Threads: 64}.Run(func(t lane.Thread) {
		if t.ThreadID() < 50 {
			t.Sync()
		}
	})
	fault := err.(*lane.Fault)
	fmt.Println(fault.Block, fault.Thread, fault.Reason[:20])
	// Output: 0 0 no thread can go on:
}
