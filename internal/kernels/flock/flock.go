// Package flock has a population of real vectors as data, and how a generation of it follows from the one before: particle swarms and
// differential evolution, once for a thread on a core and a team of lanes on a GPU. What becomes of vector k in generation g follows from
// the seed, from g, k and the population after generation g-1. Sums are added up in one order by every team, so bits are equal everywhere.
package flock

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Rule says how candidates are made of a population.
type Rule struct {
	Kind     Kind     `launch:"settled"`
	Topology Topology `launch:"settled"` // of a swarm
	Stay     float64  // of a swarm: the part of a velocity that stays
	Pull     float64  // and how far beyond a best its points are, as a multiple of the way there
	Scale    float64  // of differential evolution: of differences
	Rate     float64  // and the crossover rate
	FTol     float64  // costs that differ by no more count as equal
}

// Kind is what a candidate is made by.
type Kind int32

// The kinds.
const (
	Ball Kind = iota // a particle swarm of 2011
	Box              // one of 2007
	Rand             // differential evolution, rand/1
	Best             // and best/1
)

// Swarm tells whether it is that of a swarm: candidates are places, to which particles move whatever they cost.
func (k Kind) Swarm() bool { return k <= Box }

// Topology says who informs a particle.
type Topology int32

// The topologies.
const (
	Global Topology = iota // all others
	Ring                   // the two beside it
	Random                 // see Links
)

// Mover is a team that makes candidates of a population.
type Mover[T Team] struct {
	T            T
	Rule         *Rule
	Lower, Upper []float64
	Normals      []float32 // what Normals returns
	Room         []float32 // of a ball: a number for each element
	Seed         uint64
	Walk         uint32
}

// generations is how many bits of a step count generations: see the draws of package continuous.
const generations = 40

// words returns four of the random words of candidate k in a generation. Block 0 is for what it draws once; element i has a word, or
// several, of block 1 + i/4 or thereabouts.
func (m *Mover[T]) words(g int64, k, block int32) [4]uint32 {
	return lane.Random(m.Seed, m.Walk, uint64(k)<<generations|uint64(g), uint32(block))
}

// uniform is a number above 0 and below 1, of 32 bits.
func uniform(w uint32) float64 { return (float64(w) + 0.5) * 0x1p-32 }

// Mirrored brings an element into its bounds: it is mirrored at them until it is inside. NaN becomes the lower bound.
func Mirrored(v, lo, hi float64) float64 {
	width := hi - lo
	t := math.Abs(v - lo) // the image has period 2*width, and is even about lo
	if !(t < 2*width) {
		if t = math.FMA(-math.Floor(t/(2*width)), 2*width, t); !(t <= 2*width) { // NaN: of v, of an infinite v, or of a width of 0
			return lo
		}
	}
	if t > width {
		t = 2*width - t
	}
	if v = lo + t; v < lo {
		return lo
	}
	if v > hi {
		return hi
	}
	return v
}

// block is the block of random words of the elements first, first+Lanes and so on, many of them.
func block(first, many int32) int32 { return 1 + first/(many*Lanes)*Lanes + first%Lanes }

// Cost evaluates a candidate; positive infinity stands for NaN and infinities.
func Cost[T Team, P kernel.RealCoster](t T, p P, x []float64) float64 {
	f, n := 0.0, int32(len(x))
	if _, ok := any(p).(kernel.RealTermer); ok {
		f, _ = t.Sum(n, func(first int32, full bool) Terms { return terms(p, x, first, full) })
	} else {
		if t.Rank() == 0 && n > 0 {
			f = p.Cost(x)
		}
		f = t.First(f)
	}
	if !(math.Abs(f) <= math.MaxFloat64) {
		return math.Inf(1)
	}
	return f
}

// terms are those of the cost.
func terms[P kernel.RealCoster](p P, x []float64, first int32, full bool) (v Terms) {
	e, ok := any(p).(kernel.RealTermer)
	if !ok {
		return v
	}
	v.By = [deep]float64{1, 1, 1, 1}
	for c := range int32(deep) {
		if i := first + c*Lanes; full || i < int32(len(x)) {
			v.A[c] = e.CostTerm(x, i)
		}
	}
	return v
}
