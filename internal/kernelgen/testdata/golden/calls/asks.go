package calls

import "github.com/multiwalk/multiwalk/kernel/lane"

type scale struct{ by int32 }

func (s scale) Times(v int32) int32 { return s.by * v }

// times asks what it is given for a method, and takes it as it is without.
func times[S any](s S, v int32) int32 {
	if t, ok := any(s).(interface{ Times(v int32) int32 }); ok {
		return t.Times(v)
	}
	return v
}

// Asks shows assertions that type arguments decide: only what they lead to is there.
func Asks(t lane.Thread, x []int32, k int32) {
	x[t.LaneID()] = times(scale{k}, 3) + times(k, 4)
}
