package kernel

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// The deltas lie as a circle of positions has them: position i has a row of the pairs with the positions 1, 2, ... places
// on, half the circle, so that all rows together are all pairs once. The lanes of a warp take a row each, which begin an odd
// number of entries apart and so in different banks, and go along them in step: of what an entry needs, only the factors of
// the farther position change from one to the next, and those lie side by side.

// place returns where the pair of a and b > a is.
func (w *tabuWalk[G, T, P]) place(a, b int32) int32 {
	n, k := w.a.N, b-a
	if k > n/2 {
		return b*stride(n) + n - k - 1
	}
	return a*stride(n) + k - 1
}

// stride is how far the rows of two positions lie apart. It is odd, and one less is no multiple of 8: the lanes of turn
// write to rows one after the other, a column further to the left in each.
func stride(n int32) int32 {
	s := n/2 | 1
	if s&7 == 1 {
		s += 2
	}
	return s
}

// pairs is how many pairs the row of position i has: with an even number of positions, one less in the second half.
func (w *tabuWalk[G, T, P]) pairs(i int32) int32 {
	if n := w.a.N; n&1 == 0 && i >= n/2 {
		return n/2 - 1
	}
	return w.a.N / 2
}

// share is a lane's part of a sweep over 32 positions or values, or fewer at the end: which of them, and of its row of
// deltas and of its row of e the entries from first on up to end.
type share struct {
	at, first, end, firstCost, endCost int32
}

// lastShare returns the lane's share of what lies beyond the last full 32. Where that is 16 or less, several lanes divide a
// row, as the warps of a block do.
func (w *tabuWalk[G, T, P]) lastShare() share {
	l := w.t.thread().LaneID()
	width := max(1, w.a.N&31)
	abreast := lane.WarpSize / width
	if l/width >= abreast {
		return share{}
	}
	return w.divide(w.a.N&^31+l%width, w.t.warp()*abreast+l/width, w.t.warps()*abreast)
}

// divide returns one of so many parts of a row. Those of e are multiples of four entries.
func (w *tabuWalk[G, T, P]) divide(at, part, parts int32) share {
	n := w.a.N
	fours := (n + 3) / 4
	return share{at, n / 2 * part / parts, n / 2 * (part + 1) / parts,
		min(n, 4*(fours*part/parts)), min(n, 4*(fours*(part+1)/parts))}
}

// share returns the lane's share of 32 positions or values from base on.
func (w *tabuWalk[G, T, P]) share(base int32) share {
	if base+lane.WarpSize > w.a.N {
		return w.tail
	}
	s := w.full
	s.at = base + w.t.thread().LaneID()
	return s
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

// even rounds up.
func even(n int32) int32 { return (n + 1) &^ 1 }

// factor reads f and g of a product and a position; position v+n is v.
func (w *tabuWalk[G, T, P]) factor(p, v int32) (f, g T) {
	at := 2*p*w.a.N + v
	if narrow[T]() {
		both := w.factors[at]
		return T(int32(uint32(both))), T(int32(uint32(both >> 32)))
	}
	return T(w.factors[2*at]), T(w.factors[2*at+1])
}

// twoF reads f of positions 2*half and 2*half+1 from a slot.
func (w *tabuWalk[G, T, P]) twoF(slot, half int32) (f, next T) {
	at := slot*(even(w.a.N)>>1) + half
	if narrow[T]() {
		both := w.twoFs[at]
		return T(int32(uint32(both))), T(int32(uint32(both >> 32)))
	}
	return w.f[2*at], w.f[2*at+1]
}

// tally is what the deltas that a thread has seen come to: the least that is admissible, the least of all, and the least
// expiry.
type tally[T whole] struct {
	admissible, least T
	oldest            int32
}

func (s *tally[T]) see(delta T, expiry, now int32) {
	s.least = min(s.least, delta)
	s.oldest = min(s.oldest, expiry)
	if expiry <= now {
		s.admissible = min(s.admissible, delta)
	}
}

// sweep applies what turn has left, and returns what the thread's deltas come to. What is read of four entries is read
// before any is written, so that the reads overlap.
func (w *tabuWalk[G, T, P]) sweep(p P) tally[T] {
	w.sweepCosts(p)
	sum := tally[T]{none[T](), none[T](), math.MaxInt32}
	for base := int32(0); base < w.a.N; base += lane.WarpSize {
		s := w.share(base)
		e := w.entry(p, s.at)
		k, end := s.first, min(s.end, w.pairs(s.at))
		at, far := s.at*stride(w.a.N), s.at+1
		for ; k+4 <= end; k += 4 {
			d0, m0 := w.changed(p, e, far+k, at+k), w.m[at+k]
			d1, m1 := w.changed(p, e, far+k+1, at+k+1), w.m[at+k+1]
			d2, m2 := w.changed(p, e, far+k+2, at+k+2), w.m[at+k+2]
			d3, m3 := w.changed(p, e, far+k+3, at+k+3), w.m[at+k+3]
			w.d[at+k], w.d[at+k+1], w.d[at+k+2], w.d[at+k+3] = d0, d1, d2, d3
			sum.see(d0, m0, w.now)
			sum.see(d1, m1, w.now)
			sum.see(d2, m2, w.now)
			sum.see(d3, m3, w.now)
		}
		if k+2 <= end {
			d0, m0 := w.changed(p, e, far+k, at+k), w.m[at+k]
			d1, m1 := w.changed(p, e, far+k+1, at+k+1), w.m[at+k+1]
			w.d[at+k], w.d[at+k+1] = d0, d1
			sum.see(d0, m0, w.now)
			sum.see(d1, m1, w.now)
			k += 2
		}
		if k < end {
			delta := w.changed(p, e, far+k, at+k)
			w.d[at+k] = delta
			sum.see(delta, w.m[at+k], w.now)
		}
	}
	return sum
}

// entry is f and g of a position, of both products.
type entry[T whole] struct{ f, g, f2, g2 T }

func (w *tabuWalk[G, T, P]) entry(p P, v int32) (e entry[T]) {
	e.f, e.g = w.factor(0, v)
	if p.Products() > 1 {
		e.f2, e.g2 = w.factor(1, v)
	}
	return e
}

// changed returns the delta at a place, of a position and a farther one, after the change.
func (w *tabuWalk[G, T, P]) changed(p P, e entry[T], far, at int32) T {
	f, g := w.factor(0, far)
	delta := w.d[at] + (e.f-f)*(e.g-g)
	if p.Products() > 1 {
		f, g = w.factor(1, far)
		delta += (e.f2 - f) * (e.g2 - g)
	}
	return delta
}

// tabuDelay is how many swaps e waits for, so that its entries are read and written once for all of them. Until then, who
// reads e adds what is missing.
const tabuDelay = 4

// sweepCosts brings e up to date when it lacks so many swaps. Its lanes have a value each.
func (w *tabuWalk[G, T, P]) sweepCosts(p P) {
	if w.pending < tabuDelay {
		return
	}
	w.pending = 0
	n, slots := w.a.N, tabuDelay*p.Products()
	for base := int32(0); base < n; base += lane.WarpSize {
		s := w.share(base)
		var h [2 * tabuDelay]T
		for slot := range slots {
			h[slot] = w.h[slot*n+s.at]
		}
		u, at := s.firstCost, s.at*(n|1)
		for ; u+4 <= s.endCost; u += 4 {
			e0, e1, e2, e3 := w.e[at+u], w.e[at+u+1], w.e[at+u+2], w.e[at+u+3]
			for slot := range slots {
				f0, f1 := w.twoF(slot, u>>1)
				f2, f3 := w.twoF(slot, u>>1+1)
				e0, e1, e2, e3 = e0+f0*h[slot], e1+f1*h[slot], e2+f2*h[slot], e3+f3*h[slot]
			}
			w.e[at+u], w.e[at+u+1], w.e[at+u+2], w.e[at+u+3] = e0, e1, e2, e3
		}
		for ; u < s.endCost; u++ {
			e := w.e[at+u]
			for slot := range slots {
				e += w.f[slot*even(n)+u] * h[slot]
			}
			w.e[at+u] = e
		}
	}
}
