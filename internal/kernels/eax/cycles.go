package eax

import (
	"math/bits"

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
		x.cutBack(first)
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
	for p := x.lane; p < n; p += lane.WarpSize {
		c := int32(x.a.city[p])
		an, ap := x.a.city[above(p, n)], x.a.city[below(p, n)]
		q := int32(x.b.pos[c])
		bn, bp := x.b.city[above(q, n)], x.b.city[below(q, n)]
		rem := uint16(0)
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
		x.rem[c], x.even[c], x.odd[c] = rem, 0, 0
	}
	x.t.SyncWarp()
}

// begin starts a path at a city with edges left, the next one on from where the last was found.
func (x *crossing[C, M]) begin() bool {
	for x.scanned < x.n {
		v := turn(x.from+x.lane, x.n)
		found := x.t.Ballot(x.rem[v]&3 != 0)
		if found == 0 {
			x.scanned += lane.WarpSize
			x.from = turn(x.from+lane.WarpSize, x.n)
			continue
		}
		v = turn(x.from+int32(bits.TrailingZeros32(found)), x.n)
		x.t.SyncWarp()
		if x.lane == 0 {
			x.path[0], x.even[v] = uint16(v), 1
		}
		x.t.SyncWarp()
		x.length = 1
		return true
	}
	return false
}

// extend adds an edge to the path. If that closes an AB-cycle, it returns where on the path it begins with an edge of
// the first parent, and how many edges of each parent it has.
func (x *crossing[C, M]) extend() (first, k int32) {
	last := x.length - 1
	v := int32(x.path[last])
	ofA := last&1 == 0
	left, of, bit := x.rem[v]&3, x.a, uint16(1)
	marks := x.odd
	if !ofA {
		left, of, bit = x.rem[v]>>2, x.b, 4
		marks = x.even
	}
	ahead := left&1 != 0
	if left == 3 {
		ahead = x.pick()
	}
	w := of.step(v, ahead, x.n)
	seen := int32(marks[w])
	other := bit << 1
	if !ahead {
		bit, other = other, bit
	}
	x.t.SyncWarp()
	if x.lane == 0 {
		x.rem[v] &^= bit
		x.rem[w] &^= other
		x.path[x.length] = uint16(w)
		if seen == 0 {
			marks[w] = uint16(x.length + 1)
		}
	}
	x.t.SyncWarp()
	x.length++
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
		x.pool, x.left = lane.Random(x.g.Seed, x.g.Walk, uint64(x.g.Number)<<32|uint64(x.id), x.drawn)[0], 32
		x.drawn++
	}
	bit := x.pool & 1
	x.pool >>= 1
	x.left--
	return bit != 0
}
