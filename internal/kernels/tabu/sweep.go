package tabu

import "math"

// The deltas lie as a circle of positions has them: position i has a row of the pairs with the positions 1, 2, ... places
// on, half the circle, so that all rows together are all pairs once. A thread takes a row, or a part of one where there are
// more threads than rows, and goes along it four entries at a time, one access of 16 bytes; rows begin an odd number of
// these apart, so that threads side by side hit different banks. Of what an entry needs, only the factors of the farther
// position change from one to the next, and those lie side by side.

// place returns where the pair of a and b > a is.
func (w *tabuWalk[G, T, P]) place(a, b int32) int32 {
	n, k := w.a.N, b-a
	if k > n/2 {
		return b*stride(n) + n - k - 1
	}
	return a*stride(n) + k - 1
}

// fours is n rounded up to a multiple of four.
func fours(n int32) int32 { return (n + 3) &^ 3 }

// oddFours is n rounded up to an odd multiple of four.
func oddFours(n int32) int32 { return 4 * ((n+3)/4 | 1) }

// stride is how far the rows of two positions lie apart.
func stride(n int32) int32 { return oddFours(n / 2) }

// pairs is how many pairs the row of position i has: with an even number of positions, one less in the second half.
func (w *tabuWalk[G, T, P]) pairs(i int32) int32 {
	if n := w.a.N; n&1 == 0 && i >= n/2 {
		return n/2 - 1
	}
	return w.a.N / 2
}

// share is a thread's part of a pass over as many positions or values as the team has threads, or fewer at the end: which
// of them, and of its row of deltas and of its row of e the entries from first on up to end. All but the last end are
// multiples of four.
type share struct {
	at, first, end, firstCost, endCost int32
}

// share returns the thread's share of a pass over the positions or values from base on. Where there are threads enough for
// what is left, several divide a row.
func (w *tabuWalk[G, T, P]) share(base int32) share {
	rank, size := w.t.Rank(), w.t.Size()
	if base+size <= w.a.N {
		return w.divide(base+rank, 0, 1)
	}
	width := w.a.N - base
	abreast := size / width
	if rank/width >= abreast {
		return share{}
	}
	return w.divide(base+rank%width, rank/width, abreast)
}

// divide returns a part of a row that is divided into parts.
func (w *tabuWalk[G, T, P]) divide(at, part, parts int32) share {
	n := w.a.N
	deltas, costs := (n/2+3)/4, (n+3)/4
	return share{at, 4 * (deltas * part / parts), min(w.pairs(at), 4*(deltas*(part+1)/parts)),
		4 * (costs * part / parts), 4 * (costs * (part + 1) / parts)}
}

// next goes from one pass to the next, if there is another; the share of the first is in w.
func (w *tabuWalk[G, T, P]) next(base int32) (int32, share) {
	if base += w.t.Size(); base >= w.a.N {
		return base, share{}
	}
	return base, w.share(base)
}

// setFactors writes f and g of a product and a position.
func (w *tabuWalk[G, T, P]) setFactors(p, v int32, f, g T) {
	at := 2*p*w.a.N + v
	if Narrow[T]() {
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
	if Narrow[T]() {
		both := w.factors[at]
		return T(int32(uint32(both))), T(int32(uint32(both >> 32)))
	}
	return T(w.factors[2*at]), T(w.factors[2*at+1])
}

// tally is what the deltas that a thread has seen come to: the least that is admissible, the least of all, and the least
// expiry; where the walk anneals, the least key of those that it takes.
type tally[T Whole] struct {
	admissible, least T
	oldest            int32
	first             uint32
}

// see takes up the delta and the expiry of the pair of position i and the one k places on.
func (w *tabuWalk[G, T, P]) see(s *tally[T], i, k int32, delta T, expiry int32) {
	if w.a.Anneals != 0 {
		s.first = min(s.first, w.taken(i, k, delta))
		return
	}
	s.least = min(s.least, delta)
	s.oldest = min(s.oldest, expiry)
	if expiry <= w.now {
		s.admissible = min(s.admissible, delta)
	}
}

// sweep applies what turn has left, and returns what the thread's deltas come to. What is read of four entries is read
// before any is written, so that the reads overlap.
func (w *tabuWalk[G, T, P]) sweep(p P) tally[T] {
	w.sweepCosts(p)
	sum := tally[T]{none[T](), none[T](), math.MaxInt32, noPair}
	for base, s := int32(0), w.first; base < w.a.N; base, s = w.next(base) {
		e, end := w.entry(p, s.at), s.end
		odd := end - (end-s.first)&3
		at, far := s.at*stride(w.a.N), s.at+1
		for k := s.first; k < odd; k += 4 {
			e0, e1, e2, e3 := w.entry(p, far+k), w.entry(p, far+k+1), w.entry(p, far+k+2), w.entry(p, far+k+3)
			d0, d1, d2, d3 := w.d[at+k], w.d[at+k+1], w.d[at+k+2], w.d[at+k+3]
			m0, m1, m2, m3 := w.m[at+k], w.m[at+k+1], w.m[at+k+2], w.m[at+k+3]
			d0, d1, d2, d3 = d0+e.change(e0), d1+e.change(e1), d2+e.change(e2), d3+e.change(e3)
			w.d[at+k], w.d[at+k+1], w.d[at+k+2], w.d[at+k+3] = d0, d1, d2, d3
			w.see(&sum, s.at, k+1, d0, m0)
			w.see(&sum, s.at, k+2, d1, m1)
			w.see(&sum, s.at, k+3, d2, m2)
			w.see(&sum, s.at, k+4, d3, m3)
		}
		k := odd
		if (end-k)&2 != 0 {
			e0, e1 := w.entry(p, far+k), w.entry(p, far+k+1)
			d0, d1, m0, m1 := w.d[at+k]+e.change(e0), w.d[at+k+1]+e.change(e1), w.m[at+k], w.m[at+k+1]
			w.d[at+k], w.d[at+k+1] = d0, d1
			w.see(&sum, s.at, k+1, d0, m0)
			w.see(&sum, s.at, k+2, d1, m1)
			k += 2
		}
		if (end-k)&1 != 0 {
			delta := w.d[at+k] + e.change(w.entry(p, far+k))
			w.d[at+k] = delta
			w.see(&sum, s.at, k+1, delta, w.m[at+k])
		}
	}
	return sum
}

// entry is f and g of a position, of both products; where there is but one, the other's are zero.
type entry[T Whole] struct{ f, g, f2, g2 T }

func (w *tabuWalk[G, T, P]) entry(p P, v int32) (e entry[T]) {
	e.f, e.g = w.factor(0, v)
	if p.Products() > 1 {
		e.f2, e.g2 = w.factor(1, v)
	}
	return e
}

// change returns what the delta of two positions changes by.
func (e entry[T]) change(far entry[T]) T {
	return (e.f-far.f)*(e.g-far.g) + (e.f2-far.f2)*(e.g2-far.g2)
}

// tabuDelay is how many swaps e waits for, so that its entries are read and written once for all of them. Until then, who
// reads e adds what is missing.
const tabuDelay = 4

// sweepCosts brings e up to date when it lacks tabuDelay swaps. A thread has a value, and some positions of its row. What lies
// behind a row's last position changes too, and means nothing.
func (w *tabuWalk[G, T, P]) sweepCosts(p P) {
	if w.pending < tabuDelay {
		return
	}
	w.pending = 0
	n, slots := w.a.N, tabuDelay*p.Products()
	for base, s := int32(0), w.first; base < n; base, s = w.next(base) {
		var h [2 * tabuDelay]T
		for slot := range slots {
			h[slot] = w.h[slot*n+s.at]
		}
		row := s.at * oddFours(n)
		for u := s.firstCost; u < s.endCost; u += 4 {
			at := row + u
			e0, e1, e2, e3 := w.e[at], w.e[at+1], w.e[at+2], w.e[at+3]
			for slot := range slots {
				f := slot*fours(n) + u
				e0, e1, e2, e3 = e0+w.f[f]*h[slot], e1+w.f[f+1]*h[slot], e2+w.f[f+2]*h[slot], e3+w.f[f+3]*h[slot]
			}
			w.e[at], w.e[at+1], w.e[at+2], w.e[at+3] = e0, e1, e2, e3
		}
	}
}
