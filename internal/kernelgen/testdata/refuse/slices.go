package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Slices(_ lane.Thread, x [][]int32, y []int32) { // refused: a slice of slices lies scattered in the host's memory; use one flat slice and compute the index, as in a[i*n+j]
	y[0] = x[0][0]
}
