package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

type rule struct {
	apply func(int32) int32 // refused: a function kept in memory is called by its address, which a kernel cannot; call the function by its name, or pass it as a literal to a function that calls it
}

func FunctionField(_ lane.Thread, x []int32) {
	r := rule{apply: up}
	x[0] = r.apply(1)
}
