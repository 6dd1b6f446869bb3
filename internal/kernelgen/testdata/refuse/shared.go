package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Shared(t lane.Thread, n int32, x []int32) {
	s := lane.Shared[int32](t, n) // refused: the length of lane.Shared is not a positive constant; give it a positive constant, or use lane.SharedAt, which is sized at launch
	x[0] = s[0]
}

func SharedPointers(t lane.Thread, x []int32) {
	s := lane.SharedAt[*int32](t, 0, 4) // refused: []*int32 has elements that hold pointers; keep numbers, or arrays and structs of numbers, in the slice
	x[0] = *s[0]
}
