package kernel

import "github.com/multiwalk/multiwalk/kernel/lane"

// pricing is what a replica's swaps are priced by.
type pricing[P Swapper] interface {
	// rebuild prepares for the permutation x. The warp calls it together.
	rebuild(t lane.Thread, p P, x []int32)
	// price returns the delta of swapping i and j. Each lane calls it for swaps of its own.
	price(p P, x []int32, i, j int32) int64
	// turn makes the swap of i and j. The warp calls it together; all lanes may read x before, and after it.
	turn(t lane.Thread, p P, x []int32, i, j int32)
}

// evaluator prices by the problem's SwapDelta.
type evaluator[P Swapper] struct{}

func (evaluator[P]) rebuild(lane.Thread, P, []int32) {}

func (evaluator[P]) price(p P, x []int32, i, j int32) int64 { return p.SwapDelta(x, i, j) }

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
type quotes[T whole, P TabuSwapper[T]] struct {
	n   int32
	e   []T
	own []T // e[x[u]*n+u]
	h   []T // of a swap, by product and value: differences of distances
}

// layOutQuotes takes a replica's vectors from byte at of shared memory on, all but e, and returns where they end.
func layOutQuotes[T whole, P TabuSwapper[T]](t lane.Thread, p P, at, n int32) (f quotes[T, P], x []int32, end int32) {
	bytes, products := int32(wordBytes[T]()), p.Products()
	f.n = n
	f.own = lane.SharedAt[T](t, at, n)
	f.h = lane.SharedAt[T](t, at+n*bytes, products*n)
	at += ((1+products)*n*bytes + 7) &^ 7
	x = lane.SharedAt[int32](t, at, n)
	return f, x, at + (4*n+7)&^7
}

func (f quotes[T, P]) price(p P, x []int32, i, j int32) int64 {
	at, to := x[i], x[j]
	return int64(f.e[to*f.n+i] + f.e[at*f.n+j] - f.own[i] - f.own[j] + p.Correction(i, j, at, to))
}

// rebuild is O(n*n*n/32). Four values at once share the flows that they read.
func (f quotes[T, P]) rebuild(t lane.Thread, p P, x []int32) {
	n := f.n
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
			f.e[l*n+u], f.e[l1*n+u], f.e[l2*n+u], f.e[l3*n+u] = s0, s1, s2, s3
		}
		f.own[u] = f.e[x[u]*n+u]
	}
	t.SyncWarp()
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
	for u := t.LaneID(); u < n; u += lane.WarpSize {
		flow, flow2 := p.Flow(0, r, u)-p.Flow(0, s, u), T(0)
		if p.Products() > 1 {
			flow2 = p.Flow(1, r, u) - p.Flow(1, s, u)
		}
		at := u
		for l := range n {
			more := flow * f.h[l]
			if p.Products() > 1 {
				more += flow2 * f.h[n+l]
			}
			f.e[at] += more
			at += n
		}
	}
	t.SyncWarp() // for x
	for u := t.LaneID(); u < n; u += lane.WarpSize {
		f.own[u] = f.e[x[u]*n+u]
	}
	t.SyncWarp()
}
