package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Shared(t lane.Thread, n int32, x []int32) {
	s := lane.Shared[int32](t, n) // refused: the length of lane.Shared is not a positive constant; give it a positive constant, or use lane.SharedAt, which is sized at launch
	x[0] = s[0]
}
