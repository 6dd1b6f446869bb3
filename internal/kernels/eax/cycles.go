package eax

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/cyclic"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// AB-cycles are found as Nagata finds them: a path follows an edge of the first parent, an edge of the second, and so
// on, at random where there are two. When it comes to a city that it left by an edge of the one parent and now reaches
// by one of the other, what lies between is an AB-cycle and is taken off. Each city has as many edges left of one
// parent as of the other, so the path can always go on.

// collect parts the edges that only one parent has into AB-cycles.
func (x *crossing[C, M]) collect() {
	x.stored = pathRoom(x.g)
	for x.length > 0 || x.begin() {
		if x.length+1 >= pathRoom(x.g) {
			x.abandon()
			return
		}
		first, k := x.extend()
		if k == 0 {
			continue
		}
		if k >= 2 && k <= x.mostEdges() && x.stored+2*k < int32(len(x.path)) {
			x.store(first, k)
		}
		if x.cutBack(first); x.length > 0 {
			x.stand()
		}
	}
}

// mostEdges bounds the edges that leave a child's parent, so that there are cuts left to join its sub-tours.
func (x *crossing[C, M]) mostEdges() int32 { return x.g.Cuts - 8 }

// store keeps an AB-cycle.
func (x *crossing[C, M]) store(first, k int32) {
	if x.lane == 0 {
		x.path[x.stored] = uint16(k)
	}
	for j := x.lane; j < 2*k; j += lane.WarpSize {
		x.path[x.stored+1+j] = x.path[first+j]
	}
	x.stored += 2*k + 1
	x.t.SyncWarp()
}

// abandon forgets the path.
func (x *crossing[C, M]) abandon() {
	for c := x.lane; c < x.n; c += lane.WarpSize {
		x.even[c], x.odd[c] = 0, 0
	}
	x.t.SyncWarp()
}

// differ finds the edges that only one parent has.
func (x *crossing[C, M]) differ() {
	n := x.n
	for first := x.lane; first < n; first += atOnce * lane.WarpSize {
		var c, q [atOnce]int32
		var an, ap, bn, bp [atOnce]uint16
		for j := range atOnce {
			p := min(first+j*lane.WarpSize, n-1)
			c[j] = int32(x.a.city[p])
			an[j], ap[j] = x.a.city[cyclic.Next(p, n)], x.a.city[cyclic.Prev(p, n)]
		}
		for j := range atOnce {
			q[j] = int32(x.b.pos[c[j]])
		}
		for j := range atOnce {
			bn[j], bp[j] = x.b.city[cyclic.Next(q[j], n)], x.b.city[cyclic.Prev(q[j], n)]
		}
		for j := range atOnce {
			x.rem[c[j]], x.even[c[j]], x.odd[c[j]] = remaining(an[j], ap[j], bn[j], bp[j]), 0, 0
		}
	}
	x.t.SyncWarp()
}

// remaining returns which edges of a city only one parent has, as crossing.rem, by its neighbours in both.
func remaining(an, ap, bn, bp uint16) (rem uint16) {
	if an != bn && an != bp {
		rem |= 1
	}
	if ap != bn && ap != bp {
		rem |= 2
	}
	if bn != an && bn != ap {
		rem |= 4
	}
	if bp != an && bp != ap {
		rem |= 8
	}
	return rem
}

// begin starts a path at a city with edges left, the next one on from where the last was found.
func (x *crossing[C, M]) begin() bool {
	for x.scanned < x.n {
		found, skipped := x.ahead()
		x.scanned += skipped
		x.from = turn(x.from+skipped, x.n)
		if found == 0 {
			continue
		}
		v := turn(x.from+int32(bits.TrailingZeros32(found)), x.n)
		x.t.SyncWarp()
		if x.lane == 0 {
			x.path[0], x.even[v] = uint16(v), 1
		}
		x.t.SyncWarp()
		x.length = 1
		x.stand()
		return true
	}
	return false
}

// ahead looks for cities with edges left: in which lanes of the next warp's width there are some, and how many cities before these have
// none.
func (x *crossing[C, M]) ahead() (found uint32, skipped int32) {
	var left [atOnce]uint16
	for j := range atOnce {
		left[j] = x.rem[turn(x.from+x.lane+j*lane.WarpSize, x.n)]
	}
	for j := range atOnce {
		if found = x.t.Ballot(left[j]&3 != 0); found != 0 {
			break
		}
		skipped += lane.WarpSize
	}
	return found, skipped
}

// stand notes at which city the path ends.
func (x *crossing[C, M]) stand() {
	of := x.b
	if x.length&1 == 1 {
		of = x.a
	}
	x.tip = int32(x.path[x.length-1])
	x.tipAt, x.tipRem = int32(of.pos[x.tip]), x.rem[x.tip]
}

// extend adds an edge to the path. If that closes an AB-cycle, it returns where on the path it begins with an edge of
// the first parent, and how many edges of each parent it has.
func (x *crossing[C, M]) extend() (first, k int32) {
	left, of, next, bit := x.tipRem&3, x.a, x.b, uint16(1)
	marks := x.odd
	if x.length&1 == 0 {
		left, of, next, bit = x.tipRem>>2, x.b, x.a, 4
		marks = x.even
	}
	ahead := left&1 != 0
	if left == 3 {
		ahead = x.pick()
	}
	beside := cyclic.Prev(x.tipAt, x.n)
	if ahead {
		beside = cyclic.Next(x.tipAt, x.n)
	}
	w := int32(of.city[beside])
	seen, rem, at := int32(marks[w]), x.rem[w], int32(next.pos[w]) // side by side: nothing else hides how long memory takes
	other := bit << 1
	if !ahead {
		bit, other = other, bit
	}
	x.t.SyncWarp()
	if x.lane == 0 {
		x.rem[x.tip] = x.tipRem &^ bit
		x.rem[w] = rem &^ other
		x.path[x.length] = uint16(w)
		if seen == 0 {
			marks[w] = uint16(x.length + 1)
		}
	}
	x.t.SyncWarp()
	x.length++
	x.tip, x.tipAt, x.tipRem = w, at, rem&^other
	if seen == 0 {
		return 0, 0
	}
	first = seen - 1
	k = (x.length - 1 - first) / 2
	return first + first&1, k
}

// cutBack takes the AB-cycle that ends the path off it. An AB-cycle found at an odd place began one further on.
func (x *crossing[C, M]) cutBack(first int32) {
	end := x.length - 1
	if end&1 == 1 {
		first--
	}
	for p := first + 1 + x.lane; p < end; p += lane.WarpSize {
		if p&1 == 0 {
			x.even[x.path[p]] = 0
		} else {
			x.odd[x.path[p]] = 0
		}
	}
	x.length = first + 1
	if first == 0 {
		if x.lane == 0 {
			x.even[x.path[0]] = 0
		}
		x.length = 0
	}
	x.t.SyncWarp()
}

// pick returns a random bit, the same to all lanes.
func (x *crossing[C, M]) pick() bool {
	if x.left == 0 {
		x.pool, x.left = lane.Random(x.g.Seed, x.g.Walk, x.step(), x.drawn)[0], 32
		x.drawn++
	}
	bit := x.pool & 1
	x.pool >>= 1
	x.left--
	return bit != 0
}
