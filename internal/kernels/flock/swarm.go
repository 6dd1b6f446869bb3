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

// land brings deep elements to where paces lead them.
func (m *Mover[T]) land(to Particle, first int32, full bool, places, paces *[deep]float64) {
	n := int32(len(to.Place))
	m.inside(first, n, full, places, paces)
	for c := range int32(deep) {
		if i := first + c*Lanes; full || i < n {
			to.Place[i], to.Pace[i] = places[c], paces[c]
		}
	}
}

// inside brings deep elements into the bounds. Where one was outside, half of its velocity turns round.
func (m *Mover[T]) inside(first, n int32, full bool, places, paces *[deep]float64) {
	var lower, upper [deep]float64
	for c := range int32(deep) {
		if i := first + c*Lanes; full || i < n {
			lower[c], upper[c] = m.Lower[i], m.Upper[i]
		}
	}
	out := false // few are, so all are asked at once
	for c := range int32(deep) {
		if i := first + c*Lanes; (full || i < n) && !(places[c] >= lower[c] && places[c] <= upper[c]) {
			out = true
		}
	}
	if out {
		for c := range int32(deep) {
			if i := first + c*Lanes; (full || i < n) && !(places[c] >= lower[c] && places[c] <= upper[c]) {
				places[c], paces[c] = Mirrored(places[c], lower[c], upper[c]), float64(paces[c]*-0.5)
			}
		}
	}
}

// ball has the form of 2011. Where the particle leads itself, the centre is that of two points.
func (m *Mover[T]) ball(g int64, k int32, from, to Particle, own, lead []float64, alone bool) {
	n, part, social := int32(len(from.Place)), m.Rule.Pull/3, 1.0
	if alone {
		part, social = m.Rule.Pull/2, 0
	}
	squares, norm := m.T.Sum(n, func(first int32, full bool) (v Terms) {
		var paces [deep]float64
		var room [deep]float32
		for c := range int32(deep) {
			if i := first + c*Lanes; full || i < n {
				x := from.Place[i]
				v.A[c] = float64(part * (own[i] - x + float64(social*(lead[i]-x)))) // from the place to the centre
				paces[c] = math.FMA(m.Rule.Stay, from.Pace[i], v.A[c])
			}
		}
		w := m.words(g, k, block(first, deep))
		for c := range int32(deep) {
			if i := first + c*Lanes; full || i < n {
				room[c] = Normal(m.Normals, w[c])
				v.B[c] = float32(room[c] * room[c])
			}
		}
		for c := range int32(deep) {
			if i := first + c*Lanes; full || i < n {
				m.Room[i], to.Pace[i] = room[c], paces[c]
			}
		}
		v.By = v.A
		return v
	})
	length := float64(uniform(m.words(g, k, 0)[0]) * math.Sqrt(squares/norm))
	m.T.Each(n, func(first int32, full bool) {
		var paces, places [deep]float64
		for c := range int32(deep) {
			if i := first + c*Lanes; full || i < n {
				paces[c] = math.FMA(length, float64(m.Room[i]), to.Pace[i])
				places[c] = from.Place[i] + paces[c]
			}
		}
		m.land(to, first, full, &places, &paces)
	})
}

// box has the form of 2007: a block of words is for two elements.
func (m *Mover[T]) box(g int64, k int32, from, to Particle, own, lead []float64, alone bool) {
	n := int32(len(from.Place))
	m.T.Each(n, func(first int32, full bool) {
		var paces, places [deep]float64
		var w [4]uint32
		for c := range int32(deep) {
			if i := first + c*Lanes; full || i < n {
				if w[0], w[1] = w[2], w[3]; c%2 == 0 {
					w = m.words(g, k, block(i, 2))
				}
				x := from.Place[i]
				pace := math.FMA(m.Rule.Stay, from.Pace[i], float64(float64(m.Rule.Pull*uniform(w[0]))*(own[i]-x)))
				if !alone {
					pace += float64(float64(m.Rule.Pull*uniform(w[1])) * (lead[i] - x))
				}
				paces[c], places[c] = pace, x+pace
			}
		}
		m.land(to, first, full, &places, &paces)
	})
}
