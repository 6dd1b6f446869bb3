package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Goroutine(_ lane.Thread, x []int32) {
	go sets(x) // refused: a kernel starts no goroutines; a kernel's threads are its goroutines: share through slices, barriers and atomics of lane
}

func sets(x []int32) { x[0] = 1 }
