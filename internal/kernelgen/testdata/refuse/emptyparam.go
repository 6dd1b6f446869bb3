package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

// EmptyParam is given a struct without fields.
func EmptyParam(t lane.Thread, e struct{}, y []int64) { // refused: a launch passes numbers, and e of type struct{} takes no memory; leave it out, or give it a field
	y[0] = 1
}

// EmptyArray is given an array without elements.
func EmptyArray(t lane.Thread, e [0]int64, y []int64) { // refused: a launch passes numbers, and e of type [0]int64 takes no memory; leave it out, or give it a field
	y[0] = 1
}

// EmptyField is given a struct of which one field has no size, beside a slice.
func EmptyField(t lane.Thread, p struct { // refused: a launch passes numbers, and p.Empty of type struct{} takes no memory; leave it out, or give it a field
	Of    []int64
	Empty struct{}
	N     int64
}) {
	p.Of[0] = p.N
}
