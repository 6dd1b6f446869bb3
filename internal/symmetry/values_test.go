package symmetry

import (
	"testing"

	"github.com/multiwalk/multiwalk"
)

// clashes counts pairs of equal neighbours on a cycle, and adds what bias says of the values.
type clashes struct {
	space multiwalk.Space
	bias  func(x []int32) int64
	fixed []multiwalk.Fixed
}

func (p clashes) Space() multiwalk.Space   { return p.space }
func (p clashes) Fixed() []multiwalk.Fixed { return p.fixed }
func (p clashes) Cost(x []int32) (cost int64) {
	for i, v := range x {
		if v == x[(i+1)%len(x)] {
			cost++
		}
	}
	return cost + p.bias(x)
}

func none([]int32) int64 { return 0 }

// most is how many elements have the commonest value: a cost of groups, whatever they are called.
func most(x []int32) (most int64) {
	count := map[int32]int64{}
	for _, v := range x {
		count[v]++
		most = max(most, count[v])
	}
	return most
}

func TestInterchangeable(t *testing.T) {
	space := multiwalk.Integers(40, -2, 3)
	for name, c := range map[string]struct {
		p    clashes
		want bool
	}{
		"names":         {clashes{space: space, bias: none}, true},
		"sizes":         {clashes{space: space, bias: most}, true},
		"one is dearer": {clashes{space: space, bias: func(x []int32) int64 { return int64(max(0, x[7])) }}, false},
		"order":         {clashes{space: space, bias: func(x []int32) int64 { return int64(max(0, x[1]-x[0])) }}, false},
		"fixed":         {clashes{space: space, bias: none, fixed: []multiwalk.Fixed{{Position: 0, Value: 1}}}, false},
		"two values":    {clashes{space: multiwalk.Integers(40, 0, 1), bias: none}, false},
		"many values":   {clashes{space: multiwalk.Integers(40, 0, 40), bias: none}, false},
		"bits":          {clashes{space: multiwalk.Binary(40), bias: none}, false},
		"an order":      {clashes{space: multiwalk.Permutation(40), bias: none}, false},
	} {
		for seed := range uint64(5) {
			if got := Interchangeable(c.p, seed); got != c.want {
				t.Errorf("%s, seed %d: %v", name, seed, got)
			}
		}
	}
}
