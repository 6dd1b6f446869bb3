package deme

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel"
)

// breedStaged makes the child of individual i, or draws it anew, where it is in the next generation, and puts the parent there
// unless the child is better.
func breedStaged[P kernel.StagedCoster](b geneticThread[P], s *staged, a Breeding, start, best []int32, g, i int32, hits, goal []int64) {
	c, row := &s.c, s.c.stride>>2
	child := s.next[i*row : (i+1)*row]
	was, differs := int64(math.MaxInt64), true
	if c.age < 0 {
		bear(b, &a, start, best, c.next[i*c.stride:], a.From+int64(g)-1, i)
	} else {
		was = c.costs[i]
		differs = mateStaged(b, s, &a, child, a.From+int64(g)-1, i)
	}
	cost := was
	if differs {
		if cost = b.p.StagedCost(s.longs, s.words, child); cost >= was {
			cost = was
			for k := range row { // copy would go byte by byte
				child[k] = s.pool[i*row+k]
			}
		} else if c.age >= 0 {
			c.made++
		}
	}
	c.after[i] = cost
	if cost <= a.Target {
		c.arrive(b.T, a, g, hits, goal)
	}
}

// mateStaged makes the child of individual i, and reports whether it may differ from it.
func mateStaged[P kernel.StagedCoster](b geneticThread[P], s *staged, a *Breeding, child []uint32, generation int64, i int32) bool {
	c, row := &s.c, s.c.stride>>2
	m := c.mating(a, generation, i)
	own, bytes := s.pool[i*row:(i+1)*row], c.next[i*c.stride:]
	for k := (a.N - 1) >> 2; k >= 0; k-- { // downwards, since what fills the last word says that 0 is there
		w := own[k]
		child[k] = w
		s.place[w>>24] = uint8(4*k + 3)
		s.place[w>>16&255] = uint8(4*k + 2)
		s.place[w>>8&255] = uint8(4*k + 1)
		s.place[w&255] = uint8(4 * k)
	}
	differs := s.exchange(own, s.pool[m.partner*row:], bytes, c.pool[m.partner*c.stride:], &m)
	if m.mutates {
		mutate(b, bytes, a.N, &m.draws)
	}
	return differs || m.mutates
}

// exchange makes the swaps of figure 7 in the child, which is own: in the cut each position in turn gets what other has there,
// from where the child has it. Positions at which the parents agree need none; those of 32 at a time that do not are the bits
// of a word, so a warp takes as long as its lane with most of them. It reports whether there are any.
func (s *staged) exchange(own, other []uint32, child, from []uint8, m *mating) (differs bool) {
	for low := m.cut1 &^ 31; low < m.cut2; low += 32 {
		for left := s.unlike(own, other, low, m); left != 0; left &= left - 1 {
			differs = true
			k := low + int32(bits.TrailingZeros32(left))
			v, was := from[k], child[k]
			if v == was {
				continue
			}
			j := s.place[v]
			child[k], child[j] = v, was
			s.place[was] = j // v has come to where it stays
		}
	}
	return differs
}

// unlike returns the positions of the cut among 32 from low on at which two individuals differ, as bits.
func (s *staged) unlike(own, other []uint32, low int32, m *mating) (positions uint32) {
	begin, end := max(m.cut1, low), min(m.cut2, low+32)
	for k := begin >> 2; k<<2 < end; k++ {
		d := own[k] ^ other[k]
		d = (d&0x7f7f7f7f + 0x7f7f7f7f | d) & 0x80808080      // the highest bit of a byte: it is not 0
		positions |= d * 0x00204081 >> 28 << uint32(k<<2-low) // the product has these bits side by side
	}
	return positions & (math.MaxUint32 << uint32(begin-low)) & (math.MaxUint32 >> uint32(32-(end-low)))
}
