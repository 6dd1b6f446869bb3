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
	r := newRelaxation(p)
	for before := p.N * p.N; ; {
		moved := 0
		for range planePasses {
			if moved = r.pass(); moved == 0 {
				if moved = r.passAll(); moved == 0 { // the proof
					return &plane{r.at}, true
				}
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

// relaxation is places of cities that are being moved. To look at all pairs takes n*n/2 square roots, and cities move by a millionth of a
// distance: so a pass looks at the pairs alone that were within margin of being wrong, until some city has come far from where it was then.
type relaxation struct {
	p        *Instance
	x, y     []float64
	at       []point
	near     [][2]int32 // these pairs; nil: not known
	noted    []point    // where cities were
	farthest float64    // that one of them has come from there
	margin   float64
}

func newRelaxation(p *Instance) *relaxation {
	r := &relaxation{p: p, x: centred(p.X), y: centred(p.Y), at: make([]point, p.N), noted: make([]point, p.N)}
	for i := range r.at {
		r.at[i] = pointAt(r.x[i], r.y[i])
	}
	_, most := p.EdgeRange()
	r.margin = 1.0/64 + 16*planeSlack*float64(most)
	return r
}

// pass moves the cities of all pairs that are wrong, if it knows which may be, and returns how many.
func (r *relaxation) pass() (moved int) {
	if r.near == nil || 4*r.farthest > r.margin/2 { // the rest is for rounding
		return r.passAll()
	}
	for _, pair := range r.near {
		if d, missing, _ := r.look(int(pair[0]), int(pair[1])); missing != 0 {
			moved++
			r.spread(int(pair[0]), int(pair[1]), d, missing)
		}
	}
	return moved
}

// passAll is pass for all pairs, and notes which are near.
func (r *relaxation) passAll() (moved int) {
	r.near, r.farthest = r.near[:0], 0
	copy(r.noted, r.at)
	for i := range r.at {
		for j := range i {
			d, missing, spare := r.look(i, j)
			if spare < r.margin {
				r.near = append(r.near, [2]int32{int32(i), int32(j)})
			}
			if missing != 0 {
				moved++
				r.spread(i, j, d, missing)
			}
		}
	}
	return moved
}

// look returns the distance of two cities, what it is short of where the device gets it right, less than 0 if it is too long, and how far
// it is from being wrong.
func (r *relaxation) look(i, j int) (d, missing, spare float64) {
	d = math.Sqrt(float64(squaredPlane(r.at[i], r.at[j])))
	want := float64(r.p.EdgeCost(int32(i), int32(j)))
	slack := d * planeSlack
	short, long := want-0.5+slack-d, d+slack-want-0.5
	return d, max(short, 0) - max(long, 0), -max(short, long)
}

// spread lengthens the distance d of two cities by what is missing and a little more, half at each end.
func (r *relaxation) spread(i, j int, d, missing float64) {
	by := missing*1.25 + math.Copysign(d*planeSlack/8, missing)
	ux, uy := 1.0, 0.0
	if d > 0 {
		ux, uy = (r.x[i]-r.x[j])/d, (r.y[i]-r.y[j])/d
	}
	r.move(i, ux*by/2, uy*by/2)
	r.move(j, -ux*by/2, -uy*by/2)
}

func (r *relaxation) move(i int, dx, dy float64) {
	r.x[i], r.y[i] = r.x[i]+dx, r.y[i]+dy
	r.at[i] = pointAt(r.x[i], r.y[i])
	r.farthest = max(r.farthest, math.Hypot(float64(r.at[i].X-r.noted[i].X), float64(r.at[i].Y-r.noted[i].Y)))
}
