package kernel

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// The deltas lie as a circle of positions has them: row k, from 1, holds for each position i in turn the pair of i and the
// position k places on. So the threads of a warp stand at consecutive positions, half a circle of rows is all pairs once,
// and of what an entry needs only the factors of the farther position change from row to row.

// place returns where the pair of a and b > a is.
func (w *tabuWalk[G, T, P]) place(a, b int32) int32 {
	n, k := w.a.N, b-a
	if k > n/2 {
		return (n-k-1)*n + b
	}
	return (k-1)*n + a
}

// rows is how many rows position i is in: of an even number of positions, the last row is half a row.
func (w *tabuWalk[G, T, P]) rows(i int32) int32 {
	if n := w.a.N; n&1 == 0 && i >= n/2 {
		return n/2 - 1
	}
	return w.a.N / 2
}

// columns is where a lane is among 32 columns or fewer: its column, and the rows that it goes through. Where there are
// at most 16 columns, several rows are side by side.
type columns struct{ at, first, step int32 }

// idle is the first row of a lane that has none.
const idle = math.MaxInt32

// lastColumns returns where the lane is among the columns beyond the last full 32.
func (w *tabuWalk[G, T, P]) lastColumns() columns {
	l := w.t.thread().LaneID()
	width := max(1, w.a.N&31)
	abreast := lane.WarpSize / width
	c := columns{w.a.N&^31 + l%width, w.t.warp()*abreast + l/width, abreast * w.t.warps()}
	if l/width >= abreast {
		c.at, c.first = 0, idle
	}
	return c
}

// columns returns where the lane is among the columns from base on.
func (w *tabuWalk[G, T, P]) columns(base int32) columns {
	if base+lane.WarpSize > w.a.N {
		return w.tail
	}
	return columns{base + w.t.thread().LaneID(), w.t.warp(), w.t.warps()}
}

// setFactors writes f and g of a product and a position.
func (w *tabuWalk[G, T, P]) setFactors(p, v int32, f, g T) {
	at := 2*p*w.a.N + v
	if narrow[T]() {
		both := uint64(uint32(f)) | uint64(uint32(g))<<32
		w.factors[at], w.factors[at+w.a.N] = both, both
		return
	}
	w.factors[2*at], w.factors[2*at+1] = uint64(f), uint64(g)
	at += w.a.N
	w.factors[2*at], w.factors[2*at+1] = uint64(f), uint64(g)
}

// factor reads f and g of a product and a position; position v+n is v.
func (w *tabuWalk[G, T, P]) factor(p, v int32) (f, g T) {
	at := 2*p*w.a.N + v
	if narrow[T]() {
		both := w.factors[at]
		return T(int32(uint32(both))), T(int32(uint32(both >> 32)))
	}
	return T(w.factors[2*at]), T(w.factors[2*at+1])
}

// sweep applies what turn has left, and returns what the thread's deltas come to: the least that is admissible, the least
// of all, and the least expiry.
func (w *tabuWalk[G, T, P]) sweep(p P) (admissible, least T, oldest int32) {
	w.sweepCosts(p)
	admissible, least, oldest = none[T](), none[T](), math.MaxInt32
	for base := int32(0); base < w.a.N; base += lane.WarpSize {
		c := w.columns(base)
		if c.first == idle {
			continue
		}
		f, g := w.factor(0, c.at)
		var f2, g2 T
		if p.Products() > 1 {
			f2, g2 = w.factor(1, c.at)
		}
		for k, end := c.first, w.rows(c.at); k < end; k += c.step {
			at := k*w.a.N + c.at
			farF, farG := w.factor(0, c.at+k+1)
			delta := w.d[at] + (f-farF)*(g-farG)
			if p.Products() > 1 {
				farF, farG = w.factor(1, c.at+k+1)
				delta += (f2 - farF) * (g2 - farG)
			}
			expiry := w.m[at]
			w.d[at] = delta
			least = min(least, delta)
			oldest = min(oldest, expiry)
			if expiry <= w.now {
				admissible = min(admissible, delta)
			}
		}
	}
	return admissible, least, oldest
}

// sweepCosts updates e.
func (w *tabuWalk[G, T, P]) sweepCosts(p P) {
	n := w.a.N
	for base := int32(0); base < n; base += lane.WarpSize {
		c := w.columns(base)
		if c.first == idle {
			continue
		}
		h := w.h[c.at]
		var h2 T
		if p.Products() > 1 {
			h2 = w.h[n+c.at]
		}
		for u := c.first; u < n; u += c.step {
			f, _ := w.factor(0, u)
			change := f * h
			if p.Products() > 1 {
				f, _ = w.factor(1, u)
				change += f * h2
			}
			w.e[u*(n|1)+c.at] += change
		}
	}
}
