package flock

import "github.com/multiwalk/multiwalk/kernel/lane"

// Donors are what a rival is made of: the vectors Base, Plus and Minus, and the Element that is not the target's whatever is drawn for it.
type Donors struct{ Base, Plus, Minus, Element int32 }

// Donors draws what the rival of target k is made of, from so many vectors. best is the number of the best one.
func (m *Mover[T]) Donors(g int64, k, vectors, best int32) (d Donors) {
	s := sequence{seed: m.Seed, walk: m.Walk, step: uint64(k)<<generations | uint64(g), block: firstDonor}
	d.Element = s.below(int32(len(m.Lower)))
	d.Plus = s.other(vectors, k, k, k)
	d.Minus = s.other(vectors, k, d.Plus, k)
	if d.Base = best; m.Rule.Kind == Rand {
		d.Base = s.other(vectors, k, d.Plus, d.Minus)
	}
	return d
}

// Rival makes the rival of target k: base and the scaled difference of two more, but that some elements are the target's.
func (m *Mover[T]) Rival(g int64, k, element int32, rival, target, base, plus, minus []float64) {
	n, rate := int32(len(rival)), uint64(m.Rule.Rate*0x1p32)
	m.T.Each(n, func(first int32, full bool) {
		w := m.words(g, k, block(first, deep))
		var places [deep]float64
		for c := range int32(deep) {
			if i := first + c*Lanes; full || i < n {
				if places[c] = target[i]; i == element || uint64(w[c]) < rate {
					places[c] = base[i] + float64(m.Rule.Scale*(plus[i]-minus[i]))
				}
			}
		}
		var none [deep]float64 // velocities
		m.inside(first, n, full, &places, &none)
		for c := range int32(deep) {
			if i := first + c*Lanes; full || i < n {
				rival[i] = places[c]
			}
		}
	})
	m.T.Sync()
}

// firstDonor is the block before those of sequence.
const firstDonor = 1 << 30

// sequence is random words of a candidate, one after the other.
type sequence struct {
	seed, step  uint64
	walk, block uint32
	left        int32
	w           [4]uint32
}

// below draws a number below n.
func (s *sequence) below(n int32) int32 {
	if s.left == 0 {
		s.block++
		s.w, s.left = lane.Random(s.seed, s.walk, s.step, s.block), 4
	}
	v := s.w[0]
	s.w[0], s.w[1], s.w[2] = s.w[1], s.w[2], s.w[3]
	s.left--
	return int32(uint64(v) * uint64(n) >> 32)
}

// other draws a number below n that is none of three.
func (s *sequence) other(n, a, b, c int32) int32 {
	for {
		if k := s.below(n); k != a && k != b && k != c {
			return k
		}
	}
}
