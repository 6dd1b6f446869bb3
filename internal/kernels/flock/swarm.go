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

// land brings element i to v. At a bound, half of its velocity turns round.
func (to Particle) land(i int32, v, pace, lo, hi float64) {
	if !(v >= lo && v <= hi) {
		v, pace = Mirrored(v, lo, hi), float64(pace*-0.5)
	}
	to.Place[i], to.Pace[i] = v, pace
}

// of is element c of the four that a lane has of some, from first on, or the first where there are no more.
func of(first, c, step, n int32) int32 {
	if i := first + c*step; i < n {
		return i
	}
	return first
}

// ball has the form of 2011. Where the particle leads itself, the centre is that of two points.
func (m *Mover[T]) ball(g int64, k int32, from, to Particle, own, lead []float64, alone bool) {
	n, part, social := int32(len(from.Place)), m.Rule.Pull/3, 1.0
	if alone {
		part, social = m.Rule.Pull/2, 0
	}
	squares, norm := m.T.Sum(func(r int32) (squares, norm float64) {
		round := float32(0)
		for first := r; first < n; first += 4 * Lanes {
			w := m.words(g, k, 1+first/(4*Lanes)*Lanes+r)
			var ways, paces [4]float64
			for c := range int32(4) { // all are read before any is written, so that none waits for another
				i := of(first, c, Lanes, n)
				x := from.Place[i]
				ways[c] = float64(part * (own[i] - x + float64(social*(lead[i]-x)))) // from the place to the centre
				paces[c] = math.FMA(m.Rule.Stay, from.Pace[i], ways[c])
			}
			for c := range int32(4) {
				if i := first + c*Lanes; i < n {
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
	step := m.T.Size()
	for first := m.T.Rank(); first < n; first += 4 * step {
		var paces, places, lower, upper [4]float64
		for c := range int32(4) {
			i := of(first, c, step, n)
			paces[c] = math.FMA(length, float64(m.Room[i]), to.Pace[i])
			places[c], lower[c], upper[c] = from.Place[i]+paces[c], m.Lower[i], m.Upper[i]
		}
		for c := range int32(4) {
			if i := first + c*step; i < n {
				to.land(i, places[c], paces[c], lower[c], upper[c])
			}
		}
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
				to.land(i, x+pace, pace, m.Lower[i], m.Upper[i])
			}
		}
	}
}
