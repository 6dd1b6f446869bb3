package ils

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// manyRegions is from how many cities on cores share one tour.
	manyRegions = 150_000
	// largest is how many times as many cities as the mean a region has at most; its cities have 16 bits.
	largest, mostRegion = 10, 1<<16 - 1
	// joins is in how many pieces of a round its regions are put together.
	joins = 4
)

// regionWalk is one tour. In a round it is divided into regions of near cities. Cores improve regions side by side, each by a population of its
// own. Then the tour is put together, and divided anew at other places. Each region follows from the tour that the round began with, the seed and
// its number. After a checkpoint regions that were not taken up are made anew.
type regionWalk struct {
	s      *tourSearch
	id     int
	round  int
	x      []int32  // that the round began with, in the graph's numbers
	from   int64    // its cost
	tours  []uint16 // of the regions, see tour.Division.Reform
	gained int64    // by those that were taken up
	taken  int      // of these, how many
	joined int      // of these, how many the incumbent has
	at     int      // parts of the next one that were taken up
	last   bool     // the incumbent was made for the end of the run
	workshop

	joining bool // a core puts the tour together
	d       *tour.Division
	divided bool
	lanes   []*region // of the cores
	regions []*region // begun and not taken up
}

func (s *tourSearch) newRegionWalk(id int) *regionWalk {
	n := s.n
	w := &regionWalk{s: s, id: id, x: make([]int32, n), tours: make([]uint16, n), workshop: workshop{best: make([]int32, n)},
		d: tour.NewDivision(s.g, s.mean, min(mostRegion, largest*s.mean))}
	copy(w.best, s.g.Order())
	w.cost = s.p.Cost(w.best)
	w.counters.FullEvaluations = 1
	return w
}

func (w *regionWalk) Step(s *walk.Slice) bool {
	for len(w.lanes) < w.s.lanes() {
		w.lanes = append(w.lanes, nil)
	}
	w.step(s, len(w.lanes), w)
	return true
}

func (w *regionWalk) make(s *walk.Slice, core int) bool {
	next := w.taken + len(w.regions)
	switch {
	case w.due(s):
		w.join(s)
	case w.lanes[core] != nil:
		w.improve(core)
	case w.divided && next < w.d.Regions():
		w.lanes[core] = &region{number: next}
		w.regions = append(w.regions, w.lanes[core])
	default:
		return false
	}
	return true
}

// improve makes the next part of a region.
func (w *regionWalk) improve(core int) {
	g := w.lanes[core]
	var p part
	w.unlocked(func() { p = w.part(g) })
	if g.parts = append(g.parts, p); p.last {
		w.lanes[core] = nil
	}
	w.changed.Broadcast()
}

func (w *regionWalk) part(g *region) part {
	from, to := w.d.Starts[g.number], w.d.Starts[g.number+1]
	if g.s == nil && to-from >= tour.FewestDivided {
		g.begin(w.s.m, w.s.g.Part(w.d.Cities[from:to], w.d.Where, from), w.round, w.stream(g.number+1))
	}
	return g.next()
}

// stream is random numbers of the round: 0 for its regions, which are drawn, and one for each of them.
func (w *regionWalk) stream(number int) *multiwalk.Rand {
	return multiwalk.NewRand(w.s.plan.Seed, w.id*fleet.First+w.round*(w.d.Regions()+1)+number)
}

func (w *regionWalk) again(s *walk.Slice, core int) {
	g := w.lanes[core]
	if g == nil {
		w.join(s)
		return
	}
	w.lanes[core] = nil
	*g = region{number: g.number}
	for done := false; !done; {
		p := w.part(g)
		g.parts, done = append(g.parts, p), p.last
	}
}

func (w *regionWalk) next(s *walk.Slice) *part {
	if !w.divided && !w.joining {
		w.divide()
	}
	if w.joining || len(w.regions) == 0 || w.at >= len(w.regions[0].parts) || w.due(s) {
		return nil
	}
	return &w.regions[0].parts[w.at]
}

// divide begins a round, or goes on with one.
func (w *regionWalk) divide() {
	if w.taken == 0 {
		for i, c := range w.best {
			w.x[i] = w.s.g.Numbers()[c]
		}
		w.from, w.gained = w.cost, 0
	}
	w.d.Divide(w.stream(0), w.x)
	w.divided = true
	for r := w.taken; r < w.d.Regions(); r++ {
		own := w.tours[w.d.Starts[r]:w.d.Starts[r+1]]
		for i := range own {
			own[i] = uint16(i)
		}
	}
}

func (w *regionWalk) take(_ *walk.Slice, p *part) {
	if w.at++; !p.last {
		return
	}
	g := w.regions[0]
	start := w.d.Starts[g.number]
	for i, c := range g.best {
		w.tours[int(start)+i] = uint16(c)
	}
	if g.best != nil {
		w.gained += g.was - g.least
	}
	w.regions[0] = nil
	w.regions, w.at = w.regions[1:], 0
	w.taken++
}

// due reports whether the regions that were taken up are to be put together: when a piece of the round is over, and just before the end of
// the run.
func (w *regionWalk) due(s *walk.Slice) bool {
	if w.joining || w.taken == w.joined {
		return false
	}
	all := w.d.Regions()
	if w.taken == all || w.taken*joins/all > w.joined*joins/all {
		return true
	}
	part, limited := s.Progress(w.counters.Evaluations())
	return limited && !w.last && part > lastPart
}

// join puts the tour together, while other cores work. Closed tours that regions make together are joined.
func (w *regionWalk) join(s *walk.Slice) {
	w.joining = true
	defer func() { w.joining = false }()
	part, limited := s.Progress(w.counters.Evaluations())
	w.last = limited && part > lastPart
	x, cost := make([]int32, w.s.n), w.from-w.gained
	w.unlocked(func() {
		copy(x, w.x)
		cost += w.d.Reform(x, w.tours)
		for i, c := range x {
			x[i] = w.s.g.Order()[c]
		}
	})
	if cost < w.cost {
		w.best, w.cost = x, cost
		s.Improved(w.cost, w.counters)
	}
	if w.joined = w.taken; w.taken == w.d.Regions() {
		w.settled = true
		w.round++
		w.taken, w.joined, w.divided = 0, 0, false
	}
	w.changed.Broadcast()
}

// Adopt implements walk.Adopter: the next round begins with the tour.
func (w *regionWalk) Adopt(x []int32, cost int64) {
	w.adopt(x, cost)
}

func (w *regionWalk) Save(a *checkpoint.Archive) {
	a.Fields("regions", &w.round, &w.x, &w.from, &w.tours, &w.gained, &w.taken, &w.joined, &w.at, &w.last, &w.best, &w.cost, &w.settled, &w.counters)
	if a.Reading() {
		w.lanes, w.regions, w.divided = nil, nil, false
	}
}
