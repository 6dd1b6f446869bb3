package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Several(_ lane.Thread, x []int32) {
	y := append(x, 1) // refused: append grows memory, which a kernel has not; use an array of constant size, a slice parameter, or shared memory
	y[0] = 2
	go sets(x) // refused: a kernel starts no goroutines; a kernel's threads are its goroutines: share through slices, barriers and atomics of lane
	println(1) // refused: a kernel prints nothing; store what is to be seen in a slice
}
