package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

// numbers is too large for registers.
type numbers [2000]int64

func pick(b numbers, i int64) int64 {
	return b[i]
}

// HugeValue passes it.
func HugeValue(t lane.Thread, x []numbers, y []int64) {
	y[0] = pick(x[0], y[1]) // refused: a value of type refuse.numbers is 2000 numbers, and no more than 1024 are passed, returned or compared; pass a pointer to it, or a slice of it, and compare its elements in a loop
}

// HugeComparison compares it.
func HugeComparison(t lane.Thread, x []numbers, y []bool) {
	y[0] = x[0] == x[1] // refused: a value of type refuse.numbers is 2000 numbers, and no more than 1024 are passed, returned or compared; pass a pointer to it, or a slice of it, and compare its elements in a loop
}

// HugeArguments takes it as a parameter.
func HugeArguments(t lane.Thread, x numbers, y []int64) { // refused: the parameters of HugeArguments take 16016 bytes, and a launch passes up to 4096; pass a slice, or a pointer to an array
	y[0] = x[y[1]]
}
