package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func makes(v int32) *int32 {
	w := v // refused: the address of w outlives its function; return the value itself, or let the caller pass the variable in
	return &w
}

func Escape(_ lane.Thread, x []int32) {
	x[0] = *makes(3)
}
