package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func EscapeCarried(_ lane.Thread, x []int32) {
	zero := int32(0)
	last := &zero
	for i := range x {
		v := x[i] // refused: the address of v is carried into the next turn of a loop; declare it before the loop
		x[i] += *last
		last = &v
	}
}
