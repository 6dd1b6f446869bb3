package temper

import (
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// pricing is what a replica's swaps are priced by.
type pricing[P kernel.Swapper] interface {
	// rebuild prepares for the permutation x, which with kept is the one that leave was called with in the launch before.
	// The warp calls it together, and so leave, behind the last swap of a launch.
	rebuild(t lane.Thread, p P, x []int32, kept bool)
	leave(t lane.Thread)
	// price returns the deltas of two swaps. Each lane calls it for swaps of its own.
	price(p P, x []int32, a, b proposed) (int64, int64)
	// turn makes the swap of i and j. The warp calls it together; all lanes may read x before, and after it.
	turn(t lane.Thread, p P, x []int32, i, j int32)
}

// proposed is the two positions of a swap that is proposed.
type proposed struct{ i, j int32 }

// evaluator prices by the problem's SwapDelta.
type evaluator[P kernel.Swapper] struct{}

func (evaluator[P]) rebuild(lane.Thread, P, []int32, bool) {}
func (evaluator[P]) leave(lane.Thread)                     {}

func (evaluator[P]) price(p P, x []int32, a, b proposed) (int64, int64) {
	return p.SwapDelta(x, a.i, a.j), p.SwapDelta(x, b.i, b.j)
}

func (evaluator[P]) turn(t lane.Thread, _ P, x []int32, i, j int32) {
	t.SyncWarp() // all have read x
	if t.LaneID() == 0 {
		x[i], x[j] = x[j], x[i]
	}
	t.SyncWarp()
}

// quotes prices by what each position would pay for each value if all others stayed: e[l*n+u] of position u and value l,
// the sum over the products q and positions k of Flow(q, k, u) * Dist(q, x[k], l).
//
// A swap adds to it one product of two vectors for each of the problem's. A lane takes every 32nd position, so that it reads
// and writes in different banks, and no other lane what it writes.
type quotes[T tabu.Whole, P kernel.TabuSwapper[T]] struct {
	n   int32
	e   []T
	own []T // e[x[u]*n+u]
	h   []T // of a swap, by product and value: differences of distances

	staged      bool // the correction of i and j, which hold l and m, is among[i*n+j] * back[l*n+m]
	among, back []T
}

// layOutQuotes takes a replica's vectors from byte at of shared memory on, all but e, and returns where they end.
func layOutQuotes[T tabu.Whole, P kernel.TabuSwapper[T]](t lane.Thread, p P, at, n int32) (f quotes[T, P], x []int32, end int32) {
	bytes, products := int32(tabu.WordBytes[T]()), p.Products()
	f.n = n
	f.own = lane.SharedAt[T](t, at, n)
	f.h = lane.SharedAt[T](t, at+n*bytes, products*n)
	at += ((1+products)*n*bytes + 7) &^ 7
	x = lane.SharedAt[int32](t, at, n)
	return f, x, at + (4*n+7)&^7
}

func (f quotes[T, P]) price(p P, x []int32, a, b proposed) (int64, int64) {
	return f.delta(p, x, a.i, a.j), f.delta(p, x, b.i, b.j)
}

func (f quotes[T, P]) delta(p P, x []int32, i, j int32) int64 {
	at, to := x[i], x[j]
	delta := f.e[to*f.n+i] + f.e[at*f.n+j] - f.own[i] - f.own[j]
	if f.staged {
		return int64(delta + f.among[i*f.n+j]*f.back[at*f.n+to])
	}
	return int64(delta + p.Correction(i, j, at, to))
}

func (f quotes[T, P]) rebuild(t lane.Thread, p P, x []int32, _ bool) {
	quote(t, p, x, f.e, f.n)
	for u := t.LaneID(); u < f.n; u += lane.WarpSize {
		f.own[u] = f.e[x[u]*f.n+u]
	}
	t.SyncWarp()
}

func (quotes[T, P]) leave(lane.Thread) {}

// quote computes e, whose rows, one for each value, are row entries apart, in O(n*n*n/32). A lane takes every 32nd position, and
// four values at once share the flows that they read.
func quote[T tabu.Whole, P kernel.TabuSwapper[T]](t lane.Thread, p P, x []int32, e []T, row int32) {
	n := int32(len(x))
	for u := t.LaneID(); u < n; u += lane.WarpSize {
		for l := int32(0); l < n; l += 4 {
			l1, l2, l3 := min(l+1, n-1), min(l+2, n-1), min(l+3, n-1)
			var s0, s1, s2, s3 T
			for k := range n {
				v := x[k]
				for q := range p.Products() {
					flow := p.Flow(q, k, u)
					s0 += flow * p.Dist(q, v, l)
					s1 += flow * p.Dist(q, v, l1)
					s2 += flow * p.Dist(q, v, l2)
					s3 += flow * p.Dist(q, v, l3)
				}
			}
			e[l*row+u], e[l1*row+u], e[l2*row+u], e[l3*row+u] = s0, s1, s2, s3
		}
	}
}

func (f quotes[T, P]) turn(t lane.Thread, p P, x []int32, r, s int32) {
	n, lr, ls := f.n, x[r], x[s]
	for l := t.LaneID(); l < n; l += lane.WarpSize {
		for q := range p.Products() {
			f.h[q*n+l] = p.Dist(q, ls, l) - p.Dist(q, lr, l)
		}
	}
	t.SyncWarp() // h is there, and all have read x, e and own
	if t.LaneID() == 0 {
		x[r], x[s] = ls, lr
	}
	for u := t.LaneID(); u < n; u += 2 * lane.WarpSize {
		if u-t.LaneID()+lane.WarpSize < n {
			f.addTwo(p, r, s, u)
		} else {
			f.add(p, r, s, u)
		}
	}
	t.SyncWarp() // for x
	for u := t.LaneID(); u < n; u += lane.WarpSize {
		f.own[u] = f.e[x[u]*n+u]
	}
	t.SyncWarp()
}

// add adds the products of a swap of r and s to what position u would pay. It reads four rows before it writes one, because
// whoever waits for what it read waits once for all.
func (f quotes[T, P]) add(p P, r, s, u int32) {
	n := f.n
	flow, flow2 := f.flows(p, r, s, u)
	l, at := int32(0), u
	for ; l+3 < n; l, at = l+4, at+4*n {
		m0, m1, m2, m3 := f.more(p, flow, flow2, l), f.more(p, flow, flow2, l+1), f.more(p, flow, flow2, l+2), f.more(p, flow, flow2, l+3)
		e0, e1, e2, e3 := f.e[at], f.e[at+n], f.e[at+2*n], f.e[at+3*n]
		f.e[at], f.e[at+n], f.e[at+2*n], f.e[at+3*n] = e0+m0, e1+m1, e2+m2, e3+m3
	}
	for ; l < n; l, at = l+1, at+n {
		f.e[at] += f.more(p, flow, flow2, l)
	}
}

// addTwo is add for position u and the 32nd after it. A lane that has no such position adds nothing to its own once more,
// before it adds what there is.
func (f quotes[T, P]) addTwo(p P, r, s, u int32) {
	n, next := f.n, int32(lane.WarpSize)
	flow, flow2 := f.flows(p, r, s, u)
	other, other2 := f.flows(p, r, s, min(u+next, n-1))
	if u+next >= n {
		next, other, other2 = 0, 0, 0
	}
	l, at := int32(0), u
	for ; l+1 < n; l, at = l+2, at+2*n {
		m0, m1 := f.more(p, flow, flow2, l), f.more(p, flow, flow2, l+1)
		o0, o1 := f.more(p, other, other2, l), f.more(p, other, other2, l+1)
		e0, e1, d0, d1 := f.e[at], f.e[at+n], f.e[at+next], f.e[at+n+next]
		f.e[at+next], f.e[at+n+next] = d0+o0, d1+o1
		f.e[at], f.e[at+n] = e0+m0, e1+m1
	}
	for ; l < n; l, at = l+1, at+n {
		e, d := f.e[at], f.e[at+next]
		f.e[at+next] = d + f.more(p, other, other2, l)
		f.e[at] = e + f.more(p, flow, flow2, l)
	}
}

// more is what a swap adds for value l, given the flows of a position.
func (f quotes[T, P]) more(p P, flow, flow2 T, l int32) T {
	sum := flow * f.h[l]
	if p.Products() > 1 {
		sum += flow2 * f.h[f.n+l]
	}
	return sum
}

// flows returns what the flows of r exceed those of s by at position u, by product.
func (f quotes[T, P]) flows(p P, r, s, u int32) (flow, flow2 T) {
	flow = p.Flow(0, r, u) - p.Flow(0, s, u)
	if p.Products() > 1 {
		flow2 = p.Flow(1, r, u) - p.Flow(1, s, u)
	}
	return flow, flow2
}
