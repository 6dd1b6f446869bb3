package tour

import (
	"math"
	"strings"
	"testing"
)

// The length of the tour that a graph is numbered by must fit, or the error names the edge at which it does not.
func TestNewGraph_RefusesWhatDoesNotAddUp(t *testing.T) {
	p := newGrid(20, 1)
	for _, c := range []int64{1 << 60, -1 << 60, math.MaxInt64} {
		_, err := NewGraph(ringed{p, c}, 5, identity(20), never)
		if err == nil || !strings.Contains(err.Error(), "the edges of a tour add up to more than 64 bits hold, with that from city") {
			t.Errorf("%d: %v", c, err)
		}
	}
	if _, err := NewGraph(ringed{p, math.MaxInt64 / 20}, 5, identity(20), never); err != nil {
		t.Error(err)
	}
}

// ringed has great costs along the identity, which are in no list of neighbours.
type ringed struct {
	*grid
	great int64
}

func (r ringed) EdgeCost(i, j int32) int64 {
	if (i+1)%20 == j || (j+1)%20 == i {
		return r.great
	}
	return r.grid.EdgeCost(i, j)
}

func (r ringed) Neighbours(k int) []int32 {
	var list []int32
	for i := range int32(20) {
		for j := range int32(k) {
			list = append(list, (i+2+j)%20)
		}
	}
	return list
}
