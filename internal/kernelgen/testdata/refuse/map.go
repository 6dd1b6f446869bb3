package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Map(_ lane.Thread, x []int32) {
	m := map[int32]int32{} // refused: a kernel has no maps; use an array or a slice indexed by the key
	m[1] = 2
	x[0] = m[1]
}
