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

// Lanes is how many partial sums a sum has, and how many lanes a team on a GPU.
const Lanes = kernel.RealLanes

// Team is the threads that make a candidate together: one, or Lanes.
type Team interface {
	Rank() int32 // of the thread, from 0
	Size() int32
	Sync() // waits for all, and orders their memory accesses
	// Sum adds up two numbers that f gives for each of the numbers below Lanes, in a tree. A thread calls f for its rank, one by itself for
	// all of them.
	Sum(f func(r int32) (a, b float64)) (a, b float64)
	First(v float64) float64 // the v of rank 0
}

// Single is a thread by itself.
type Single struct{}

func (Single) Rank() int32             { return 0 }
func (Single) Size() int32             { return 1 }
func (Single) Sync()                   {}
func (Single) First(v float64) float64 { return v }

func (Single) Sum(f func(r int32) (a, b float64)) (a, b float64) {
	var all, others [Lanes]float64
	for r := range int32(Lanes) {
		all[r], others[r] = f(r)
	}
	return kernel.SumLanes(&all), kernel.SumLanes(&others)
}

// Tile is Lanes lanes of a warp. All tiles of a warp keep in step, those that have nothing to do with vectors of length 0: a warp whose
// groups wait for their own lanes alone goes on as if each were a warp, and takes four times as long.
type Tile struct{ T lane.Thread }

func (e Tile) Rank() int32 { return e.T.LaneID() % Lanes }
func (e Tile) Size() int32 { return Lanes }
func (e Tile) Sync()       { e.T.SyncWarp() }

func (e Tile) First(v float64) float64 { return lane.Shuffle(e.T, v, e.T.LaneID()-e.Rank()) }

func (e Tile) Sum(f func(r int32) (a, b float64)) (a, b float64) {
	a, b = f(e.Rank())
	for d := int32(Lanes / 2); d > 0; d /= 2 {
		a += lane.ShuffleXor(e.T, a, d)
		b += lane.ShuffleXor(e.T, b, d)
	}
	return a, b
}

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
		t = math.FMA(-math.Floor(t/(2*width)), 2*width, t)
	}
	if !(t <= 2*width) { // NaN: of v, of an infinite v, or of a width of 0
		return lo
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

// Cost evaluates a candidate; positive infinity stands for NaN and infinities.
func Cost[T Team, P kernel.RealCoster](t T, p P, x []float64) float64 {
	f := 0.0
	if _, ok := any(p).(kernel.RealTermer); ok {
		f, _ = t.Sum(func(r int32) (sum, none float64) { return terms(p, x, r), 0 })
	} else {
		if t.Rank() == 0 && len(x) > 0 {
			f = p.Cost(x)
		}
		f = t.First(f)
	}
	if !(math.Abs(f) <= math.MaxFloat64) {
		return math.Inf(1)
	}
	return f
}

// terms is lane r's part of a sum.
func terms[P kernel.RealCoster](p P, x []float64, r int32) (sum float64) {
	if e, ok := any(p).(kernel.RealTermer); ok {
		n, i := int32(len(x)), r
		for ; i+3*Lanes < n; i += 4 * Lanes { // four at a time, so that none waits for another
			a, b, c, d := e.CostTerm(x, i), e.CostTerm(x, i+Lanes), e.CostTerm(x, i+2*Lanes), e.CostTerm(x, i+3*Lanes)
			sum = sum + a + b + c + d
		}
		for ; i < n; i += Lanes {
			sum += e.CostTerm(x, i)
		}
	}
	return sum
}
