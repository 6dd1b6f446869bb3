package tsp

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// plane is an instance on a device whose rounded Euclidean distances float32 arithmetic gets right for every pair,
// although the device's square root is approximate: newPlane proves it pair by pair, and moves cities by a hair where that
// is what it takes. A distance is six instructions.
type plane struct{ At []point }

// point is a city's place in a plane. It is aligned so that a device reads both coordinates at once.
type point struct {
	_    [0]uint64
	X, Y float32
}

func pointAt(x, y float64) point { return point{X: float32(x), Y: float32(y)} }

func (p plane) Place(i int32) point { return p.At[i] }

// roundUnit brings a float32 from 0 to below 2^22 to where a unit in the last place is 1: adding it rounds to the
// nearest integer, which then is the low bits.
const (
	roundUnit     = 1 << 23
	roundUnitBits = (127 + 23) << 23
)

func (p plane) Between(a, b point) int32 {
	return int32(math.Float32bits(lane.ApproxSqrt32(squaredPlane(a, b))+roundUnit)) - roundUnitBits
}

// squaredPlane is the squared distance, the same bits everywhere.
func squaredPlane(a, b point) float32 {
	dx, dy := a.X-b.X, a.Y-b.Y
	return lane.FMA32(dy, dy, float32(dx*dx))
}

const (
	// maxPlane is the greatest n for which all pairs are proven, which takes n*n steps.
	maxPlane = 1024
	// planeSlack is the relative error granted to the device's square root; its makers promise half of it.
	planeSlack = 1.0 / (1 << 22)
	// planePasses is how often newPlane goes over all pairs before it looks whether that gets anywhere.
	planePasses = 16
)

// newPlane returns the plane of an instance with Euclidean distances, or false where there are too many cities, or no
// float32 places near the cities were found that get all distances right.
//
// Each pair whose distance is on the wrong side of a half, or too near it, pushes its cities apart or pulls them
// together by what is missing, pass by pass (the relaxation method of Agmon, 1954, and Motzkin and Schoenberg, 1954, for
// linear inequalities, which these are nearly). What is missing is a millionth of the distance, so few pairs are.
func newPlane(p *Instance) (*plane, bool) {
	if _, most := p.EdgeRange(); p.N > maxPlane || most >= roundUnit/2 {
		return nil, false
	}
	x, y := centred(p.X), centred(p.Y)
	at := make([]point, p.N)
	for i := range at {
		at[i] = pointAt(x[i], y[i])
	}
	for before := p.N * p.N; ; {
		moved := 0
		for range planePasses {
			if moved = relax(p, at, x, y); moved == 0 {
				return &plane{at}, true
			}
		}
		if moved > before/3*2 {
			return nil, false
		}
		before = moved
	}
}

// centred moves coordinates to where floats are densest.
func centred(v []float64) []float64 {
	low, high := v[0], v[0]
	for _, c := range v {
		low, high = min(low, c), max(high, c)
	}
	out := make([]float64, len(v))
	for i, c := range v {
		out[i] = c - (low/2 + high/2)
	}
	return out
}

// relax goes over all pairs once and returns how many were moved.
func relax(p *Instance, at []point, x, y []float64) int {
	moved := 0
	for i := range at {
		for j := range i {
			d := math.Sqrt(float64(squaredPlane(at[i], at[j])))
			want := float64(p.EdgeCost(int32(i), int32(j)))
			slack := d * planeSlack
			missing := max(want-0.5+slack-d, 0) - max(d+slack-want-0.5, 0)
			if missing == 0 && (d > 0 || want == 0) {
				continue
			}
			moved++
			spread(at, x, y, i, j, d, missing*1.25+math.Copysign(slack/8, missing))
		}
	}
	return moved
}

// spread lengthens the distance d of two cities by an amount, half at each end.
func spread(at []point, x, y []float64, i, j int, d, by float64) {
	ux, uy := 1.0, 0.0
	if d > 0 {
		ux, uy = (x[i]-x[j])/d, (y[i]-y[j])/d
	}
	x[i], y[i] = x[i]+ux*by/2, y[i]+uy*by/2
	x[j], y[j] = x[j]-ux*by/2, y[j]-uy*by/2
	at[i], at[j] = pointAt(x[i], y[i]), pointAt(x[j], y[j])
}
