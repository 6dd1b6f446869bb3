package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Make(_ lane.Thread, x []int32) {
	y := make([]int32, len(x)) // refused: make with a length known only at run time grows memory, which a kernel has not; use an array of constant size, a slice parameter, or shared memory
	x[0] = y[0]
}
