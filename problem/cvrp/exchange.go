package cvrp

// exchange lets a customer and the one beside another change places, in one route or two: so the first gets to beside the other.
type exchange struct{}

// exchangeBefore is with the one before the other, not behind it.
const exchangeBefore = 1

func (exchange) partner(m *moves, u, v, how int32) (t int32, ok bool) {
	if t = m.next(v); how&exchangeBefore != 0 {
		t = m.prev(v)
	}
	return t, t != m.depot && t != u
}

// price is O(1).
func (o exchange) price(m *moves, u, v, how int32) (length, excess int64) {
	t, ok := o.partner(m, u, v, how)
	if !ok {
		return 0, 0
	}
	if m.next(t) == u {
		u, t = t, u
	}
	a, b, c, d := m.prev(u), m.next(u), m.prev(t), m.next(t)
	if b == t {
		return int64(m.way(a, t) + m.way(u, d) - m.way(a, u) - m.way(t, d)), 0
	}
	length = int64(m.way(a, t) + m.way(t, b) - m.way(a, u) - m.way(u, b) + m.way(c, u) + m.way(u, d) - m.way(c, t) - m.way(t, d))
	return length, m.shifted(m.of[u], m.of[t], m.p.Demand[u]-m.p.Demand[t])
}

// make tries it.
func (o exchange) make(m *moves, u, v, how int32) {
	t, ok := o.partner(m, u, v, how)
	if !ok {
		return
	}
	r, s := m.of[u], m.of[t]
	m.touch(r)
	m.touch(s)
	m.routes[r][m.at[u]].place, m.routes[s][m.at[t]].place = t, u
	m.relink(r)
	m.relink(s)
}
