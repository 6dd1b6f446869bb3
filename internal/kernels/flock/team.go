package flock

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Lanes is how many partial sums a sum has: number r is of elements r, r+Lanes, and so on, one added after the other.
const Lanes = kernel.RealLanes

// deep is how many elements a thread has of a vector at a time, Lanes apart.
const deep = 4

// Team is the threads that make a candidate together.
type Team interface {
	Rank() int32 // of the thread, from 0
	Size() int32
	Sync() // waits for all, and orders their memory accesses
	// Each calls f for the thread's share of n elements, deep at a time: the first, and those at distances of Lanes. full says that there are
	// so many; it is a constant, so what all have in common is compiled without a branch, and no element waits for another.
	Each(n int32, f func(first int32, full bool))
	// Sum adds up what f gives for n elements, deep at a time as Each has them, and the partial sums in a tree. What f gives for elements that
	// there are not must be 0.
	Sum(n int32, f func(first int32, full bool) Terms) (a, b float64)
	First(v float64) float64 // the v of rank 0
}

// Terms are those of two sums: A times By, and B.
type Terms struct {
	A, By [deep]float64
	B     [deep]float32
}

// sums are two sums so far.
type sums struct {
	a float64
	b float32
}

// and adds terms, one after the other.
func (s sums) and(v Terms) sums {
	for c := range deep {
		s.a = math.FMA(v.A[c], v.By[c], s.a)
		s.b += v.B[c]
	}
	return s
}

// full reports whether a vector has all of the deep elements from the first on.
func full(first, n int32) bool { return first+(deep-1)*Lanes < n }

// Single is a thread by itself.
type Single struct{}

func (Single) Rank() int32             { return 0 }
func (Single) Size() int32             { return 1 }
func (Single) Sync()                   {}
func (Single) First(v float64) float64 { return v }

func (Single) Each(n int32, f func(first int32, full bool)) {
	for base := int32(0); base < n; base += deep * Lanes {
		for first := base; first < min(n, base+Lanes); first++ {
			f(first, full(first, n))
		}
	}
}

func (Single) Sum(n int32, f func(first int32, full bool) Terms) (a, b float64) {
	var all, others [Lanes]float64
	for r := range int32(Lanes) {
		var s sums
		for first := r; first < n; first += deep * Lanes {
			s = s.and(f(first, full(first, n)))
		}
		all[r], others[r] = s.a, float64(s.b)
	}
	return kernel.SumLanes(&all), kernel.SumLanes(&others)
}

// Tile is some lanes of a warp: Groups of Lanes, either one or all four. With one, the tiles of a warp keep in step, those that have nothing
// to do with vectors of length 0: a warp whose tiles wait for their own lanes alone goes on as if each were a warp, and takes four times as
// long. All four make a vector sooner, with more instructions.
type Tile struct {
	T      lane.Thread
	Groups int32
}

func (e Tile) Size() int32 { return Lanes * e.Groups }
func (e Tile) Rank() int32 { return e.T.LaneID() & (e.Size() - 1) }
func (e Tile) Sync()       { e.T.SyncWarp() }

func (e Tile) First(v float64) float64 { return lane.Shuffle(e.T, v, e.T.LaneID()-e.Rank()) }

// own is the thread's first element of each Size*deep.
func (e Tile) own() int32 { return e.Rank()/Lanes*deep*Lanes + e.Rank()%Lanes }

func (e Tile) Each(n int32, f func(first int32, full bool)) {
	for first := e.own(); first < n; first += deep * e.Size() {
		if full(first, n) {
			f(first, true)
		} else {
			f(first, false)
		}
	}
}

// Sum has the groups add their terms one after the other.
func (e Tile) Sum(n int32, f func(first int32, full bool) Terms) (a, b float64) {
	var s sums
	for base := int32(0); base < n; base += deep * e.Size() {
		var v Terms
		if first := base + e.own(); full(first, n) {
			v = f(first, true)
		} else if first < n {
			v = f(first, false)
		}
		if e.Groups == 1 {
			s = s.and(v)
			continue
		}
		for from := int32(0); from < lane.WarpSize; from += Lanes {
			with := s.and(v)
			of := from + e.T.LaneID()%Lanes
			s.a, s.b = lane.Shuffle(e.T, with.a, of), lane.Shuffle(e.T, with.b, of)
		}
	}
	a, b = s.a, float64(s.b)
	for d := int32(Lanes / 2); d > 0; d /= 2 {
		a += lane.ShuffleXor(e.T, a, d)
		b += lane.ShuffleXor(e.T, b, d)
	}
	return a, b
}
