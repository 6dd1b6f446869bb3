package trial

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/tools/own"
	"slices"
)

// Nearly is an order by pairs but for one beginning, which costs more.
type Nearly struct{ *own.Ordering }

func (p Nearly) Cost(x []int32) int64 {
	cost := p.Ordering.Cost(x)
	if x[0] == 3 && x[1] == 5 && x[2] == 7 {
		cost += 40
	}
	return cost
}

func (p Nearly) InsertDelta(x []int32, i, j int32) int64 { return InsertedFully(p, x, i, j) }

func (p Nearly) SwapDelta(x []int32, i, j int32) int64 { return SwappedFully(p, x, i, j) }

// InsertedFully and swappedFully are deltas by two full evaluations.
func InsertedFully(p multiwalk.Problem, x []int32, i, j int32) int64 {
	y := slices.Delete(slices.Clone(x), int(i), int(i)+1)
	return p.Cost(slices.Insert(y, int(j), x[i])) - p.Cost(x)
}

func SwappedFully(p multiwalk.Problem, x []int32, i, j int32) int64 {
	y := slices.Clone(x)
	y[i], y[j] = y[j], y[i]
	return p.Cost(y) - p.Cost(x)
}
