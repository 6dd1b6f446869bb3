package cooling

import "github.com/multiwalk/multiwalk/neighbourhood"

// mix is how often each kind of move is drawn where a walk cannot learn it while it runs, as in kernels. The numbers are those that a
// pilot's walk had learnt, averaged over the time in which it accepted a share of worse moves that the run will accept too.
type mix struct {
	Chances []float64 // of each member of the neighbourhood; nil: not known
	units   float64   // over which they were averaged
}

// Note takes up a unit of the pilot.
func (m *mix) Note(nb neighbourhood.Neighbourhood, worse, taken int64) {
	const most, least = 10, 2000 // see firstShare and lastShare
	if taken*most > worse || taken*least < worse {
		return
	}
	now := neighbourhood.Proportions(nb)
	if m.Chances == nil {
		m.Chances = make([]float64, len(now))
	}
	m.units++
	for i, c := range now {
		m.Chances[i] += float64((c - m.Chances[i]) / m.units)
	}
}
