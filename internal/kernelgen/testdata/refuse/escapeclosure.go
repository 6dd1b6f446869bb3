package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func adder(n int32) func(int32) int32 { // refused: adder returns a function, which would outlive its variables; call the function where it is made, or hand it down to a function that calls it
	return func(v int32) int32 { n++; return v + n }
}

func EscapeClosure(_ lane.Thread, x []int32) {
	x[0] = adder(3)(4)
}
