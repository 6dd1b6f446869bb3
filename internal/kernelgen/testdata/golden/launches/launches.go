package launches

import "github.com/multiwalk/multiwalk/kernel/lane"

// Part is what a nested launch can pass: numbers, structs of them, and slices.
type Part struct {
	Of    struct{ A, B int8 }
	X     []int64
	Scale float64
	Add   bool
	From  int32
}

// Inner is launched from Outer.
func Inner(t lane.Thread, p Part) {
	for i := p.From + t.GridThreadID(); i < int32(len(p.X)); i += t.GridThreads() {
		if p.Add {
			p.X[i] += int64(p.Scale)
		}
	}
}

// Outer launches a grid a thread.
func Outer(t lane.Thread, x []int64, failed []int32) {
	i := t.GridThreadID()
	if !lane.Launch(t, Inner, Part{X: x, Scale: 2, Add: true, From: i}, 1+i, 32) {
		lane.AtomicAdd(t, &failed[0], 1)
	}
}
