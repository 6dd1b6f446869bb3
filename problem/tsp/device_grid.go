package tsp

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// grid is an instance on a device with Euclidean distances between whole coordinates, whose squares fit int32.
type grid struct{ At []crossing }

// crossing is a city's place in a grid. It is aligned so that a device reads both coordinates at once.
type crossing struct {
	_    [0]uint64
	X, Y int32
}

// newGrid returns the grid of an instance with Euclidean distances, or false where its coordinates are not of that kind.
func newGrid(p *Instance) (*grid, bool) {
	left, bottom := slices.Min(p.X), slices.Min(p.Y)
	width, height := slices.Max(p.X)-left, slices.Max(p.Y)-bottom
	whole := func(v float64) bool { return v == math.Trunc(v) && math.Abs(v) < 1<<30 }
	if !(width*width+height*height < 1<<31) || !all(p.X, whole) || !all(p.Y, whole) {
		return nil, false
	}
	g := &grid{make([]crossing, p.N)}
	for i := range g.At {
		g.At[i] = crossing{X: int32(p.X[i] - left), Y: int32(p.Y[i] - bottom)}
	}
	return g, true
}

func all(list []float64, ok func(float64) bool) bool {
	return !slices.ContainsFunc(list, func(v float64) bool { return !ok(v) })
}

// Place implements kernel.Metric.
func (g grid) Place(i int32) crossing { return g.At[i] }

// Between implements kernel.Metric. The device's square root is approximate, but the result is exact.
//
// Let r be the root of the sum of squares, below 2^15.5. Rounding the sum to float32 and the device's root, each off by
// 2^-23 of it at most, leave the approximation within 1/50 of r, so k, its integer part, is that of r, or one more where
// r lacks less than 1/50 to the next integer, or one less where r is one or hardly above. For whole sums
// r > k + 1/2 says the same as sum > k*k + k. If k is the integer part of r, rounding r to nearest is adding that
// comparison; in the second case r is below k and rounds to k, and in the third it is above k + 1/2 and rounds to k+1.
// No product passes 2^31.
func (g grid) Between(a, b crossing) int32 {
	dx, dy := a.X-b.X, a.Y-b.Y
	sum := dx*dx + dy*dy
	k := int32(lane.ApproxSqrt32(float32(sum)))
	if sum > k*k+k {
		k++
	}
	return k
}
