package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Assertion(_ lane.Thread, v any, x []int32) { // refused: a kernel has no interface values, and any is one; make the function generic over a type parameter, whose methods are known at compile time
	x[0] = v.(int32)
}
