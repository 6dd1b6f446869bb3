package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

type holder struct{ p *int32 }

func hold(v int32) holder {
	w := v // refused: the address of w outlives its function; return the value itself, or let the caller pass the variable in
	h := holder{p: &w}
	return h
}

func EscapeStruct(_ lane.Thread, x []int32) {
	h := hold(3)
	x[0] = *h.p
}
