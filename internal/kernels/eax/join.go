package eax

import (
	"github.com/multiwalk/multiwalk/internal/kernels/cyclic"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// A bridge joins two closed tours: the edge from the city at position u to one side of it and the edge from that at
// position v to one side of it leave; the two cities are joined, and so are their former neighbours.
type bridge struct {
	delta int32
	u, v  int32
	sides int32 // bit 0: the edge at u to the city before it; bit 1: the same at v
}

// tooDear is the delta of a lane without a bridge.
const tooDear = 1<<31 - 1

// join joins the smallest closed tour to another by the cheapest exchange of two edges that makes a city of it and one
// of its near cities neighbours, and returns what that costs. It fails if there is none, or no room for its cuts.
func (x *crossing[C, M]) join() (delta int32, ok bool) {
	small := x.smallest()
	b := x.search(small)
	winner, least := cheapest(x.t, b.delta)
	if least == tooDear || x.cuts+2 > x.g.Cuts {
		return 0, false
	}
	u, v, sides := lane.Shuffle(x.t, b.u, winner), lane.Shuffle(x.t, b.v, winner), lane.Shuffle(x.t, b.sides, winner)
	x.build(u, v, sides, small)
	return least, true
}

// search returns each lane's cheapest bridge from the closed tour. Of segments that are longer than twice Reach it looks at the ends
// alone: else the few children that part a tour in large pieces take most of the time.
func (x *crossing[C, M]) search(small int32) bridge {
	b := bridge{delta: tooDear}
	for r := range x.cuts {
		if int32(x.part[r]) != small {
			continue
		}
		length, middle := x.segment(r), int32(0)
		if x.g.Reach > 0 {
			middle = max(0, length-2*x.g.Reach)
		}
		tasks := (length - middle) * x.k
		for first := x.lane; first < tasks; first += atOnce * lane.WarpSize {
			x.probe(&b, small, r, middle, first, tasks)
		}
	}
	return b
}

// probe prices bridges from the segment behind the cut of rank r, but for its middle: those of tasks number first, first+32 and so on, a
// neighbour of a city each.
func (x *crossing[C, M]) probe(b *bridge, small, r, middle, first, tasks int32) {
	var u, v, c, d [atOnce]int32
	for j := range atOnce {
		ahead := min(first+j*lane.WarpSize, tasks-1) / x.k
		if ahead >= x.g.Reach {
			ahead += middle
		}
		u[j] = cyclic.Wrap(int32(x.at[r])+1+ahead, x.n)
		c[j] = int32(x.w.city[u[j]])
	}
	for j := range atOnce {
		d[j] = int32(x.near[c[j]*x.k+(first+j*lane.WarpSize)%x.k])
	}
	for j := range atOnce {
		v[j] = int32(x.w.pos[d[j]])
	}
	for j := range atOnce {
		if first+j*lane.WarpSize >= tasks {
			break
		}
		if s := x.rankAt(v[j]); int32(x.part[s]) != small {
			x.price(b, end{u[j], r, c[j]}, end{v[j], s, d[j]})
		}
	}
}

// end is a city that a bridge joins.
type end struct {
	at   int32 // its position
	rank int32 // of the cut that it lies behind
	city int32
}

// price takes the cheapest bridge between two cities, if it is cheaper than b.
func (x *crossing[C, M]) price(b *bridge, from, to end) {
	u, v := from.at, to.at
	pc, pd := x.place(from.city), x.place(to.city)
	joined := x.m.Between(pc, pd)
	nextC, nextD := x.place(x.after(from)), x.place(x.after(to))
	lastC, lastD := x.place(x.before(from)), x.place(x.before(to))
	fromNext, fromLast := joined-x.m.Between(pc, nextC), joined-x.m.Between(pc, lastC)
	toNext, toLast := x.m.Between(pd, nextD), x.m.Between(pd, lastD)
	if delta := fromNext - toNext + x.m.Between(nextC, nextD); delta < b.delta {
		*b = bridge{delta, u, v, 0}
	}
	if delta := fromLast - toNext + x.m.Between(lastC, nextD); delta < b.delta {
		*b = bridge{delta, u, v, 1}
	}
	if delta := fromNext - toLast + x.m.Between(nextC, lastD); delta < b.delta {
		*b = bridge{delta, u, v, 2}
	}
	if delta := fromLast - toLast + x.m.Between(lastC, lastD); delta < b.delta {
		*b = bridge{delta, u, v, 3}
	}
}

// cutAt returns the number of the cut behind the city at position p, or -1.
func (x *crossing[C, M]) cutAt(p int32) int32 {
	r := cyclic.Next(x.rankAt(p), x.cuts)
	if int32(x.at[r]) == p {
		return int32(x.ord[r])
	}
	return -1
}

// after returns the child's neighbour of a city on the side where w has the next one.
func (x *crossing[C, M]) after(e end) int32 {
	if r := cyclic.Next(e.rank, x.cuts); int32(x.at[r]) == e.at {
		return x.city(int32(x.link[2*int32(x.ord[r])]))
	}
	return int32(x.w.city[cyclic.Next(e.at, x.n)])
}

// before returns the child's neighbour of a city on the side where w has the one before.
func (x *crossing[C, M]) before(e end) int32 {
	p := cyclic.Prev(e.at, x.n)
	if int32(x.at[e.rank]) == p {
		return x.city(int32(x.link[2*int32(x.ord[e.rank])+1]))
	}
	return int32(x.w.city[p])
}

// build carries a bridge out.
func (x *crossing[C, M]) build(u, v, sides, small int32) {
	into := int32(x.part[x.rankAt(v)])
	var nodes, mates [2]int32
	for end := range int32(2) {
		p, before := u, sides&1
		if end == 1 {
			p, before = v, sides>>1
		}
		if before == 1 {
			p = cyclic.Prev(p, x.n)
		}
		c := x.cutAt(p)
		node, mate := 2*c+before, int32(0)
		if c >= 0 {
			mate = int32(x.link[node])
		} else {
			node = 2*x.insert(p) + before
			mate = node ^ 1
		}
		if end == 0 {
			nodes[0], mates[0] = node, mate
		} else {
			nodes[1], mates[1] = node, mate
		}
	}
	x.t.SyncWarp()
	if x.lane == 0 {
		x.link[nodes[0]], x.link[nodes[1]] = uint16(nodes[1]), uint16(nodes[0])
		x.link[mates[0]], x.link[mates[1]] = uint16(mates[1]), uint16(mates[0])
		x.size[into] += x.size[small]
		x.size[small] = unset
	}
	for r := x.lane; r < x.cuts; r += lane.WarpSize {
		if int32(x.part[r]) == small {
			x.part[r] = uint16(into)
		}
	}
	x.parts--
	x.t.SyncWarp()
}

// insert cuts the first parent behind position p, where no cut is, and returns the new cut's number. Its ends are
// joined to each other.
func (x *crossing[C, M]) insert(p int32) int32 {
	before := x.rankAt(p)
	part := x.part[before]
	at := int32(0) // its rank
	if int32(x.at[before]) < p {
		at = before + 1
	}
	x.t.SyncWarp()
	for base := (x.cuts - 1) &^ (lane.WarpSize - 1); base >= at&^(lane.WarpSize-1); base -= lane.WarpSize {
		r := base + x.lane
		moves := r >= at && r < x.cuts
		var c, q, of uint16
		if moves {
			c, q, of = x.ord[r], x.at[r], x.part[r]
		}
		x.t.SyncWarp()
		if moves {
			x.ord[r+1], x.at[r+1], x.part[r+1], x.rank[c] = c, q, of, uint16(r+1)
		}
		x.t.SyncWarp()
	}
	c := x.cuts
	if x.lane == 0 {
		x.ord[at], x.at[at], x.part[at], x.rank[c], x.cut[c] = uint16(c), uint16(p), part, uint16(at), uint16(p)
		x.link[2*c], x.link[2*c+1] = uint16(2*c+1), uint16(2*c)
	}
	x.cuts++
	x.t.SyncWarp()
	return c
}
