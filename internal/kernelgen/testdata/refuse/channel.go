package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Channel(_ lane.Thread, x []int32) {
	c := make(chan int32, 1) // refused: a kernel has no channels; a kernel's threads are its goroutines: share through slices, barriers and atomics of lane
	c <- 1
	x[0] = <-c
}
