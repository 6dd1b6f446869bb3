package cvrp

import "slices"

// twoOpt joins two customers. In one route it reverses what lies between them, 2-opt; two routes exchange their tails, 2-opt*
// (Potvin and Rousseau, "An exchange heuristic for routeing problems with time windows", 1995).
type twoOpt struct{}

// twoOptOther, in one route, makes the other new edge the first one's; of two routes it joins both heads, so that a part is
// driven in the opposite direction.
const twoOptOther = 1

// span is what is reversed in one route.
func (twoOpt) span(m *moves, u, v, how int32) (r, from, to int32) {
	from, to = m.at[u], m.at[v]
	if from > to {
		from, to = to, from
	}
	if how&twoOptOther != 0 {
		return m.of[u], from, to - 1
	}
	return m.of[u], from + 1, to
}

// price is O(1).
func (o twoOpt) price(m *moves, u, v, how int32) (length, excess int64) {
	if u == v {
		return 0, 0
	}
	r, s := m.of[u], m.of[v]
	if r == s {
		_, from, to := o.span(m, u, v, how)
		a, b := m.routes[r][from].place, m.routes[r][to].place
		before, behind := m.prev(a), m.next(b)
		return int64(m.way(before, b) + m.way(a, behind) - m.way(before, a) - m.way(b, behind)), 0
	}
	x, y := m.next(u), m.next(v)
	was := m.over(m.load[r]) + m.over(m.load[s])
	if how&twoOptOther != 0 {
		head := m.upTo[u] + m.upTo[v]
		return int64(m.way(u, v) + m.way(x, y) - m.way(u, x) - m.way(v, y)),
			m.over(head) + m.over(m.load[r]+m.load[s]-head) - was
	}
	before := m.prev(v)
	one := m.upTo[u] + m.load[s] - m.upTo[v] + m.p.Demand[v]
	return int64(m.way(u, v) + m.way(before, x) - m.way(u, x) - m.way(before, v)),
		m.over(one) + m.over(m.load[r]+m.load[s]-one) - was
}

// make tries it.
func (o twoOpt) make(m *moves, u, v, how int32) {
	if u == v {
		return
	}
	r, s, i, j := m.of[u], m.of[v], int(m.at[u])+1, int(m.at[v])
	m.touch(r)
	m.touch(s)
	if r == s {
		_, from, to := o.span(m, u, v, how)
		slices.Reverse(m.routes[r][from : to+1])
		m.relink(r)
		return
	}
	one, two := m.routes[r], m.routes[s]
	if how&twoOptOther != 0 {
		j++
		m.spare = append(append(m.spare[:0], one[i:len(one)-1]...), two[:j]...)
		middle := len(one) - 1 - i
		slices.Reverse(m.spare[:middle])
		slices.Reverse(m.spare[middle:])
		m.routes[r] = append(append(one[:i], m.spare[middle:]...), stop{place: m.depot})
		m.spare = append(m.spare[:middle], two[j:]...)
		m.routes[s] = append(two[:0], m.spare...)
	} else {
		m.spare = append(m.spare[:0], one[i:]...)
		m.routes[r] = append(one[:i], two[j:]...)
		m.routes[s] = append(two[:j], m.spare...)
	}
	m.relink(r)
	m.relink(s)
}
