package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func fill(h *holder, v int32) {
	w := v // refused: the address of w outlives its function; return the value itself, or let the caller pass the variable in
	h.p = &w
}

func EscapeStore(_ lane.Thread, x []int32) {
	var h holder
	fill(&h, 3)
	x[0] = *h.p
}
