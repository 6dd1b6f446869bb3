package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func outside(x int32) int32

func External(_ lane.Thread, x []int32) {
	x[0] = outside(1) // refused: refuse.outside has no body in Go; write the function in the device subset, or call it on the host
}
