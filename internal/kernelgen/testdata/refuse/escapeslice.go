package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func fresh() []int32 {
	a := []int32{1, 2, 3} // refused: the address of this value outlives its function; return the value itself, or let the caller pass the variable in
	return a
}

func EscapeSlice(_ lane.Thread, x []int32) {
	x[0] = fresh()[1]
}
