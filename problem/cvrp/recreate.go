package cvrp

import "github.com/multiwalk/multiwalk"

// The orders in which customers are put back, as often as their weights say.
const (
	anyOrder = iota
	byDemand // the greatest first
	farFirst // from the depot
	closeFirst
)

var orders = [...]int{anyOrder, anyOrder, anyOrder, anyOrder, byDemand, byDemand, byDemand, byDemand, farFirst, farFirst, closeFirst}

// blinks is how many places are seen between two that are not: entry k of 256 is the k-th quantile of that number.
func blinks() (gaps [256]int32) {
	seen, gap := 1.0, int32(0)
	for k := range gaps {
		for seen > 1-(float64(k)+0.5)/256 {
			seen = float64(seen * (1 - blinkRate))
			gap++
		}
		gaps[k] = gap
	}
	return gaps
}

// recreate puts those absent back, in an order that is drawn.
func (m *moves) recreate(r *multiwalk.Rand) {
	m.sort(r)
	m.seen = m.f.blinks[r.Uint32()>>24]
	for _, c := range m.absent {
		route, k := m.place(r, c)
		m.insert(route, k, c)
	}
	m.absent = m.absent[:0]
}

// sort orders those absent by insertion: they are few.
func (m *moves) sort(r *multiwalk.Rand) {
	order := orders[r.IntN(len(orders))]
	m.keys = m.keys[:0]
	for _, c := range m.absent {
		key := int64(r.Uint32())
		switch order {
		case byDemand:
			key = -m.p.Demand[c]
		case farFirst:
			key = -m.p.distance(m.depot, c)
		case closeFirst:
			key = m.p.distance(m.depot, c)
		}
		k := len(m.keys)
		m.keys = append(m.keys, key)
		for ; k > 0 && m.keys[k-1] > key; k-- {
			m.keys[k], m.absent[k] = m.keys[k-1], m.absent[k-1]
		}
		m.keys[k], m.absent[k] = key, c
	}
}

// place finds the cheapest place with room for a customer, among those seen. If there is none, it is in an empty route; without
// one, where the capacity is exceeded least.
func (m *moves) place(r *multiwalk.Rand, c int32) (route int32, k int) {
	row, room, least := m.row(c), m.p.Capacity-m.p.Demand[c], int32(1<<31-1)
	route, empty := -1, int32(-1)
	for v, load := range m.load {
		if load > room {
			continue
		}
		stops := m.routes[v]
		if len(stops) == 1 {
			empty = int32(v)
			continue
		}
		before := row[m.depot]
		for j := range stops {
			after := row[stops[j].place]
			cost := before + after - stops[j].leg
			before = after
			if m.seen--; m.seen == 0 {
				m.seen = m.f.blinks[r.Uint32()>>24]
				continue
			}
			if cost < least {
				least, route, k = cost, int32(v), j
			}
		}
	}
	switch {
	case route >= 0:
		return route, k
	case empty >= 0:
		return empty, 0
	}
	return m.squeeze(c)
}

// squeeze finds the place of a customer for whom no vehicle has room.
func (m *moves) squeeze(c int32) (route int32, k int) {
	for r, load := range m.load {
		if load < m.load[route] {
			route = int32(r)
		}
	}
	row, least := m.row(c), int32(1<<31-1)
	before := row[m.depot]
	for j, stop := range m.routes[route] {
		after := row[stop.place]
		if cost := before + after - stop.leg; cost < least {
			least, k = cost, j
		}
		before = after
	}
	return route, k
}
