package cvrp

import (
	"fmt"
	"math"
	"slices"
)

// coarseBelow is the distance to the nearest other place, as most places have it, below which rounding decides which routes are best.
const coarseBelow = 4

// Notes says that most distances are rounded away, as in a unit square. Whole coordinates are never so: that is how their author wants
// distances rounded. It is O(n²).
func (s sheet) Notes() []string {
	if s.in.Distance != nil {
		return nil
	}
	whole := func(v float64) bool { return v == math.Trunc(v) }
	if !slices.ContainsFunc(append(slices.Clone(s.in.X), s.in.Y...), func(v float64) bool { return !whole(v) }) {
		return nil
	}
	var near []float64
	for a := range s.in.X {
		if d := s.in.nearest(a); d < math.Inf(1) {
			near = append(near, d)
		}
	}
	slices.Sort(near)
	if len(near) == 0 || near[len(near)/2] >= coarseBelow {
		return nil
	}
	typical := near[len(near)/2]
	return []string{fmt.Sprintf("the nearest place is %.3g away from most places, and EUC_2D rounds that to whole numbers, so rounding decides "+
		"which routes are best; multiply the coordinates by %.0f", typical, math.Pow(10, math.Round(math.Log10(1000/typical))))}
}

// nearest returns the distance, not rounded, from a place to the nearest one elsewhere; infinity if there is none.
func (in *Instance) nearest(a int) float64 {
	least := math.Inf(1)
	for b := range in.X {
		if d := math.Hypot(in.X[a]-in.X[b], in.Y[a]-in.Y[b]); d > 0 {
			least = min(least, d)
		}
	}
	return least
}
