package eax

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/cyclic"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// try makes the child that exchanges k edges of each parent, those of the AB-cycles at this place of the path, and
// keeps it if it is the best so far. Children that are no better than the first parent before their sub-tours are
// joined are given up: joining hardly ever gains.
func (x *crossing[C, M]) try(first, k int32) {
	gain := x.open(first, k)
	if gain <= 0 {
		return
	}
	x.tried++
	x.sort()
	x.trace()
	for x.parts > 1 {
		delta, ok := x.join()
		gain -= delta
		if !ok || gain <= 0 {
			return
		}
	}
	x.judge(gain)
}

// open cuts the tour at the edges that leave, links the ends, and returns the gain. What another AB-cycle has changed
// before may have taken the edges of this one away, or brought them in; then there is no gain.
func (x *crossing[C, M]) open(first, k int32) int32 {
	x.cuts = k
	x.priced++
	torn := false
	for j := x.lane; j < k; j += lane.WarpSize {
		p, q := int32(x.w.pos[x.path[first+2*j]]), int32(x.w.pos[x.path[first+2*j+1]])
		node := 2 * j // of the city of an even place
		if cyclic.Next(p, x.n) != q {
			torn = torn || cyclic.Next(q, x.n) != p
			p = q
			node++
		}
		x.cut[j], x.rank[j] = uint16(p), uint16(node)
	}
	x.t.SyncWarp()
	gain := int32(0)
	for j := x.lane; j < k; j += lane.WarpSize {
		next := int32(x.size[j]) // as chain has left it
		c, d, e := int32(x.path[first+2*j]), int32(x.path[first+2*j+1]), int32(x.path[first+2*next])
		from, into := x.rank[j]^1, x.rank[next]
		x.link[from], x.link[into] = into, from
		if x.gain > 0 {
			p, q := int32(x.w.pos[d]), int32(x.w.pos[e])
			torn = torn || cyclic.Next(p, x.n) == q || cyclic.Next(q, x.n) == p
		}
		at := x.place(d)
		gain += x.m.Between(x.place(c), at) - x.m.Between(at, x.place(e))
	}
	gain = lane.WarpAdd(x.t, gain)
	if x.t.Any(torn) {
		gain = 0
	}
	x.t.SyncWarp()
	return gain
}

// sort ranks the cuts along the first parent.
func (x *crossing[C, M]) sort() {
	for j := x.lane; j < x.cuts; j += lane.WarpSize {
		p, r := x.cut[j], int32(0)
		for i := range x.cuts {
			if x.cut[i] < p {
				r++
			}
		}
		x.rank[j], x.ord[r], x.at[r] = uint16(r), uint16(j), p
	}
	x.t.SyncWarp()
}

// unset marks a segment that belongs to no closed tour yet, and a tour that is no more.
const unset = 1<<16 - 1

// segment returns the number of cities behind the cut of rank r, up to the next cut.
func (x *crossing[C, M]) segment(r int32) int32 {
	next := cyclic.Next(r, x.cuts)
	length := int32(x.at[next]) - int32(x.at[r])
	if length <= 0 {
		length += x.n
	}
	return length
}

// leap crosses a segment: it returns the segment that a node begins and the node at its other end.
func (x *crossing[C, M]) leap(node int32) (r, far int32) {
	r = int32(x.rank[node>>1])
	if node&1 == 1 {
		return r, 2 * int32(x.ord[cyclic.Next(r, x.cuts)])
	}
	r = cyclic.Prev(r, x.cuts)
	return r, 2*int32(x.ord[r]) + 1
}

// trace follows the links and tells which segments make a closed tour together.
func (x *crossing[C, M]) trace() {
	for r := x.lane; r < x.cuts; r += lane.WarpSize {
		x.part[r] = unset
	}
	x.t.SyncWarp()
	x.parts = 0
	for r := x.untraced(0); r < x.cuts; r = x.untraced(r) {
		start := 2*int32(x.ord[r]) + 1
		x.t.SyncWarp()
		node, size := start, int32(0)
		for {
			s, far := x.leap(node)
			size += x.segment(s)
			if x.lane == 0 {
				x.part[s] = uint16(x.parts)
			}
			if node = int32(x.link[far]); node == start {
				break
			}
		}
		if x.lane == 0 {
			x.size[x.parts] = uint16(size)
		}
		x.parts++
		x.t.SyncWarp()
	}
	x.found = x.parts
}

// untraced returns the lowest rank from r on whose segment belongs to no closed tour yet, or one beyond the last.
func (x *crossing[C, M]) untraced(r int32) int32 {
	for ; r < x.cuts; r += lane.WarpSize {
		at := r + x.lane
		if found := x.t.Ballot(at < x.cuts && x.part[min(at, x.cuts-1)] == unset); found != 0 {
			return r + int32(bits.TrailingZeros32(found))
		}
	}
	return x.cuts
}

// judge keeps the child if it gains more than the best so far for what it takes from the population's entropy.
func (x *crossing[C, M]) judge(gain int32) {
	loss := int32(0)
	for j := x.lane; j < x.cuts; j += lane.WarpSize {
		p := int32(x.cut[j])
		f := x.common(int32(x.w.city[p]), int32(x.w.city[cyclic.Next(p, x.n)]))
		loss += x.loss[f] - x.loss[max(f-1, 0)]
	}
	for node := x.lane; node < 2*x.cuts; node += lane.WarpSize {
		if to := int32(x.link[node]); node < to {
			f := x.common(x.city(node), x.city(to))
			loss += x.loss[f] - x.loss[f+1]
		}
	}
	loss = max(lane.WarpAdd(x.t, loss), 1)
	if x.bestGain > 0 && int64(gain)*int64(x.bestLoss) <= int64(x.bestGain)*int64(loss) {
		return
	}
	x.bestGain, x.bestLoss, x.bestCuts = gain, loss, x.cuts
	for j := x.lane; j < x.cuts; j += lane.WarpSize {
		x.bestCut[j] = x.cut[j]
	}
	for j := x.lane; j < 2*x.cuts; j += lane.WarpSize {
		x.bestLink[j] = x.link[j]
	}
	x.t.SyncWarp()
}

// city returns the city at a node.
func (x *crossing[C, M]) city(node int32) int32 {
	p := int32(x.cut[node>>1])
	if node&1 == 1 {
		p = cyclic.Next(p, x.n)
	}
	return int32(x.w.city[p])
}

// common returns how many tours of the arc have an edge.
func (x *crossing[C, M]) common(a, b int32) int32 {
	return min(int32(x.edges[x.g.edge(a, b)]), x.g.Arc)
}

// write writes the best child.
func (x *crossing[C, M]) write(to tour) {
	n := x.n
	x.cuts = x.bestCuts
	x.t.SyncWarp()
	for j := x.lane; j < x.cuts; j += lane.WarpSize {
		x.cut[j] = x.bestCut[j]
	}
	x.t.SyncWarp()
	x.sort()
	for node, p := int32(1), int32(0); p < n; {
		r, far := x.leap(node)
		length, from, step := x.segment(r), cyclic.Next(int32(x.cut[node>>1]), n), int32(1)
		if node&1 == 0 {
			from, step = int32(x.cut[node>>1]), -1
		}
		to.lay(x.t, p, x.w, from, step, length, n)
		p += length
		node = int32(x.bestLink[far])
	}
	x.t.SyncWarp()
}

// rankAt returns the rank of the cut that the segment with position p lies behind.
func (x *crossing[C, M]) rankAt(p int32) int32 {
	low, high := int32(0), x.cuts // cuts below low are before p, those from high on are not
	for low < high {
		mid := (low + high) / 2
		if int32(x.at[mid]) < p {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return cyclic.Prev(low, x.cuts)
}

// smallest returns the closed tour of fewest cities.
func (x *crossing[C, M]) smallest() int32 {
	key := uint32(1<<32 - 1)
	for i := x.lane; i < x.found; i += lane.WarpSize {
		if x.size[i] != unset {
			key = min(key, uint32(x.size[i])<<16|uint32(i))
		}
	}
	return int32(lane.WarpMin(x.t, key) & 0xffff)
}

// cheapest returns the lowest lane of those with the least key, and the key.
func cheapest(t lane.Thread, key int32) (winner, least int32) {
	least = lane.WarpMin(t, key)
	return int32(bits.TrailingZeros32(t.Ballot(key == least))), least
}
