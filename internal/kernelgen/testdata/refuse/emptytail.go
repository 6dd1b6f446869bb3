package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

type tailed struct {
	A int32
	B struct{}
}

func EmptyTail(_ lane.Thread, x []tailed, y []int32) { // refused: Go pads refuse.tailed after its last field, which has no size; put a field that has a size last
	y[0] = x[1].A
}
