package kernel

// turn makes the swap of r < t, forbids both values to come back before two iterations, and leaves the change to sweep. The
// permutation changes behind the last barrier, for whoever reads it after another one.
func (w *tabuWalk[G, T, P]) turn(p P, r, t int32, delta T, first, second int32) {
	w.cost += int64(delta)
	incumbent, top := w.cost < w.least, w.a.Length > 0 && w.cost < w.topCost
	s := w.newSwap(p, r, t, delta)
	w.forbid(s, first, second)
	for v := w.t.rank(); v < w.a.N; v += w.t.size() {
		value := w.x[v]
		w.turnPosition(p, s, v, value)
		if v == r {
			value = s.lt
		} else if v == t {
			value = s.lr
		}
		if incumbent {
			w.best[v] = value
		}
		if top {
			w.top[v] = value
		}
	}
	if incumbent {
		w.least = w.cost
	}
	if top {
		w.topCost = w.cost
	}
	w.pending++
	w.t.sync()
	if w.t.rank() == 0 {
		w.x[r], w.x[t] = s.lt, s.lr
	}
}

// swapped is a swap in progress: positions r and t, the values lr and lt that they had, and what they pay with each
// other's. The suffixes 1 and 2 are of the two products; where there is but one, what belongs to the other is zero.
type swapped[T whole] struct {
	r, t, lr, lt int32
	delta        T
	ownR, ownT   T // e of r and t with their new values
	fr1, ft1     T // f of r and t
	fr2, ft2     T
	hr1, ht1     T // h of lr and lt
	hr2, ht2     T
}

func (w *tabuWalk[G, T, P]) newSwap(p P, r, t int32, delta T) swapped[T] {
	s := swapped[T]{r: r, t: t, lr: w.x[r], lt: w.x[t], delta: delta}
	s.fr1, s.ft1 = p.Flow(0, r, r)-p.Flow(0, t, r), p.Flow(0, r, t)-p.Flow(0, t, t)
	s.hr1, s.ht1 = p.Dist(0, s.lt, s.lr)-p.Dist(0, s.lr, s.lr), p.Dist(0, s.lt, s.lt)-p.Dist(0, s.lr, s.lt)
	if p.Products() > 1 {
		s.fr2, s.ft2 = p.Flow(1, r, r)-p.Flow(1, t, r), p.Flow(1, r, t)-p.Flow(1, t, t)
		s.hr2, s.ht2 = p.Dist(1, s.lt, s.lr)-p.Dist(1, s.lr, s.lr), p.Dist(1, s.lt, s.lt)-p.Dist(1, s.lr, s.lt)
	}
	row := w.a.N | 1
	s.ownR, s.ownT = w.e[s.lt*row+r]+s.fr1*s.ht1+s.fr2*s.ht2, w.e[s.lr*row+t]+s.ft1*s.hr1+s.ft2*s.hr2
	for slot := range w.pending * p.Products() {
		s.ownR += w.f[slot*even(w.a.N)+r] * w.h[slot*w.a.N+s.lt]
		s.ownT += w.f[slot*even(w.a.N)+t] * w.h[slot*w.a.N+s.lr]
	}
	return s
}

// turnPosition does what is to be done for one position, which had a value: its factors, what it pays, and its pairs with r
// and t.
func (w *tabuWalk[G, T, P]) turnPosition(p P, s swapped[T], v, value int32) {
	n := w.a.N
	f := p.Flow(0, s.r, v) - p.Flow(0, s.t, v)
	h := p.Dist(0, s.lt, value) - p.Dist(0, s.lr, value)
	w.setFactors(0, v, f, -h)
	slot := w.pending * p.Products()
	w.f[slot*even(n)+v], w.h[slot*n+v] = f, p.Dist(0, s.lt, v)-p.Dist(0, s.lr, v)
	var f2, h2 T
	if p.Products() > 1 {
		f2 = p.Flow(1, s.r, v) - p.Flow(1, s.t, v)
		h2 = p.Dist(1, s.lt, value) - p.Dist(1, s.lr, value)
		w.setFactors(1, v, f2, -h2)
		slot++
		w.f[slot*even(n)+v], w.h[slot*n+v] = f2, p.Dist(1, s.lt, v)-p.Dist(1, s.lr, v)
	}
	switch v {
	case s.r: // and the pair of r and t, whose swap would undo this one
		w.own[v] = s.ownR
		w.d[w.place(s.r, s.t)] = -s.delta - (s.fr1-s.ft1)*(s.ht1-s.hr1) - (s.fr2-s.ft2)*(s.ht2-s.hr2)
		return
	case s.t:
		w.own[v] = s.ownT
		return
	}
	own := w.own[v] + f*h + f2*h2
	w.own[v] = own
	e := w.paysOf(p, s, v, value)
	at := w.place(min(v, s.r), max(v, s.r))
	w.d[at] = e.r + s.fr1*h + s.fr2*h2 + e.lt + f*s.ht1 + f2*s.ht2 - s.ownR - own + p.Correction(s.r, v, s.lt, value) -
		(s.fr1-f)*(h-s.hr1) - (s.fr2-f2)*(h2-s.hr2)
	w.m[at] = min(w.expiry[s.r*n+value], w.byValue[s.lt*n+v])
	at = w.place(min(v, s.t), max(v, s.t))
	w.d[at] = e.t + s.ft1*h + s.ft2*h2 + e.lr + f*s.hr1 + f2*s.hr2 - s.ownT - own + p.Correction(s.t, v, s.lr, value) -
		(s.ft1-f)*(h-s.ht1) - (s.ft2-f2)*(h2-s.ht2)
	w.m[at] = min(w.expiry[s.t*n+value], w.byValue[s.lr*n+v])
}

// payments is what r and t would pay for the value of a position, and what that would pay for their values lt and lr, before
// the swap.
type payments[T whole] struct{ r, t, lt, lr T }

// paysOf returns the payments of a position, with what e lacks.
func (w *tabuWalk[G, T, P]) paysOf(p P, s swapped[T], v, value int32) payments[T] {
	n, row := w.a.N, w.a.N|1
	e := payments[T]{w.e[value*row+s.r], w.e[value*row+s.t], w.e[s.lt*row+v], w.e[s.lr*row+v]}
	for slot := range w.pending * p.Products() {
		of, at := slot*even(n), slot*n
		f, h := w.f[of+v], w.h[at+value]
		e.r += w.f[of+s.r] * h
		e.t += w.f[of+s.t] * h
		e.lt += f * w.h[at+s.lt]
		e.lr += f * w.h[at+s.lr]
	}
	return e
}

// forbid keeps the two values from the positions that they leave. A swap is tabu while both its values would come back too
// early, so a pair's expiry is the lesser of two.
func (w *tabuWalk[G, T, P]) forbid(s swapped[T], first, second int32) {
	if w.t.rank() != 0 {
		return
	}
	n := w.a.N
	w.expiry[s.r*n+s.lr], w.byValue[s.lr*n+s.r] = first, first
	w.expiry[s.t*n+s.lt], w.byValue[s.lt*n+s.t] = second, second
	w.m[w.place(s.r, s.t)] = min(first, second)
}

// tabuEpoch is the iteration at which all expiries are moved back, so that 32 bits do for ever; as in single.Tabu.
const tabuEpoch = 1 << 30

// tick goes on to the next iteration.
func (w *tabuWalk[G, T, P]) tick() {
	if w.now++; w.now < tabuEpoch {
		return
	}
	w.now -= tabuEpoch / 2
	age(w.t, w.expiry)
	age(w.t, w.byValue)
	age(w.t, w.m)
	w.t.sync()
}

func age[G crew](t G, expiries []int32) {
	for i := t.rank(); i < int32(len(expiries)); i += t.size() {
		expiries[i] = max(expiries[i]-tabuEpoch/2, -tabuEpoch)
	}
}
