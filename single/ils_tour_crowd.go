package single

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
)

// Stages of a crowd.
const (
	alone     = iota // there is no budget
	probing          // how many kicks the budget is for is being measured
	lingering        // no worse tour is accepted any more: the budget is for a few kicks a city, or over
	growing          // a tour of the crowd is kicked and cools
	breeding         // the tours of the crowd are merged with each other
	meeting          // the crowd is bred, and the walk is to hear of the others' tours after the round
	met              // it has heard of them, if they tell any
)

const (
	// probePart is the part of its cities that a walk kicks to measure its speed, at least leastProbe of them.
	probePart, leastProbe = 0.05, 50
	// lastMeeting is the progress from which on a walk that has no crowd, or none any more, hears of the others' tours.
	lastMeeting = 0.9
	// fewKicks is the most kicks a city for which there is no crowd.
	fewKicks = 4
	// firstTours is the size of the first crowd. Each has twice as many tours as the one before, and the last one what
	// is left of the budget: at most lastFactor of what it would have.
	firstTours, lastFactor = 10, 3
	// mostTours and mostCrowd, in bytes, bound a crowd: then its tours are kicked longer instead.
	mostTours, mostCrowd = 256, 16 << 20
	// growPart is the part of what is left of the budget in which the last crowd grows; then it breeds.
	growPart = 0.93
	// idleGenerations without gain end the breeding.
	idleGenerations = 2
	// citiesPerUnit is in how many cities a tour is merged in the time of a kick and its repair.
	citiesPerUnit = 200
	// coolEvery is after how many kicks a tour of a crowd is cooled.
	coolEvery = 16
)

// crowd is what a walk that knows its budget adds to kicks. Instead of one tour it makes many, each from a start of its
// own and by a kick a city, and then merges each with the next until nothing gains: tours that are 1.4 % too long, 60 of
// them, become an optimal one. On pr1002, rl1304 and vm1748 as many kicks of one tour that cools slowly end 0.1 to 0.4 %
// above it.
//
// Merging takes from the other tour what is better there, as edge assembly crossover does (Nagata and Kobayashi 2013); see
// tour.Search.Merge.
type crowd struct {
	stage  int8
	length int64   // kicks of a tour
	size   int     // tours that the crowd is to have, or 0: as many as fit before the end
	next   int     // size of the crowd after it
	began  float64 // progress at the beginning of what is measured
	each   float64 // progress that a tour takes
	until  float64 // progress at which a crowd without size is complete
	kin    []int32 // the tours, one after the other
	costs  []int64
	turn   int  // which tour is merged next
	shift  int  // with the one that is so much further on
	gained bool // in this generation
	idle   int  // generations without gain
	met    bool // these tours are those of the other walks
	last   bool // the last meeting was
}

func (c *crowd) save(a *checkpoint.Archive) {
	a.Fields("crowd", &c.stage, &c.length, &c.size, &c.next, &c.began, &c.each, &c.until, &c.kin, &c.costs, &c.turn, &c.shift,
		&c.gained, &c.idle, &c.met, &c.last)
}

// mostTours is the greatest size of a crowd.
func (s *tourSearch) mostTours() int { return max(2, min(mostTours, mostCrowd/(4*s.n))) }

// crowdUnit is a unit of a run with a budget, after the descent.
func (w *tourWalk) crowdUnit(s *multiwalk.Slice) {
	c := &w.crowd
	switch c.stage {
	case breeding:
		w.breed(s)
	case growing:
		w.grow(s)
	case met:
		w.meet(s)
	case probing:
		w.probe(s)
	default:
		w.linger(s)
	}
}

// progress is which part of the budget is spent; 1 if there is none, as in a part of a portfolio that has none.
func (w *tourWalk) progress(s *multiwalk.Slice) float64 {
	if part, ok := s.Progress(w.counters.FullEvaluations + w.local.Priced()); ok {
		return part
	}
	return 1
}

// probe kicks the first local optimum.
func (w *tourWalk) probe(s *multiwalk.Slice) {
	if _, ok := s.Progress(0); !ok {
		w.crowd.stage = alone
		w.cool()
		return
	}
	w.rule = metropolis.Rule{}
	w.propose()
	if part := w.progress(s); w.kicks == 1 {
		w.crowd.began = part
	} else if w.kicks >= max(leastProbe, int64(probePart*float64(w.s.n))) {
		w.endProbe(part)
	}
}

// linger kicks the best tour until the others are met, or until the end.
func (w *tourWalk) linger(s *multiwalk.Slice) {
	c := &w.crowd
	w.propose()
	if c.stage == meeting {
		return
	}
	switch part := w.progress(s); {
	case part < c.began: // a run that had come to its end goes on
		c.stage, w.kicks, c.last = probing, 0, false
	case w.s.plan.Walks > 1 && !c.last && part >= c.until:
		best := w.bestNow()
		c.last = true
		c.kin, c.costs = append(c.kin[:0], best...), append(c.costs[:0], w.cost)
		c.stage = meeting
	}
}

// endProbe decides by the speed measured whether there is a crowd.
func (w *tourWalk) endProbe(part float64) {
	c := &w.crowd
	c.length, c.next = int64(w.s.n), firstTours
	c.each = (part - c.began) / float64(w.kicks-1) * float64(c.length)
	if 1-part < fewKicks*c.each {
		c.stage, c.began, c.until = lingering, part, lastMeeting
		return
	}
	c.plan(part, w.s.mostTours())
	w.warm(part)
}

// plan sets the size of the next crowd, by how many tours fit into what is left of the budget. It is 1 if too few do.
func (c *crowd) plan(part float64, most int) {
	if c.size == most {
		c.length, c.each = 2*c.length, 2*c.each
	}
	fit := growPart * (1 - part) / max(c.each, 1e-12)
	switch c.next = min(c.next, most); {
	case fit < 2:
		c.size = 1
	case fit < float64(lastFactor*c.next):
		c.size, c.until = 0, part+growPart*(1-part)
	default:
		c.size, c.next = c.next, 2*c.next
	}
}

// warm begins to kick and cool the current tour for the crowd.
func (w *tourWalk) warm(part float64) {
	w.kicks, w.crowd.stage, w.crowd.began = 0, growing, part
	w.heat(1)
}

// grow kicks a tour of the crowd. After its last kick, and the repair, it is a local optimum.
func (w *tourWalk) grow(s *multiwalk.Slice) {
	c := &w.crowd
	w.propose()
	if w.kicks < c.length {
		if w.kicks%coolEvery == 0 {
			w.heat(float64(c.length-w.kicks) / float64(c.length))
		}
		return
	}
	part := w.progress(s)
	c.each = (c.each + max(0, part-c.began)) / 2
	at := len(c.kin)
	c.kin = append(c.kin, make([]int32, w.s.n)...)
	w.write(c.kin[at:])
	c.costs = append(c.costs, w.current)
	if full := len(c.costs); full == w.s.mostTours() || full == c.size || c.size == 0 && part+c.each > c.until {
		w.startBreeding()
		return
	}
	w.startTour(s, part)
}

// startBreeding begins to merge the tours of the crowd, and the incumbent.
func (w *tourWalk) startBreeding() {
	w.welcome(w.bestNow(), w.cost)
	c := &w.crowd
	c.stage, c.turn, c.shift, c.idle, c.gained = breeding, 0, 1, 0, false
}

// bestNow is the incumbent.
func (w *tourWalk) bestNow() []int32 {
	w.save()
	return w.best
}

// startTour begins another tour of the crowd.
func (w *tourWalk) startTour(s *multiwalk.Slice, part float64) {
	w.save()
	x := make([]int32, w.s.n)
	multiwalk.Plan{Abort: s.Aborted}.Begin(w.s.p, w.r, x)
	w.set(x)
	w.counters.Restarts++
	w.warm(part)
}

// welcome adds a tour to the crowd, unless it has one of the same cost.
func (w *tourWalk) welcome(x []int32, cost int64) {
	c := &w.crowd
	if !slices.Contains(c.costs, cost) {
		c.kin, c.costs = append(c.kin, x...), append(c.costs, cost)
	}
}

// breed merges the next tour of the crowd with another one.
func (w *tourWalk) breed(s *multiwalk.Slice) {
	c, n := &w.crowd, w.s.n
	if c.turn >= len(c.costs) && !c.generation() {
		w.endBreeding(s)
		return
	}
	for range n / citiesPerUnit {
		if !s.Next(w.counters.Evaluations()) {
			break
		}
	}
	w.save()
	other := (c.turn + c.shift) % len(c.costs)
	mine := c.kin[c.turn*n:][:n]
	w.local.SetOptimal(w.s.graphTour(mine))
	w.current = c.costs[c.turn]
	if w.current -= w.local.Merge(w.s.graphTour(c.kin[other*n:][:n]), s.Aborted); w.current < c.costs[c.turn] {
		w.current -= w.repair()
		w.write(mine)
		c.costs[c.turn], c.gained = w.current, true
	}
	w.local.Keep()
	c.turn++
}

// generation begins another round of merging. It reports whether there is any use in it.
func (c *crowd) generation() bool {
	c.idle++
	if c.gained {
		c.idle = 0
	}
	m := len(c.costs)
	if m < 2 || c.idle >= idleGenerations || slices.Max(c.costs) == slices.Min(c.costs) {
		return false
	}
	c.turn, c.shift, c.gained = 0, c.shift%(m-1)+1, false
	return true
}

// endBreeding keeps the best tour as the first of the next crowd.
func (w *tourWalk) endBreeding(s *multiwalk.Slice) {
	c := &w.crowd
	best := w.bestNow()
	c.kin, c.costs = append(c.kin[:0], best...), append(c.costs[:0], w.cost)
	w.local.SetOptimal(w.s.graphTour(best))
	w.local.Keep()
	w.current, w.rule = w.cost, metropolis.Rule{}
	if w.s.plan.Walks > 1 && !c.met {
		c.stage = meeting
		return
	}
	w.goOn(s)
}

// goOn begins the next crowd, or kicks the best tour up to the end.
func (w *tourWalk) goOn(s *multiwalk.Slice) {
	c := &w.crowd
	part := w.progress(s)
	c.met = false
	if c.plan(part, w.s.mostTours()); c.size == 1 {
		c.stage, c.began, c.until = lingering, part, (1+part)/2
		return
	}
	w.startTour(s, part)
}

// meet takes up what was heard, if anything was.
func (w *tourWalk) meet(s *multiwalk.Slice) {
	c := &w.crowd
	if len(c.costs) < 2 {
		w.goOn(s)
		return
	}
	c.met = true
	w.startBreeding()
}
