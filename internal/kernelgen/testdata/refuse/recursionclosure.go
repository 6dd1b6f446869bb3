package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func RecursionClosure(_ lane.Thread, x []int32) {
	var f func(int32) int32 // refused: the function that f holds is assigned more than once, or calls itself; declare a function for it, or write recursion as a loop
	f = func(n int32) int32 {
		if n < 2 {
			return 1
		}
		return n * f(n-1)
	}
	x[0] = f(4)
}
