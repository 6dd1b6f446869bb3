package tsp

import "github.com/multiwalk/multiwalk"

// mostDistances is how many distances LowerBound computes at most: that takes some milliseconds.
const mostDistances = 1 << 22

// LowerBound returns what a tour costs all of whose edges cost as little as the cheapest one of all, where the cities' distances speak
// for such a tour: each city has two edges of that cost, or, of an asymmetric instance, one that leaves it and one that enters it; of an
// open path, all cities but its ends. So it is with cities in one place, a grid, weights that are all the same, or the weights 0 and 1 of
// a Hamiltonian cycle problem. Elsewhere it returns multiwalk.NoBound, mostly after a look at one city: O(n). It takes O(n^2) at most, and
// less if it computes distances, of which it gives up beyond some millions.
func (p *Instance) LowerBound() int64 {
	p.derived.boundOnce.Do(func() { p.derived.bound = p.evident() })
	return p.derived.bound
}

// evident computes LowerBound.
func (p *Instance) evident() int64 {
	q, ends := p, 0
	if p.closed != nil {
		q, ends = p.closed, 1
	}
	if q.N < 3 {
		return multiwalk.NoBound
	}
	u := uniform{p: q, least: q.distance(0, 1)}
	for j := int32(2); j < int32(q.N); j++ {
		u.least = min(u.least, q.distance(0, j))
	}
	enough := false
	if q.asymmetric {
		enough = u.have(1, ends, false) && u.have(1, ends, true)
	} else {
		enough = u.have(2, 2*ends, false)
	}
	if !enough {
		return multiwalk.NoBound
	}
	return int64(q.N-ends) * u.least
}

// uniform counts edges of least cost.
type uniform struct {
	p      *Instance
	least  int64
	looked int
}

// have says whether each city has so many edges of least cost, in one direction or the other, but for a few that may be lacking in all.
// It says no as well where an edge costs less than the least of city 0, or if it takes too long to tell.
func (u *uniform) have(each, lacking int, entering bool) bool {
	n := int32(u.p.N)
	for i := range n {
		wanted := each
		for j := int32(0); j < n && (wanted > 0 || !u.floor()); j++ {
			if i == j {
				continue
			}
			from, to := i, j
			if entering {
				from, to = j, i
			}
			cost := u.p.distance(from, to)
			if cost < u.least {
				return false
			}
			if cost == u.least {
				wanted--
			}
			u.looked++
		}
		lacking -= max(0, wanted)
		if lacking < 0 || u.p.Metric != Explicit && u.looked > mostDistances {
			return false
		}
	}
	return true
}

// floor says whether no edge can cost less than the least one.
func (u *uniform) floor() bool {
	if u.p.Metric.spherical() {
		return u.least == 1 // what they give within one place
	}
	return u.p.Metric != Explicit && u.least == 0
}
