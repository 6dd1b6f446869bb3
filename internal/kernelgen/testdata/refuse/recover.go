package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Recover(_ lane.Thread, x []int32) {
	if recover() != nil { // refused: a kernel recovers from nothing; test before the fault can happen
		x[0] = 1
	}
}
