package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func SharedPointers(t lane.Thread, x []int32) {
	s := lane.SharedAt[*int32](t, 0, 4) // refused: []*int32 has elements that hold pointers; keep numbers, or arrays and structs of numbers, in the slice
	x[0] = *s[0]
}
