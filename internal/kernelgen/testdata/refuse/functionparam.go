package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func FunctionParam(_ lane.Thread, f func(int32) int32, x []int32) { // refused: a launch cannot pass a function; make the kernel generic over a type with the method
	x[0] = f(1)
}
