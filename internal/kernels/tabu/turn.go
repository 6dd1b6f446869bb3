package tabu

import (
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// turn makes the swap of r < t, forbids both values to come back before two iterations, and leaves the change to sweep. The
// permutation changes behind the last barrier, for whoever reads it after another one.
//
// What a position reads of global memory it asks for at once, before it awaits any of it. So nothing of that may be taken
// out of the loop, where it would be awaited first: the shuffle sees to it.
func (w *tabuWalk[G, T, P]) turn(p P, r, t int32, delta T, first, second int32) {
	w.cost += int64(delta)
	incumbent, top := w.cost < w.least, w.a.Bursts != 0 && w.cost < w.topCost
	for base := int32(0); base < w.a.N; base += w.t.Size() {
		pair := lane.Shuffle(w.t.Thread(), r<<tabuBits|t, 0)
		if v := base + w.t.Rank(); v < w.a.N {
			r, t := pair>>tabuBits, pair&(MaxTabu-1)
			lr, lt := w.x[r], w.x[t]
			c := w.concerns(p, r, t, lr, lt, v)
			s := newSwap(p, r, t, lr, lt)
			w.turnPosition(p, s, c, delta, first, second)
			if incumbent || top {
				w.keep(s, c, incumbent, top)
			}
		}
	}
	if incumbent {
		w.least = w.cost
	}
	if top {
		w.topCost = w.cost
	}
	w.pending++
	w.t.Sync()
	if w.t.Rank() == 0 {
		w.x[r], w.x[t] = w.x[t], w.x[r]
	}
}

// keep writes a position of the incumbent and of the best of the burst.
func (w *tabuWalk[G, T, P]) keep(s swapped[T], c concern[T], incumbent, top bool) {
	value := c.value
	switch c.v {
	case s.r:
		value = s.lt
	case s.t:
		value = s.lr
	}
	if incumbent {
		w.rows[w.best(c.v)] = value
	}
	if top {
		w.rows[w.top(c.v)] = value
	}
}

// swapped is a swap in progress: positions r and t, and the values lr and lt that they had. The suffixes 1 and 2 are of the
// two products; where there is but one, what belongs to the other is zero.
type swapped[T Whole] struct {
	r, t, lr, lt int32
	fr1, ft1     T // f of r and t
	fr2, ft2     T
	hr1, ht1     T // h of lr and lt
	hr2, ht2     T
}

func newSwap[T Whole, P kernel.TabuSwapper[T]](p P, r, t, lr, lt int32) swapped[T] {
	s := swapped[T]{r: r, t: t, lr: lr, lt: lt}
	s.fr1, s.ft1 = p.Flow(0, r, r)-p.Flow(0, t, r), p.Flow(0, r, t)-p.Flow(0, t, t)
	s.hr1, s.ht1 = p.Dist(0, lt, lr)-p.Dist(0, lr, lr), p.Dist(0, lt, lt)-p.Dist(0, lr, lt)
	if p.Products() > 1 {
		s.fr2, s.ft2 = p.Flow(1, r, r)-p.Flow(1, t, r), p.Flow(1, r, t)-p.Flow(1, t, t)
		s.hr2, s.ht2 = p.Dist(1, lt, lr)-p.Dist(1, lr, lr), p.Dist(1, lt, lt)-p.Dist(1, lr, lt)
	}
	return s
}

// concern is what global memory says of a position v for a swap: f of v, and h of its value and of the value v; and, of its
// pairs with r and t once these are swapped, the corrections and the expiries.
type concern[T Whole] struct {
	v, value                 int32
	f1, h1, hv1, f2, h2, hv2 T
	withR, withT             T
	untilR, untilT           int32
}

func (w *tabuWalk[G, T, P]) concerns(p P, r, t, lr, lt, v int32) concern[T] {
	value := w.x[v]
	c := concern[T]{v: v, value: value, f1: p.Flow(0, r, v) - p.Flow(0, t, v), h1: p.Dist(0, lt, value) - p.Dist(0, lr, value),
		hv1: p.Dist(0, lt, v) - p.Dist(0, lr, v), withR: p.Correction(r, v, lt, value), withT: p.Correction(t, v, lr, value)}
	if w.a.Anneals == 0 {
		c.untilR = min(w.past[w.expiry(r, value)], w.past[w.byValue(v, lt)])
		c.untilT = min(w.past[w.expiry(t, value)], w.past[w.byValue(v, lr)])
	}
	if p.Products() > 1 {
		c.f2, c.h2 = p.Flow(1, r, v)-p.Flow(1, t, v), p.Dist(1, lt, value)-p.Dist(1, lr, value)
		c.hv2 = p.Dist(1, lt, v) - p.Dist(1, lr, v)
	}
	return c
}

// turnPosition does what is to be done for one position: its factors, what it pays, and its pairs with r and t. For r and t
// themselves, it forbids what they had to come back, and prices their pair, whose swap would undo this one.
func (w *tabuWalk[G, T, P]) turnPosition(p P, s swapped[T], c concern[T], delta T, first, second int32) {
	n, v, value := w.a.N, c.v, c.value
	e := w.paysOf(p, s, v, value)
	w.setFactors(0, v, c.f1, -c.h1)
	slot := w.pending * p.Products()
	w.f[slot*fours(n)+v], w.h[slot*n+v] = c.f1, c.hv1
	if p.Products() > 1 {
		w.setFactors(1, v, c.f2, -c.h2)
		w.f[(slot+1)*fours(n)+v], w.h[(slot+1)*n+v] = c.f2, c.hv2
	}
	ownR, ownT := e.ownR+s.fr1*s.ht1+s.fr2*s.ht2, e.ownT+s.ft1*s.hr1+s.ft2*s.hr2
	switch v {
	case s.r:
		w.own[v] = ownR
		at := w.place(s.r, s.t)
		w.d[at] = -delta - (s.fr1-s.ft1)*(s.ht1-s.hr1) - (s.fr2-s.ft2)*(s.ht2-s.hr2)
		w.m[at] = min(first, second)
		w.past[w.expiry(s.r, s.lr)], w.past[w.byValue(s.r, s.lr)] = first, first
		return
	case s.t:
		w.own[v] = ownT
		w.past[w.expiry(s.t, s.lt)], w.past[w.byValue(s.t, s.lt)] = second, second
		return
	}
	own := w.own[v] + c.f1*c.h1 + c.f2*c.h2
	w.own[v] = own
	at := w.place(min(v, s.r), max(v, s.r))
	w.d[at] = e.r + s.fr1*c.h1 + s.fr2*c.h2 + e.lt + c.f1*s.ht1 + c.f2*s.ht2 - ownR - own + c.withR -
		(s.fr1-c.f1)*(c.h1-s.hr1) - (s.fr2-c.f2)*(c.h2-s.hr2)
	w.m[at] = c.untilR
	at = w.place(min(v, s.t), max(v, s.t))
	w.d[at] = e.t + s.ft1*c.h1 + s.ft2*c.h2 + e.lr + c.f1*s.hr1 + c.f2*s.hr2 - ownT - own + c.withT -
		(s.ft1-c.f1)*(c.h1-s.ht1) - (s.ft2-c.f2)*(c.h2-s.ht2)
	w.m[at] = c.untilT
}

// payments is what, before the swap, r and t would pay for the value of a position, what that would pay for their values lt
// and lr, and what r and t would pay for each other's.
type payments[T Whole] struct{ r, t, lt, lr, ownR, ownT T }

// paysOf returns the payments of a position, with what e lacks: all but the last of tabuDelay swaps at the most.
func (w *tabuWalk[G, T, P]) paysOf(p P, s swapped[T], v, value int32) payments[T] {
	n, row := w.a.N, oddFours(w.a.N)
	e := payments[T]{w.e[value*row+s.r], w.e[value*row+s.t], w.e[s.lt*row+v], w.e[s.lr*row+v], w.e[s.lt*row+s.r], w.e[s.lr*row+s.t]}
	for k := range int32(tabuDelay - 1) {
		if k >= w.pending {
			break
		}
		for slot := k * p.Products(); slot < (k+1)*p.Products(); slot++ {
			of, at := slot*fours(n), slot*n
			f, fr, ft := w.f[of+v], w.f[of+s.r], w.f[of+s.t]
			h, hr, ht := w.h[at+value], w.h[at+s.lr], w.h[at+s.lt]
			e.r += fr * h
			e.t += ft * h
			e.lt += f * ht
			e.lr += f * hr
			e.ownR += fr * ht
			e.ownT += ft * hr
		}
	}
	return e
}

// tabuEpoch is the iteration at which all expiries are moved back, so that 32 bits do for ever; as in single.Tabu.
const tabuEpoch = 1 << 30

// tick goes on to the next iteration.
func (w *tabuWalk[G, T, P]) tick() {
	if w.now++; w.now < tabuEpoch {
		return
	}
	w.now -= tabuEpoch / 2
	age(w.t, w.past)
	age(w.t, w.m)
	w.t.Sync()
}

func age[G tabuTeam](t G, expiries []int32) {
	for i := t.Rank(); i < int32(len(expiries)); i += t.Size() {
		expiries[i] = max(expiries[i]-tabuEpoch/2, -tabuEpoch)
	}
}
