package main

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

// dice is random numbers that a seed determines: SplitMix64 (Steele, Lea and Flood, 2014).
type dice struct{ state uint64 }

func (d *dice) next() uint64 {
	d.state += 0x9E3779B97F4A7C15
	z := d.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// below draws a number from 0 to n-1.
func (d *dice) below(n int) int { return int(d.next() >> 32 * uint64(n) >> 32) }

// tear takes strings out.
func (m *moves) tear(d *dice) {
	n := int(m.depot)
	longest := min(longestString, max(1, n/max(1, m.used)))
	// 1 plus up to 4*averageRemoved/(1+longest) - 1: so averageRemoved customers are taken out on average.
	strings := 1 + d.below(4*averageRemoved-1-longest)/(1+longest)
	seed := d.below(n)
	for _, c := range m.f.near[seed*m.f.nearby : (seed+1)*m.f.nearby] {
		if r := m.of[c]; !m.onTrial[r] {
			m.cut(d, r, int(m.at[c]), min(longest, len(m.routes[r])-1))
			if strings--; strings == 0 {
				break
			}
		}
	}
}

// cut takes a string of up to longest customers out of a route, which stop k is among or is kept by.
func (m *moves) cut(d *dice, r int32, k, longest int) {
	stops := m.routes[r]
	customers := len(stops) - 1
	length, keep := 1+d.below(longest), 0
	if length > 1 && length < customers && d.next()>>32 < splitShare {
		for keep = 1; length+keep < customers && d.next()>>32 < growShare; keep++ {
		}
	}
	whole := length + keep
	least := max(0, k-whole+1)
	from := least + d.below(min(k, customers-whole)-least+1)
	to, gap := from+whole, from+whole
	if keep > 0 {
		gap = from + 1 + d.below(length-1)
	}
	for j := from; j < to; j++ {
		if j < gap || j >= gap+keep {
			m.absent = append(m.absent, stops[j].place)
		}
	}
	if keep > 0 {
		m.remove(r, gap+keep, to)
		m.remove(r, from, gap)
	} else {
		m.remove(r, from, to)
	}
}
