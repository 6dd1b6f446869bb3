package tsp

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

//go:generate go run ../../internal/kernelfile/gen -type plane,grid,matrix -with TabuAlone,TabuMoves
//go:generate go run ../../internal/kernelfile/gen -type exact,measured

// form is an instance on a device, found when first asked for.
type form struct {
	once   sync.Once
	module kernel.Module
	err    error
}

// Kernels implements kernel.Carrier. What an instance is on a device depends on its distances, since each form below is
// faster than the next: float32 places that are proven to give every distance, whole coordinates, float64 coordinates,
// a matrix, or float64 coordinates with any rule that is not of a sphere. Every one of them gives exactly the distances of EdgeCost.
func (p *Instance) Kernels() (kernel.Module, error) {
	f := &p.derived.form
	f.once.Do(func() { f.module, f.err = p.onDevice() })
	return f.module, f.err
}

func (p *Instance) onDevice() (kernel.Module, error) {
	if p.asymmetric {
		return kernel.Module{}, errors.New("an asymmetric instance has none; run it on CPU cores")
	}
	if p.Metric == Euc2D {
		if f, ok := newPlane(p); ok {
			return f.Kernels()
		}
		if f, ok := newGrid(p); ok {
			return f.Kernels()
		}
		return newExact(p).Kernels()
	}
	if m := p.EdgeMatrix(); m != nil {
		return (&matrix{int32(p.N), m}).Kernels()
	}
	if p.Metric.Dimensions() == 0 || p.Metric.spherical() {
		return kernel.Module{}, fmt.Errorf("%d cities with %v distances have none, "+
			"as those need a matrix, for up to %d cities; run it on CPU cores",
			p.N, p.Metric, maxMatrix)
	}
	return newMeasured(p).Kernels()
}

// EdgeRange returns bounds that no edge cost is below or above. They need not be met.
func (p *Instance) EdgeRange() (least, most int64) {
	if p.Metric == Explicit {
		r := &p.derived.weights
		r.once.Do(func() { r.least, r.most = int64(slices.Min(p.matrix)), int64(slices.Max(p.matrix)) })
		return r.least, r.most
	}
	switch p.Metric {
	case 0:
		least, most = p.closed.EdgeRange()
		return min(0, least), max(0, most)
	case Geo:
		return 0, 20040 // half the girth of TSPLIB's sphere, and one
	case Geom:
		return 0, 20038297
	}
	var span [3]float64
	for a, axis := range [][]float64{p.X, p.Y, p.Z}[:p.Metric.Dimensions()] {
		span[a] = slices.Max(axis) - slices.Min(axis)
	}
	return 0, p.Metric.displaced(span[0], span[1], span[2]) + 1
}

// matrix is an instance on a device whose edge costs are listed.
type matrix struct {
	N     int32
	Costs []int32 // n*n, row by row
}

func (m matrix) Place(i int32) int32      { return i }
func (m matrix) Between(a, b int32) int32 { return m.Costs[a*m.N+b] }

// exact is an instance on a device whose distances are computed as EdgeCost does.
type exact struct{ At []spot }

// spot is a city's place in an exact.
type spot struct{ X, Y float64 }

func newExact(p *Instance) *exact {
	e := &exact{make([]spot, p.N)}
	for i := range e.At {
		e.At[i] = spot{p.X[i], p.Y[i]}
	}
	return e
}

func (e exact) Place(i int32) spot { return e.At[i] }

func (e exact) Between(a, b spot) int32 {
	dx, dy := a.X-b.X, a.Y-b.Y
	return int32(math.Sqrt(float64(dx*dx)+float64(dy*dy)) + 0.5)
}

// measured is an instance on a device with a rule for distances in the plane or in space, computed as EdgeCost does.
type measured struct {
	Metric Metric
	At     []site
}

// site is a city's place in a measured.
type site struct{ X, Y, Z float64 }

func newMeasured(p *Instance) *measured {
	f := &measured{p.Metric, make([]site, p.N)}
	for i := range f.At {
		f.At[i] = site{X: p.X[i], Y: p.Y[i]}
		if p.Z != nil {
			f.At[i].Z = p.Z[i]
		}
	}
	return f
}

func (f measured) Place(i int32) site { return f.At[i] }

func (f measured) Between(a, b site) int32 {
	return int32(f.Metric.displaced(a.X-b.X, a.Y-b.Y, a.Z-b.Z))
}

// grid is an instance on a device with Euclidean distances between whole coordinates, whose squares fit int32.
type grid struct{ At []crossing }

// crossing is a city's place in a grid. It is aligned so that a device reads both coordinates at once.
type crossing struct {
	_    [0]uint64
	X, Y int32
}

// newGrid returns the grid of an instance with Euclidean distances, or false where its coordinates are not of that
// kind.
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

func (g grid) Place(i int32) crossing { return g.At[i] }

// Between implements kernel.Metric. The device's square root is approximate, but the result is exact.
//
// Let r be the root of the sum of squares, below 2^15.5. Rounding the sum to float32 and the device's root, each off by
// 2^-23 of it at most, leave the approximation within 1/50 of r. Let k be its integer part. Then k = floor(r), or k is
// one too large if r is within 1/50 below an integer, or one too small if r is an integer or within 1/50 above one. For
// whole sums, r > k + 1/2 is the same as sum > k*k + k. If k = floor(r), then r rounds to k + 1 if that holds, else to
// k. If k is too large, r is just below k and rounds to k. If k is too small, r is at least k + 1 and rounds to k + 1.
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
