package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Append(_ lane.Thread, x []int32) {
	x = append(x, 1) // refused: append grows memory, which a kernel has not; use an array of constant size, a slice parameter, or shared memory
	x[0] = 2
}
