package ils

import (
	"math"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/walk"
)

// Stages of a population.
const (
	alone       = iota // there is no budget
	probing            // how many kicks the budget is for is being measured
	lingering          // no worse tour is accepted any more: the budget is for a few kicks a city, or over
	growing            // a tour of the population is kicked and cools
	recombining        // the tours of the population are merged with each other
	meeting            // the population is recombined, and the walk is to hear of the others' tours after the round
	met                // it has heard of them, if they tell any
)

const (
	// probePart is the part of its cities that a walk kicks to measure its speed, at least leastProbe of them.
	probePart, leastProbe = 0.05, 50
	// lastMeeting is the progress from which on a walk that has no population, or none any more, hears of the others' tours.
	lastMeeting = 0.8
	// fewKicks is the most kicks a city for which there is no population, and fewDeep that where kicks of one tour are
	// repaired by deeper exchanges.
	fewKicks, fewDeep = 4, 6
	// deepKick is how many times longer a kick and its repair take with exchanges of five edges than with those of three.
	deepKick = 3.5
	// firstTours is the size of the first population. Each has twice as many tours as the one before, and the last one what
	// is left of the budget: at most lastFactor of what it would have.
	firstTours, lastFactor = 10, 3
	// mostTours and mostBytes bound a population: then its tours are kicked longer instead.
	mostTours, mostBytes = 256, 16 << 20
	// firstMerge is how many kicks for each city of m*log2(m) tours their merging is taken to last before it was measured.
	firstMerge = 0.025
	// lastPart is the progress at which all tours of the last population are to be merged.
	lastPart = 0.97
	// coolEvery is after how many kicks a tour of a population is cooled.
	coolEvery = 16
)

// population is what a walk that knows its budget adds to kicks. Instead of one tour it makes many, each from a start of its
// own and by a kick a city, and then merges each with the next until nothing gains: tours that are 1.4 % too long, 60 of
// them, become an optimal one. On pr1002, rl1304 and vm1748 as many kicks of one tour that cools slowly end 0.1 to 0.4 %
// above it.
//
// Merging takes from the other tour what is better there, as edge assembly crossover does (Nagata and Kobayashi 2013); see
// tour.Search.Merge.
type population struct {
	stage  int8
	length int64   // kicks of a tour
	size   int     // tours that the population is to have if they fit before the end, or 0: as many as do
	next   int     // size of the population after it
	began  float64 // progress at the beginning of what is measured
	each   float64 // progress that a tour takes
	merge  float64 // kicks that merging m tours takes, divided by m*log2(m)
	merged int64   // kicks that merging these has taken
	owed   int64   // kicks of these that are still to be waited for
	until  float64 // progress at which the others are to be met
	tours  []int32 // the tours, one after the other
	costs  []int64
	turn   int  // which tour is merged next
	shift  int  // how much further on the partner is
	gained bool // in this generation
	idle   int  // generations without gain
	met    bool // these tours are those of the other walks
	last   bool // the last meeting was
}

func (p *population) save(a *checkpoint.Archive) {
	a.Fields("population", &p.stage, &p.length, &p.size, &p.next, &p.began, &p.each, &p.merge, &p.merged, &p.owed, &p.until, &p.tours, &p.costs,
		&p.turn, &p.shift, &p.gained, &p.idle, &p.met, &p.last)
}

// mostTours is the greatest size of a population.
func (s *tourSearch) mostTours() int { return max(2, min(mostTours, mostBytes/(4*s.n))) }

// populationUnit is a unit of a run with a budget, after the descent.
func (w *tourWalk) populationUnit(s *walk.Slice) {
	p := &w.population
	switch p.stage {
	case recombining:
		w.recombine(s)
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
func (w *tourWalk) progress(s *walk.Slice) float64 {
	if part, ok := s.Progress(w.counters.FullEvaluations + w.local.Priced()); ok {
		return part
	}
	return 1
}

// probe kicks the first local optimum.
func (w *tourWalk) probe(s *walk.Slice) {
	if _, ok := s.Progress(0); !ok {
		w.population.stage = alone
		w.cool()
		return
	}
	w.rule = metropolis.Rule{}
	w.propose()
	if part := w.progress(s); w.kicks == 1 {
		w.population.began = part
	} else if w.kicks >= max(leastProbe, int64(probePart*float64(w.s.n))) {
		w.endProbe(part)
	}
}

// linger kicks the best tour until the others are met, or until the end.
func (w *tourWalk) linger(s *walk.Slice) {
	p := &w.population
	w.propose()
	if p.stage == meeting {
		return
	}
	switch part := w.progress(s); {
	case part < p.began: // a run that had come to its end goes on
		p.stage, w.kicks, p.last = probing, 0, false
	case w.s.plan.Walks > 1 && !p.last && part >= p.until:
		best := w.bestNow()
		p.last = true
		p.tours, p.costs = append(p.tours[:0], best...), append(p.costs[:0], w.cost)
		p.stage = meeting
	}
}

// endProbe decides by the speed measured whether there is a population.
func (w *tourWalk) endProbe(part float64) {
	p := &w.population
	p.length, p.next = int64(w.s.n), firstTours
	p.each = (part - p.began) / float64(w.kicks-1) * float64(p.length)
	deepens := w.s.m.Depth == 0 && w.s.m.LocalSearch != "oropt" && w.s.n >= manyCities
	few := float64(fewKicks)
	if deepens {
		p.each /= deepKick
		few = fewDeep
	}
	if 1-part < few*p.each {
		p.stage, p.began, p.until = lingering, part, lastMeeting
		return
	}
	if deepens {
		w.local.SetDepth(flat)
	}
	p.merge = firstMerge * float64(w.s.n)
	p.plan(part, w.s.mostTours())
	w.warm(part)
}

// plan sets the size of the next population, by how many tours fit into what is left of the budget: 1 if too few do.
func (p *population) plan(part float64, most int) {
	if p.size == most {
		p.length, p.each = 2*p.length, 2*p.each
	}
	p.next = min(p.next, most)
	switch {
	case !p.fits(part, 2):
		p.size = 1
	case !p.fits(part, lastFactor*p.next):
		p.size = 0
	default:
		p.size, p.next = p.next, 2*p.next
	}
}

// fits says whether there is time to make some more tours, and then to merge all of the population.
func (p *population) fits(part float64, tours int) bool {
	m := float64(len(p.costs) + tours)
	return part+float64(tours)*p.each+m*math.Log2(m)*p.merge/float64(p.length)*p.each <= lastPart
}

// warm begins to kick and cool the current tour for the population.
func (w *tourWalk) warm(part float64) {
	w.kicks, w.population.stage, w.population.began = 0, growing, part
	w.heat(1)
}

// grow kicks a tour of the population. After its last kick, and the repair, it is a local optimum.
func (w *tourWalk) grow(s *walk.Slice) {
	p := &w.population
	w.propose()
	if w.kicks < p.length {
		if w.kicks%coolEvery == 0 {
			w.heat(float64(p.length-w.kicks) / float64(p.length))
		}
		return
	}
	part := w.progress(s)
	p.each = (p.each + max(0, part-p.began)) / 2
	at := len(p.tours)
	p.tours = append(p.tours, make([]int32, w.s.n)...)
	w.write(p.tours[at:])
	p.costs = append(p.costs, w.current)
	if full := len(p.costs); full == w.s.mostTours() || full == p.size || !p.fits(part, 1) {
		w.startRecombining()
		return
	}
	w.startTour(s, part)
}

// bestNow is the incumbent.
func (w *tourWalk) bestNow() []int32 {
	w.save()
	return w.best
}

// startTour begins another tour of the population.
func (w *tourWalk) startTour(s *walk.Slice, part float64) {
	w.save()
	x := make([]int32, w.s.n)
	walk.Plan{Abort: s.Aborted}.Begin(w.s.p, w.r, x)
	w.set(x)
	w.counters.Restarts++
	w.warm(part)
}

// goOn begins the next population, or kicks the best tour up to the end.
func (w *tourWalk) goOn(s *walk.Slice) {
	p := &w.population
	part := w.progress(s)
	p.met = false
	if p.plan(part, w.s.mostTours()); p.size == 1 {
		p.stage, p.began, p.until = lingering, part, max(lastPart, (1+part)/2)
		return
	}
	w.startTour(s, part)
}
