package cvrp

// relocate moves a customer, or two in a row, to beside another, in any route.
type relocate struct{}

// How a customer is relocated.
const (
	relocateTwo     = 1 << iota // with the one after it
	relocateBefore              // to before the other, not behind it
	relocateReverse             // of two the second first
)

// between returns the last of the customers that move, and the stops between which they come to stand.
func (relocate) between(m *moves, u, v, how int32) (last, left, right int32, ok bool) {
	if last = u; how&relocateTwo != 0 {
		if last = m.next(u); last == m.depot {
			return 0, 0, 0, false
		}
	}
	if left, right = v, m.next(v); how&relocateBefore != 0 {
		left, right = m.prev(v), v
	}
	return last, left, right, v != u && v != last && left != last && right != u
}

// price is O(1).
func (o relocate) price(m *moves, u, v, how int32) (length, excess int64) {
	last, left, right, ok := o.between(m, u, v, how)
	if !ok {
		return 0, 0
	}
	a, b, first, end := m.prev(u), m.next(last), u, last
	if how&relocateReverse != 0 {
		first, end = last, u
	}
	length = int64(m.way(a, b) - m.way(a, u) - m.way(last, b) + m.way(left, first) + m.way(end, right) - m.way(left, right))
	q := m.p.Demand[u]
	if last != u {
		q += m.p.Demand[last]
	}
	return length, m.shifted(m.of[u], m.of[v], q)
}

// make tries it.
func (o relocate) make(m *moves, u, v, how int32) {
	last, _, _, ok := o.between(m, u, v, how)
	if !ok {
		return
	}
	from, to, i, k := m.of[u], m.of[v], int(m.at[u]), int(m.at[v])
	count := 1
	if last != u {
		count = 2
	}
	m.remove(from, i, i+count)
	if from == to && k > i {
		k -= count
	}
	if how&relocateBefore == 0 {
		k++
	}
	m.insert(to, k, u)
	switch {
	case last == u:
	case how&relocateReverse != 0:
		m.insert(to, k, last)
	default:
		m.insert(to, k+1, last)
	}
}
