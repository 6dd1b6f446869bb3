package eax

import "github.com/multiwalk/multiwalk/kernel/lane"

// brood tries the next of the children, up to Children in all, and reports whether there are more AB-cycles.
func (x *crossing[C, M]) brood() bool {
	for x.tried < x.g.Children && x.next < x.stored {
		at, k := x.next+1, int32(x.path[x.next])
		x.next = at + 2*k
		if x.g.Blocks != 0 {
			at, k = 0, x.block(at, k)
		} else {
			x.chain(0, k)
		}
		x.t.SyncWarp()
		x.try(at, k)
	}
	return x.next < x.stored
}

// chain notes that the edges from number base on, k of each parent, are one AB-cycle: which is behind each. The room is
// that of size, which is free until a child's closed tours are found.
func (x *crossing[C, M]) chain(base, k int32) {
	for j := x.lane; j < k; j += lane.WarpSize {
		next := j + 1
		if next == k {
			next = 0
		}
		x.size[base+j] = uint16(base + next)
	}
}

// block puts the AB-cycle of k edges at this place, and all others that share a city with it and are no longer, to the
// front of the path, which is free by now, and returns how many edges they have of each parent.
func (x *crossing[C, M]) block(centre, k int32) int32 {
	x.add(0, centre, k)
	x.mark(centre, k, 1)
	total := k
	for at := pathRoom(x.g) + 1; at <= x.stored; {
		length := int32(x.path[at-1])
		if at != centre && length <= k && total+length <= min(x.mostEdges(), pathRoom(x.g)/2) && x.touches(at, length) {
			x.add(total, at, length)
			total += length
		}
		at += 2*length + 1
	}
	x.t.SyncWarp()
	x.mark(centre, k, 0)
	return total
}

// mark marks the cities of an AB-cycle. At even places no city is there twice, nor at odd ones.
func (x *crossing[C, M]) mark(at, k int32, as uint16) {
	for j := x.lane; j < k; j += lane.WarpSize {
		x.even[x.path[at+2*j]] = as
		x.odd[x.path[at+2*j+1]] = as
	}
	x.t.SyncWarp()
}

// touches reports whether an AB-cycle has a marked city.
func (x *crossing[C, M]) touches(at, k int32) bool {
	marked := uint16(0)
	for j := x.lane; j < 2*k; j += lane.WarpSize {
		c := x.path[at+j]
		marked |= x.even[c] | x.odd[c]
	}
	return x.t.Any(marked != 0)
}

// add copies an AB-cycle to the front of the path, behind the AB-cycles that are there, which have total edges.
func (x *crossing[C, M]) add(total, at, k int32) {
	for j := x.lane; j < 2*k; j += lane.WarpSize {
		x.path[2*total+j] = x.path[at+j]
	}
	x.chain(total, k)
}
