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

// ball has the form of 2011. Where the particle leads itself, the centre is that of two points.
func (m *Mover[T]) ball(g int64, k int32, from, to Particle, own, lead []float64, alone bool) {
	n, part, social := int32(len(from.Place)), m.Rule.Pull/3, 1.0
	if alone {
		part, social = m.Rule.Pull/2, 0
	}
	squares, norm := m.T.Sum(n, func(first int32) (v Terms) {
		var paces [deep]float64
		for c := range int32(deep) { // all are read before any is written, so that none waits for another
			i := of(first, c, Lanes, n)
			x := from.Place[i]
			v.A[c] = float64(part * (own[i] - x + float64(social*(lead[i]-x)))) // from the place to the centre
			paces[c] = math.FMA(m.Rule.Stay, from.Pace[i], v.A[c])
		}
		w := m.words(g, k, block(first, deep))
		for c := range int32(deep) {
			i := first + c*Lanes
			if i >= n {
				v.A[c] = 0
				continue
			}
			z := Normal(m.Normals, w[c])
			m.Room[i], to.Pace[i] = z, paces[c]
			v.B[c] = float32(z * z)
		}
		v.By = v.A
		return v
	})
	length := float64(uniform(m.words(g, k, 0)[0]) * math.Sqrt(squares/norm))
	m.T.Each(n, deep, func(first int32) {
		var paces, places, lower, upper [deep]float64
		for c := range int32(deep) {
			i := of(first, c, Lanes, n)
			paces[c] = math.FMA(length, float64(m.Room[i]), to.Pace[i])
			places[c], lower[c], upper[c] = from.Place[i]+paces[c], m.Lower[i], m.Upper[i]
		}
		for c := range int32(deep) {
			if i := first + c*Lanes; i < n {
				to.land(i, places[c], paces[c], lower[c], upper[c])
			}
		}
	})
}

// box has the form of 2007.
func (m *Mover[T]) box(g int64, k int32, from, to Particle, own, lead []float64, alone bool) {
	n := int32(len(from.Place))
	m.T.Each(n, 2, func(first int32) {
		w := m.words(g, k, block(first, 2))
		for i := first; i < min(n, first+2*Lanes); i += Lanes {
			x := from.Place[i]
			pace := math.FMA(m.Rule.Stay, from.Pace[i], float64(float64(m.Rule.Pull*uniform(w[0]))*(own[i]-x)))
			if !alone {
				pace += float64(float64(m.Rule.Pull*uniform(w[1])) * (lead[i] - x))
			}
			w[0], w[1] = w[2], w[3]
			to.land(i, x+pace, pace, m.Lower[i], m.Upper[i])
		}
	})
}
