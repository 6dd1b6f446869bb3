package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func MapParam(_ lane.Thread, m map[int32]bool, x []int32) { // refused: a kernel has no maps; use an array or a slice indexed by the key
	if m[1] {
		x[0] = 1
	}
}
