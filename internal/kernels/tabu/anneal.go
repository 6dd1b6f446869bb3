package tabu

import "github.com/multiwalk/multiwalk/internal/metropolis"

// A walk that anneals keeps the same matrix of all deltas, and sweeps it alike. But the swap that it makes is the first that the rule of
// Metropolis takes, in the cyclic order of their numbers behind the one made last. All are decided on at a time, each by a random number of
// its own: it is annealing that proposes the swaps in that order, as package single's MatrixAnneal does on a core, and makes the same moves.
// Where none is taken an iteration makes no move.

// pairNumber is the number of the swap of a and b > a.
func pairNumber(a, b int32) int32 { return a<<tabuBits | b }

// pair returns the lesser and the greater of position i and the one k places on.
func (w *tabuWalk[G, T, P]) pair(i, k int32) (a, b int32) {
	if j := i + k; j < w.a.N {
		return i, j
	}
	return i + k - w.a.N, i
}

// taken returns the key of a pair with a delta if it is taken: its place in the cyclic order.
func (w *tabuWalk[G, T, P]) taken(i, k int32, delta T) uint32 {
	a, b := w.pair(i, k)
	if !w.heat.Takes(int64(delta), metropolis.Draw(w.salt, uint32(pairNumber(a, b)))) {
		return noPair
	}
	first := w.behind >> tabuBits
	row := a - first
	switch {
	case a < first:
		row += w.a.N - 1
	case a == first && b <= w.behind&(MaxTabu-1):
		row = w.a.N - 1
	}
	return uint32(pairNumber(row, b))
}

// anneal makes an iteration.
func (w *tabuWalk[G, T, P]) anneal(p P) {
	w.salt = w.random.word(w.t.Thread())
	own := w.sweep(p)
	w.t.Thread().SyncWarp() // the deltas are written
	key := w.t.LeastKey(own.first)
	w.t.Sync() // also before factors change
	if key == noPair {
		w.still(p)
		return
	}
	row, b := int32(key>>tabuBits)+w.behind>>tabuBits, int32(key&(MaxTabu-1))
	if row >= w.a.N-1 {
		row -= w.a.N - 1
	}
	delta := w.d[w.place(row, b)]
	w.t.Sync() // all have read it
	w.turn(p, row, b, delta, w.now, w.now)
	w.behind = pairNumber(row, b)
	w.priced++
}

// still has the next sweep change nothing.
func (w *tabuWalk[G, T, P]) still(p P) {
	for v := w.t.Rank(); v < w.a.N; v += w.t.Size() {
		w.clearFactors(p, v)
	}
	w.t.Sync()
}

// clearFactors makes a position's factors those of no swap.
func (w *tabuWalk[G, T, P]) clearFactors(p P, v int32) {
	w.setFactors(0, v, 0, 0)
	if p.Products() > 1 {
		w.setFactors(1, v, 0, 0)
	}
}
