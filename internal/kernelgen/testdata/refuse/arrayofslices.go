package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func ArrayOfSlices(_ lane.Thread, x [2][]int32, y []int32) { // refused: a launch cannot pass an array of slices; use one flat slice, or a struct with a field for each
	y[0] = x[1][0]
}
