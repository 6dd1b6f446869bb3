package temper

import (
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// deferred prices by what each position would pay for each value, as quotes does, where that lies in global memory. A pass
// through it takes a warp tens of microseconds there, and for most of them it waits. So e lacks the last few swaps: who prices
// adds what is missing, a product of two numbers in shared memory for each of them, and a pass adds all of them at once.
//
// Rows of e are wide entries apart, so that lanes always have 32 positions or 64, and there are rows for eight values at a
// time. Nobody asks what lies beyond n.
type deferred[T tabu.Whole, P kernel.TabuSwapper[T]] struct {
	n, wide, tall int32
	slots         int32 // room for this many products
	pending       int32 // that e lacks
	e             []T
	own           []T      // what each position pays; it lacks nothing
	f, h          []T      // by slot and position, n apart, and by slot and value, tall apart
	twoHs         []uint64 // h, where T has 32 bits
}

// settleRows is how many rows of e are in flight at once.
const settleRows = 8

// VastCosts is how many numbers in costs a replica of TemperMatrixVast has.
func VastCosts(n int) int { return int(vastWidth(int32(n))) * int(vastHeight(int32(n))) }

func vastWidth(n int32) int32  { return (n + lane.WarpSize - 1) &^ (lane.WarpSize - 1) }
func vastHeight(n int32) int32 { return (n + settleRows - 1) &^ (settleRows - 1) }

// VastRoom returns the bytes of shared memory that a replica of TemperMatrixVast takes. It defers up to delay swaps, a delta
// has bytes bytes, and the problem's cost is made of products pairs of matrices.
func VastRoom(n, products, bytes, delay int) int {
	slots := delay * products
	room := (slots*int(vastHeight(int32(n)))+n&^1+2+slots*n+lane.WarpSize)*bytes + 4*n
	return (room + 15) &^ 15
}

// layOutDeferred takes a replica's vectors from byte at of shared memory on, all but e.
func layOutDeferred[T tabu.Whole, P kernel.TabuSwapper[T]](t lane.Thread, p P, at, n, delay int32) (f deferred[T, P], x []int32) {
	bytes := int32(tabu.WordBytes[T]())
	f.n, f.wide, f.tall, f.slots = n, vastWidth(n), vastHeight(n), delay*p.Products()
	f.h = lane.SharedAt[T](t, at, f.slots*f.tall)
	if bytes == 4 {
		f.twoHs = lane.SharedAt[uint64](t, at, f.slots*f.tall/2)
	}
	at += f.slots * f.tall * bytes
	f.own = lane.SharedAt[T](t, at, n)
	at += (n&^1 + 2) * bytes
	f.f = lane.SharedAt[T](t, at, f.slots*n+lane.WarpSize)
	return f, lane.SharedAt[int32](t, at+(f.slots*n+lane.WarpSize)*bytes, n)
}

// rebuild finds e as the last launch left it, if it was kept.
func (f *deferred[T, P]) rebuild(t lane.Thread, p P, x []int32, kept bool) {
	if !kept {
		quote(t, p, x, f.e, f.wide)
	}
	for u := t.LaneID(); u < f.n; u += lane.WarpSize {
		f.own[u] = f.e[x[u]*f.wide+u]
	}
	t.SyncWarp()
}

func (f *deferred[T, P]) leave(t lane.Thread) { f.settle(t) }

func (f *deferred[T, P]) price(p P, x []int32, a, b proposed) (int64, int64) {
	at, to, at1, to1 := x[a.i], x[a.j], x[b.i], x[b.j]
	delta := f.e[to*f.wide+a.i] + f.e[at*f.wide+a.j] - f.own[a.i] - f.own[a.j] + p.Correction(a.i, a.j, at, to)
	delta1 := f.e[to1*f.wide+b.i] + f.e[at1*f.wide+b.j] - f.own[b.i] - f.own[b.j] + p.Correction(b.i, b.j, at1, to1)
	for slot := range f.pending {
		flows, dists := slot*f.n, slot*f.tall
		delta += f.f[flows+a.i]*f.h[dists+to] + f.f[flows+a.j]*f.h[dists+at]
		delta1 += f.f[flows+b.i]*f.h[dists+to1] + f.f[flows+b.j]*f.h[dists+at1]
	}
	return int64(delta), int64(delta1)
}

func (f *deferred[T, P]) turn(t lane.Thread, p P, x []int32, r, s int32) {
	if f.pending == f.slots {
		f.settle(t)
	}
	lr, ls := x[r], x[s]
	ofR, ofS := f.e[ls*f.wide+r], f.e[lr*f.wide+s]
	for v := t.LaneID(); v < f.n; v += lane.WarpSize {
		for q := range p.Products() {
			f.f[(f.pending+q)*f.n+v] = p.Flow(q, r, v) - p.Flow(q, s, v)
			f.h[(f.pending+q)*f.tall+v] = p.Dist(q, ls, v) - p.Dist(q, lr, v)
		}
	}
	before := f.pending
	f.pending += p.Products()
	t.SyncWarp() // f and h are there, and all have read x and own
	for u := t.LaneID(); u < f.n; u += lane.WarpSize {
		switch u {
		case r:
			x[u], f.own[u] = ls, ofR+f.missing(0, u, ls)
		case s:
			x[u], f.own[u] = lr, ofS+f.missing(0, u, lr)
		default:
			f.own[u] += f.missing(before, u, x[u])
		}
	}
	t.SyncWarp()
}

// missing is what the slots from one on add to what position u would pay for value l.
func (f *deferred[T, P]) missing(from, u, l int32) (sum T) {
	for slot := from; slot < f.pending; slot++ {
		sum += f.f[slot*f.n+u] * f.h[slot*f.tall+l]
	}
	return sum
}

// settle adds to e what it lacks.
func (f *deferred[T, P]) settle(t lane.Thread) {
	t.SyncWarp() // all have read e
	u := t.LaneID()
	for ; u+lane.WarpSize < f.wide; u += 2 * lane.WarpSize {
		f.settleTwo(u)
	}
	if u < f.wide {
		f.settleOne(u)
	}
	f.pending = 0
	t.SyncWarp()
}

// settleTwo does it for positions u and u+32. All that it reads from afar it reads before it adds the first slot, because
// whoever waits for what it read waits once for all.
func (f *deferred[T, P]) settleTwo(u int32) {
	for l := int32(0); l < f.n; l += settleRows {
		at := l*f.wide + u
		var e, d [settleRows]T
		for k := range int32(settleRows) {
			e[k], d[k] = f.e[at+k*f.wide], f.e[at+k*f.wide+lane.WarpSize]
		}
		for slot := range f.pending {
			flow, other := f.f[slot*f.n+u], f.f[slot*f.n+u+lane.WarpSize]
			for k := int32(0); k < settleRows; k += 2 {
				h, next := f.twoH(slot, l+k)
				e[k], d[k] = e[k]+flow*h, d[k]+other*h
				e[k+1], d[k+1] = e[k+1]+flow*next, d[k+1]+other*next
			}
		}
		for k := range int32(settleRows) {
			f.e[at+k*f.wide], f.e[at+k*f.wide+lane.WarpSize] = e[k], d[k]
		}
	}
}

// settleOne does it for one position.
func (f *deferred[T, P]) settleOne(u int32) {
	for l := int32(0); l < f.n; l += settleRows {
		at := l*f.wide + u
		var e [settleRows]T
		for k := range int32(settleRows) {
			e[k] = f.e[at+k*f.wide]
		}
		for slot := range f.pending {
			flow := f.f[slot*f.n+u]
			for k := int32(0); k < settleRows; k += 2 {
				h, next := f.twoH(slot, l+k)
				e[k], e[k+1] = e[k]+flow*h, e[k+1]+flow*next
			}
		}
		for k := range int32(settleRows) {
			f.e[at+k*f.wide] = e[k]
		}
	}
}

// twoH reads h of the even value l and the next one, at once where T has 32 bits.
func (f *deferred[T, P]) twoH(slot, l int32) (h, next T) {
	at := slot*f.tall + l
	if tabu.Narrow[T]() {
		both := f.twoHs[at>>1]
		return T(int32(uint32(both))), T(int32(uint32(both >> 32)))
	}
	return f.h[at], f.h[at+1]
}
