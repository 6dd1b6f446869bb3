package memory

import "github.com/multiwalk/multiwalk/kernel/lane"

type City struct{ X, Y float32 }

type Map struct {
	N      int32
	Cities []City
}

var step = [4]int32{1, 2, 4, 8}

// Gather shows parameters, structs, arrays, tables and both kinds of shared memory.
func Gather(t lane.Thread, m *Map, order []int32, flag bool) {
	near := lane.Shared[City](t, 32)
	far := lane.SharedAt[int32](t, 0, m.N)
	i := t.ThreadID()
	near[i] = m.Cities[order[i]]
	var seen [4]int32
	seen[i&3] = step[i&3]
	t.Sync()
	if flag {
		far[i] = int32(near[i^1].X) + seen[0]
	}
	order[i] = far[i]
}

// Sum strides through a slice: the sum i += stride cannot wrap in a kernel without faults.
func Sum(t lane.Thread, x []int32, total []int64) {
	sum := int64(0)
	for i := t.GridThreadID(); i < int32(len(x)); i += t.GridThreads() {
		sum += int64(x[i])
	}
	total[t.GridThreadID()] = sum
	for i := t.LaneID(); i < int32(len(x)); i += lane.WarpSize {
		x[i] = 0
	}
}
