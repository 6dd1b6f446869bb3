package flock

import "math"

// Particle is where one is, and its velocity.
type Particle struct{ Place, Pace []float64 }

// Fly moves particle k of a swarm in a generation: from where it was to where it will be, which may be the same memory. lead is the best
// place that its informants know; alone says that it is the particle's own.
func (m *Mover[T]) Fly(g int64, k int32, from, to Particle, own, lead []float64, alone bool) {
	if m.Rule.Kind == Box {
		m.box(g, k, from, to, own, lead, alone)
	} else {
		m.ball(g, k, from, to, own, lead, alone)
	}
	m.T.Sync()
}

// step takes element i to its new place. At a bound, half of its velocity turns round.
func (m *Mover[T]) step(from, to Particle, i int32, pace float64) {
	if m.bound(to.Place, i, from.Place[i]+pace) {
		pace *= -0.5
	}
	to.Pace[i] = pace
}

// ball has the form of 2011. Where the particle leads itself, the centre is that of two points.
func (m *Mover[T]) ball(g int64, k int32, from, to Particle, own, lead []float64, alone bool) {
	n, part, social := int32(len(from.Place)), m.Rule.Pull/3, 1.0
	if alone {
		part, social = m.Rule.Pull/2, 0
	}
	squares, norm := m.T.Sum(func(r int32) (squares, norm float64) {
		round := float32(0)
		for base := int32(0); base < n; base += 4 * Lanes {
			w := m.words(g, k, 1+base/4+r)
			var ways, paces [4]float64
			for c := range int32(4) { // all are read before any is written, so that none waits for another
				i := min(base+c*Lanes+r, n-1)
				x := from.Place[i]
				ways[c] = float64(part * (own[i] - x + float64(social*(lead[i]-x)))) // from the place to the centre
				paces[c] = math.FMA(m.Rule.Stay, from.Pace[i], ways[c])
			}
			for c := range int32(4) {
				if i := base + c*Lanes + r; i < n {
					z := Normal(m.Normals, w[c])
					m.Room[i], to.Pace[i] = z, paces[c]
					squares = math.FMA(ways[c], ways[c], squares)
					round += float32(z * z)
				}
			}
		}
		return squares, float64(round)
	})
	w := m.words(g, k, 0)
	length := float64(uniform(w[0]) * math.Sqrt(squares/norm))
	for i := m.T.Rank(); i < n; i += m.T.Size() {
		m.step(from, to, i, math.FMA(length, float64(m.Room[i]), to.Pace[i]))
	}
}

// box has the form of 2007.
func (m *Mover[T]) box(g int64, k int32, from, to Particle, own, lead []float64, alone bool) {
	n := int32(len(from.Place))
	for r := m.T.Rank(); r < Lanes; r += m.T.Size() {
		for base := int32(0); base < n; base += 2 * Lanes {
			w := m.words(g, k, 1+base/2+r)
			for i := base + r; i < min(n, base+2*Lanes); i += Lanes {
				x := from.Place[i]
				pace := math.FMA(m.Rule.Stay, from.Pace[i], float64(float64(m.Rule.Pull*uniform(w[0]))*(own[i]-x)))
				if !alone {
					pace += float64(float64(m.Rule.Pull*uniform(w[1])) * (lead[i] - x))
				}
				w[0], w[1] = w[2], w[3]
				m.step(from, to, i, pace)
			}
		}
	}
}
