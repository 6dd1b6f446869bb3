package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Print(_ lane.Thread, x []int32) {
	println(x[0]) // refused: a kernel prints nothing; store what is to be seen in a slice
}
