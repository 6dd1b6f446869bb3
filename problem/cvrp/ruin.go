package cvrp

import "github.com/multiwalk/multiwalk"

// Ruin and recreate as Christiaens and Vanden Berghe do ("Slack induction by string removals for vehicle routing problems", 2020):
// strings of customers near each other are taken out of several routes, and each customer is put back where it costs least, but
// for places that the search does not see, by chance.

// The constants are those of the paper.
const (
	averageRemoved = 10
	longestString  = 10
	splitShare     = 1 << 31       // of 2^32: 1/2 of the strings keep some customers in their midst
	growShare      = 1 << 32 / 100 // 1/100: one customer more is kept
	blinkRate      = 0.01          // of the places are not seen
)

// tear takes strings out.
func (m *moves) tear(r *multiwalk.Rand) {
	n := int(m.depot)
	longest := min(longestString, max(1, n/max(1, m.used)))
	// 1 plus up to 4*averageRemoved/(1+longest) - 1: so averageRemoved customers are taken out on average.
	strings := 1 + r.IntN(4*averageRemoved-1-longest)/(1+longest)
	seed := r.IntN(n)
	for _, c := range m.f.near[seed*m.f.nearby : (seed+1)*m.f.nearby] {
		if route := m.of[c]; !m.onTrial[route] {
			m.cut(r, route, int(m.at[c]), min(longest, len(m.routes[route])-1))
			if strings--; strings == 0 {
				break
			}
		}
	}
}

// cut takes a string of up to longest customers out of a route, which stop k is among or is kept by.
func (m *moves) cut(r *multiwalk.Rand, route int32, k, longest int) {
	stops := m.routes[route]
	customers := len(stops) - 1
	length, keep := 1+r.IntN(longest), 0
	if length > 1 && length < customers && r.Uint32() < splitShare {
		for keep = 1; length+keep < customers && r.Uint32() < growShare; keep++ {
		}
	}
	whole := length + keep
	least := max(0, k-whole+1)
	from := least + r.IntN(min(k, customers-whole)-least+1)
	to, gap := from+whole, from+whole
	if keep > 0 {
		gap = from + 1 + r.IntN(length-1)
	}
	for j := from; j < to; j++ {
		if j < gap || j >= gap+keep {
			m.absent = append(m.absent, stops[j].place)
		}
	}
	if keep > 0 {
		m.remove(route, gap+keep, to)
		m.remove(route, from, gap)
	} else {
		m.remove(route, from, to)
	}
}
