package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func EscapeLoop(_ lane.Thread, x []int32) {
	var keep [4]*int32
	for i := range 4 {
		v := int32(i) // refused: the address of v is carried into the next turn of a loop; declare it before the loop
		keep[i] = &v
	}
	x[0] = *keep[0]
}
