package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func ChannelParam(_ lane.Thread, c chan int32, x []int32) { // refused: a kernel has no channels; a kernel's threads are its goroutines: share through slices, barriers and atomics of lane
	x[0] = <-c
}
