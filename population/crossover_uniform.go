package population

import "github.com/multiwalk/multiwalk"

// uniform makes the child of uniform crossover (Tate and Smith, "A genetic approach to the quadratic assignment
// problem", Computers & Operations Research 22, 1995). Where the parents agree, the child agrees with them. Every other
// position, in random order, gets the value of one parent, with equal chances if the child has neither value yet. If it
// has both already, the position gets one of the values that are left at the end, in random order. It is O(n).
func uniform(s *variation, child, own, other []int32, r *multiwalk.Rand) {
	at, rest := s.at[:len(own)], s.rest[:len(own)]
	for v := range rest {
		rest[v] = 0 // free
	}
	open := at[:0]
	for i, v := range own {
		child[i] = v
		if v == other[i] {
			rest[v] = 1
		} else {
			open = append(open, int32(i))
		}
	}
	r.Shuffle(open)
	left := open[:0] // the positions for which both values are taken; written no further than open has been read
	for _, i := range open {
		v, w := own[i], other[i]
		if r.Uint32()&1 != 0 {
			v, w = w, v
		}
		if rest[v] != 0 {
			v = w
		}
		if rest[v] != 0 {
			left = append(left, i)
			continue
		}
		child[i], rest[v] = v, 1
	}
	v := int32(0)
	for _, i := range left {
		for rest[v] != 0 {
			v++
		}
		child[i], rest[v] = v, 1
	}
}
