package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Select(_ lane.Thread, x []int32) {
	var c chan int32
	select { // refused: a kernel has no channels; a kernel's threads are its goroutines: share through slices, barriers and atomics of lane
	case x[0] = <-c:
	default:
	}
}
