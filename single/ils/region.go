package ils

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/tour"
)

const (
	// regionCities is how many cities a region has: its lists and tours fit a core's cache.
	regionCities = 2500
	// regionUnit is how many cities a part of a descent in a region looks at, and regionKicks how many kicks and repairs a later one has.
	regionUnit, regionKicks = 1000, 16
	// The first rounds of regions are descents alone. The next one has firstCrowd tours in each region, and every round a third and one more
	// than the one before, up to mostCrowd. Each is kicked firstKicks times a city, and as much more often in every round, up to mostKicksACity.
	descents                   = 3
	firstCrowd, mostCrowd      = 2, 40
	firstKicks, mostKicksACity = 0.05, 0.3
)

// crowd is how many tours a region has in a round, and how often each is kicked for each city.
func crowd(round int) (tours int, kicks float64) {
	if round < descents {
		return 1, 0
	}
	round -= descents
	tours = firstCrowd
	for range min(round, mostCrowd) {
		tours = min(tours+1+tours/3, mostCrowd)
	}
	return tours, min(firstKicks*float64(round+1), mostKicksACity)
}

// region is a population of its own for the cities of a region, which one core makes: tours that begin at the local optimum of what there is
// and are kicked while they cool, all but the first, and then are merged.
type region struct {
	number  int
	s       *tourSearch // of its cities; nil before the first part, and where these are too few
	lane    lane
	p       population
	r       *multiwalk.Rand
	x       []int32 // the tour that is made
	optimum []int32 // where tours begin
	was     int64   // what the region's tour cost
	depth   int64   // what optimum costs
	least   int64   // of best
	best    []int32 // nil: none is shorter
	tours   int     // to come
	parts   []part
	kicking
}

// begin makes the first tour what the region has.
func (g *region) begin(m ILS, part *tour.Graph, round int, r *multiwalk.Rand) {
	n := part.N()
	m.Depth = cmp.Or(m.Depth, deep)
	g.s = &tourSearch{m: m, n: n, g: part}
	g.lane, g.p, g.r = lane{s: g.s, local: g.s.newSearch()}, newPopulation(n), r
	g.x, g.optimum = make([]int32, n), nil
	for i := range g.x {
		g.x[i] = int32(i)
	}
	g.current = g.lane.local.Set(g.x)
	g.was, g.least, g.kicks, g.heat = g.current, g.current, 0, m.temperature()
	tours, kicks := crowd(round)
	g.tours, g.length = tours, int(kicks*float64(n))
}

// next does the next part.
func (g *region) next() (p part) {
	p.units = 1
	if g.s == nil {
		p.last = true
		return p
	}
	l := g.lane.local
	before := workOf(l)
	switch {
	case len(g.p.now.costs) > 0:
		p = g.merge()
	case g.optimum == nil:
		g.current -= l.Optimise(regionUnit)
		l.Keep()
		if l.Optimal() {
			l.Copy(g.x)
			g.optimum, g.depth, g.edge = append(g.optimum, g.x...), g.current, float64(g.current)/float64(g.s.n)
			p.last = g.grew()
		}
	default:
		g.kick(l, g.r, regionKicks, func() {})
		if g.kicks == g.length {
			l.Copy(g.x)
			p.last = g.grew()
		}
	}
	p.work.Add(since(before, l))
	return p
}

// grew takes up a tour, and reports whether all is done.
func (g *region) grew() (done bool) {
	if g.note(g.x, g.current); g.kicks < g.length || g.length == 0 {
		return g.length == 0
	}
	g.p.raw.add(g.x, g.current)
	switch g.tours--; g.tours {
	case 0:
		return !g.p.begin(g.best, g.least, 0)
	case 1:
		g.heat = 0
	}
	g.lane.local.SetOptimal(g.optimum)
	g.current, g.kicks = g.depth, 0
	return false
}

func (g *region) note(x []int32, cost int64) {
	if cost < g.least {
		g.best, g.least = append(g.best[:0], x...), cost
	}
}

// merge makes a tour of the next generation.
func (g *region) merge() part {
	g.lane.merged = g.p.turn
	p, _ := g.lane.merge(&g.p, g.r, func() bool { return false })
	g.note(p.better, p.cost)
	p.units, p.better = 1, nil
	p.last = g.p.merged() && !g.p.generation(g.p.gained)
	return p
}
