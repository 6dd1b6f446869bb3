package cvrp

import "math"

// swapStar exchanges two customers of two routes, and puts each where it costs least in the route of the other: SWAP* (Vidal,
// "Hybrid genetic search for the CVRP: open-source implementation and SWAP* neighborhood", 2022). Of a customer and a route the
// three cheapest places are kept: when a customer leaves the route, it spoils two at most.
type swapStar struct{}

// spot is a place for a customer: before stop k of a route.
type spot struct{ cost, k int32 }

// spots is the three cheapest places for a customer in a route.
type spots struct {
	version         uint64 // of the route
	customer, route int32
	best            [3]spot
}

// spotsFor returns the three cheapest places, found in O(length of the route) or kept since.
func (m *moves) spotsFor(c, r int32) *spots {
	s := &m.spots[(uint32(c)*uint32(m.p.Vehicles)+uint32(r))&uint32(len(m.spots)-1)]
	if s.version == m.version[r] && s.customer == c && s.route == r {
		return s
	}
	*s = spots{m.version[r], c, r, [3]spot{{math.MaxInt32, -1}, {math.MaxInt32, -1}, {math.MaxInt32, -1}}}
	row := m.row(c)
	before := row[m.depot]
	for k, stop := range m.routes[r] {
		after := row[stop.place]
		if here := (spot{before + after - stop.leg, int32(k)}); here.cost < s.best[2].cost {
			s.best[2] = here
			if here.cost < s.best[1].cost {
				s.best[1], s.best[2] = here, s.best[1]
			}
			if here.cost < s.best[0].cost {
				s.best[0], s.best[1] = here, s.best[0]
			}
		}
		before = after
	}
	return s
}

// without returns the cheapest place for u in the route of v once v has left it, as a stop of the route as it is.
func (m *moves) without(u, v int32) spot {
	k := m.at[v]
	a, b := m.prev(v), m.next(v)
	best := spot{m.way(a, u) + m.way(u, b) - m.way(a, b), k}
	for _, s := range m.spotsFor(u, m.of[v]).best {
		if s.k != k && s.k != k+1 && s.cost < best.cost {
			return s
		}
	}
	return best
}

// price is O(1) where the places are known.
func (swapStar) price(m *moves, u, v, _ int32) (length, excess int64) {
	r, s := m.of[u], m.of[v]
	if r == s {
		return 0, 0
	}
	length = int64(m.without(u, v).cost+m.without(v, u).cost) - m.saved(u) - m.saved(v)
	return length, m.shifted(r, s, m.p.Demand[u]-m.p.Demand[v])
}

// saved is by how much the route gets shorter when a customer leaves it.
func (m *moves) saved(c int32) int64 {
	a, b := m.prev(c), m.next(c)
	return int64(m.way(a, c) + m.way(c, b) - m.way(a, b))
}

// make tries it.
func (swapStar) make(m *moves, u, v, _ int32) {
	r, s := m.of[u], m.of[v]
	if r == s {
		return
	}
	i, j := m.without(v, u).k, m.without(u, v).k
	m.remove(r, int(m.at[u]), int(m.at[u])+1)
	m.remove(s, int(m.at[v]), int(m.at[v])+1)
	if i > m.at[u] {
		i--
	}
	if j > m.at[v] {
		j--
	}
	m.insert(r, int(i), v)
	m.insert(s, int(j), u)
}
