package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func factorial(n int32) int32 {
	if n < 2 {
		return 1
	}
	return n * factorial(n-1) // refused: factorial calls itself, and a kernel has no stack to grow; write the recursion as a loop, with an array as its stack where it needs one
}

func Recursion(_ lane.Thread, x []int32) {
	x[0] = factorial(x[0])
}
