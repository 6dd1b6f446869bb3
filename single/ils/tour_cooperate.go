package ils

import (
	"github.com/multiwalk/multiwalk/walk"
)

// mostGuests is how many of the other walks a walk hears of at most. With many cities it is fewer, at least one: their tours
// have guestCities cities together.
const mostGuests, guestCities = 16, 100_000

// cooperatingTours is the search of several walks that know their budget: when a walk has recombined its population, it
// hears of the others' best tours, and merges them too.
type cooperatingTours struct{ *tourSearch }

// Meets implements walk.Cooperator.
func (cooperatingTours) Meets(_ int64, said []walk.Message) bool {
	for _, m := range said {
		if m.Waits {
			return true
		}
	}
	return false
}

// Exchange implements walk.Cooperator: each walk that waits hears of those that come after it.
func (s cooperatingTours) Exchange(said []walk.Message) []walk.Message {
	heard := make([]walk.Message, len(said))
	most := min(len(said)-1, mostGuests, max(1, guestCities/s.n))
	for i, m := range said {
		if !m.Waits {
			continue
		}
		for by := 1; by <= most; by++ {
			o := said[(i+by)%len(said)]
			heard[i].Individuals = append(heard[i].Individuals, o.Best...)
			heard[i].Costs = append(heard[i].Costs, o.Cost)
		}
	}
	return heard
}

// Says implements walk.Correspondent.
func (w *tourWalk) Says(all bool) walk.Message {
	m := walk.Message{Done: w.counters, Waits: w.population.stage == met}
	if all {
		m.Best, m.Cost = w.Best()
	}
	return m
}

// Hears implements walk.Correspondent: the tours of others join the population.
func (w *tourWalk) Hears(m walk.Message) (changed bool) {
	if m.Best != nil {
		w.Adopt(m.Best, m.Cost)
		changed = true
	}
	if w.population.stage != met {
		return changed
	}
	for i, cost := range m.Costs {
		w.welcome(m.Individuals[i*w.s.n:][:w.s.n], cost)
		changed = true
	}
	return changed
}
