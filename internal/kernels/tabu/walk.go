package tabu

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// tabuWalk is a tabu search in progress. Each thread has a copy of its numbers; the slices are shared.
//
// A swap of positions r and t changes the delta of a pair (u, v) apart from them by (f[u]-f[v])*(g[u]-g[v]), where f is the
// difference of the flows from r and t and g one of distances (Taillard); and it changes e[l][u], what position u would pay
// for value l if all others stayed, by f[u]*h[l]. From e the deltas of a pair with r or t follow in O(1).
//
// So an iteration has two parts. turn computes f, g and h of the swap that was chosen, and the deltas and expiries of the
// pairs with r or t; it leaves the deltas less what the change above will add to them, so that sweep need not tell them
// apart. sweep then applies the change, each delta read and written once, and while it has them at hand finds the least
// admissible one. In every fourth iteration it also brings e up to date. A block needs three barriers for an iteration: two
// in the choice, and one between the two parts.
type tabuWalk[G tabuTeam, T Whole, P kernel.TabuSwapper[T]] struct {
	t      G
	a      TabuPlan
	walk   int32 // of the launch
	random stream

	x       []int32
	factors []uint64 // f and g, by product and position, twice in a row; see factor
	f       []T      // of the swaps that e lacks, by swap, product and position; a slot is a swap and a product
	h       []T      // of them, by slot and value
	own     []T      // e[x[u]][u]
	d       []T      // deltas, see place
	m       []int32  // expiries of pairs
	e       []T      // rows of a value, of stride oddFours(n)

	rows []int32 // see TabuRows
	past []int32 // up to when values may not come back: see expiry and byValue

	cost, least         int64
	topCost, before     int64
	priced              int64
	now, left, strength int32
	pending             int32 // swaps that e lacks
	fresh               int32 // 0: shared memory is that of another permutation

	heat   metropolis.Rule // where the walk anneals, of the launch
	salt   uint32          // the iteration's random word
	behind int32           // TabuWalk.Last

	first share // of the first pass
}

// best, top and order are where a position is in the rows of the incumbent, of the best of the burst, and of the order of
// positions.
func (w *tabuWalk[G, T, P]) best(v int32) int32  { return w.a.N + v }
func (w *tabuWalk[G, T, P]) top(v int32) int32   { return 2*w.a.N + v }
func (w *tabuWalk[G, T, P]) order(v int32) int32 { return 3*w.a.N + v }

// expiry and byValue are the two places in the past of a position and a value: rows of positions, and rows of values.
func (w *tabuWalk[G, T, P]) expiry(v, value int32) int32  { return v*w.a.N + value }
func (w *tabuWalk[G, T, P]) byValue(v, value int32) int32 { return (w.a.N+value)*w.a.N + v }

// layOutMatrices takes d, m and e from byte at of shared memory on, and returns where they end. Like the vectors, all begin
// at multiples of 16 bytes.
func (w *tabuWalk[G, T, P]) layOutMatrices(at int32) int32 {
	l, bytes, costs, deltas := w.t.Thread(), int32(WordBytes[T]()), int32(TabuCosts(int(w.a.N))), int32(TabuDeltas(int(w.a.N)))
	w.d = lane.SharedAt[T](l, at, deltas)
	at += deltas * bytes
	w.m = lane.SharedAt[int32](l, at, deltas)
	at += deltas * 4
	w.e = lane.SharedAt[T](l, at, costs)
	return at + costs*bytes
}

// layOut takes the walk's vectors.
func (w *tabuWalk[G, T, P]) layOut(p P, at int32) {
	l, n, products, bytes := w.t.Thread(), w.a.N, p.Products(), int32(WordBytes[T]())
	size := tabuDelay * products * fours(n)
	w.f = lane.SharedAt[T](l, at, size)
	at += size * bytes
	size = 4 * products * n * bytes
	w.factors = lane.SharedAt[uint64](l, at, size/8)
	at += size
	size = tabuDelay * products * n
	w.h = lane.SharedAt[T](l, at, size)
	at += size * bytes
	size = fours(n)
	w.own = lane.SharedAt[T](l, at, size)
	w.x = lane.SharedAt[int32](l, at+size*bytes, size)
}

// run loads a walk, searches, and stores it again.
func (w *tabuWalk[G, T, P]) run(p P, s *TabuWalk, rows, memory []int32, hits, goal []int64, stop []uint32) {
	n := int64(w.a.N)
	w.rows = rows[int64(w.walk)*TabuRows*n:][:TabuRows*n]
	w.past = memory[int64(w.walk)*2*n*n:][:2*n*n]
	w.load(p, s)
	search := tabuSearch[G, T, P]{w, p}
	span := drive.Span{From: w.a.From, Until: w.a.Until, Poll: w.a.Poll}
	drive.Drive(w.t, &search, w.walk, span, drive.Race{Hits: hits, Goal: goal, Stop: stop})
	w.t.Sync()
	for i := w.t.Rank(); i < w.a.N; i += w.t.Size() {
		w.rows[i] = w.x[i]
	}
	if w.t.Rank() == 0 {
		*s = TabuWalk{Cost: w.cost, Least: w.least, Top: w.topCost, Before: w.before, Drawn: w.random.next, Priced: w.priced,
			Now: w.now, Left: w.left, Strength: w.strength, Last: w.behind}
	}
}

// load takes up what was stored.
func (w *tabuWalk[G, T, P]) load(p P, s *TabuWalk) {
	w.cost, w.least, w.topCost, w.before = s.Cost, s.Least, s.Top, s.Before
	w.now, w.left, w.strength, w.priced, w.behind = s.Now, s.Left, s.Strength, s.Priced, s.Last
	w.heat = metropolis.At(w.a.Heat)
	w.random = stream{seed: w.a.Seed, walk: w.a.First + uint32(w.walk)}
	w.random.seek(w.t.Thread(), s.Drawn)
	w.first = w.share(0)
	w.t.Sync() // all have read s
	for i := w.t.Rank(); i < w.a.N; i += w.t.Size() {
		w.x[i] = w.rows[i]
	}
	w.t.Sync()
}

// tabuSearch makes the iterations of a launch. Shared memory is that of another permutation when it begins, and after a perturbation: it
// is made anew in one place, since the compiler would else write out rebuild twice.
type tabuSearch[G tabuTeam, T Whole, P kernel.TabuSwapper[T]] struct {
	w *tabuWalk[G, T, P]
	p P
}

// Step makes iteration i, after a perturbation where a burst has ended.
func (s *tabuSearch[G, T, P]) Step(int64) drive.Outcome {
	w := s.w
	if w.a.Bursts != 0 && w.left == 0 {
		if w.perturb(s.p); w.cost <= w.a.Target {
			return drive.MetBefore
		}
		w.fresh = 0
	}
	if w.fresh == 0 {
		w.rebuild(s.p)
		w.fresh = 1
	}
	least := w.least
	if w.a.Anneals != 0 {
		w.anneal(s.p)
	} else {
		w.iterate(s.p)
	}
	w.left--
	if w.least < least && w.cost <= w.a.Target {
		return drive.Met
	}
	return drive.Onward
}

// iterate makes one move.
func (w *tabuWalk[G, T, P]) iterate(p P) {
	from, first, second := w.draw()
	r, t, delta := w.choose(p, from)
	w.turn(p, r, t, delta, first, second)
	w.tick()
}

// draw draws the row that the choice begins at and up to when the two values may not come back.
func (w *tabuWalk[G, T, P]) draw() (from, first, second int32) {
	t, s := w.t.Thread(), &w.random
	rows, tenures := uint32(w.a.N-1), uint32(w.a.Longest-w.a.Shortest+1)
	if s.next&127 <= 124 { // no word is rejected, as good as always
		a, low := bits.Mul32(s.ahead(t, 0), rows)
		b, low1 := bits.Mul32(s.ahead(t, 1), tenures)
		c, low2 := bits.Mul32(s.ahead(t, 2), tenures)
		if low >= rows && min(low1, low2) >= tenures {
			s.next += 3
			return int32(a), w.now + w.a.Shortest + int32(b), w.now + w.a.Shortest + int32(c)
		}
	}
	return w.drawSlowly(rows, tenures)
}

// drawSlowly is draw one by one. It is a loop because a kernel would else hold the generator three times.
func (w *tabuWalk[G, T, P]) drawSlowly(rows, tenures uint32) (from, first, second int32) {
	bound := rows
	for k := range 3 {
		v := int32(w.random.below(w.t.Thread(), bound))
		switch k {
		case 0:
			from = v
		case 1:
			first = w.now + w.a.Shortest + v
		default:
			second = w.now + w.a.Shortest + v
		}
		bound = tenures
	}
	return from, first, second
}
