package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Dynamic(_ lane.Thread, x []int32) {
	f := up
	if x[0] > 3 {
		f = down
	}
	x[0] = f(x[0]) // refused: which function is called here is known only at run time; call the function by its name, or pass it as a literal to a function that calls it
}

func up(v int32) int32   { return v + 1 }
func down(v int32) int32 { return v - 1 }
