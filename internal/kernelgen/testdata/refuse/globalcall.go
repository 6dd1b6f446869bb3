package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

var seed = double(21)

func double(v int32) int32 { return 2 * v }

func GlobalCall(_ lane.Thread, x []int32) {
	x[0] = seed // refused: the package-level variable seed is not a table of constants; initialise it by constants and write it nowhere, or pass it as a parameter
}
