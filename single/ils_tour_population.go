package single

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
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
	// growPart is the part of what is left of the budget in which the last population grows; then it recombines.
	growPart = 0.93
	// idleGenerations without gain end the recombining.
	idleGenerations = 2
	// citiesPerUnit is in how many cities a tour is merged in the time of a kick and its repair.
	citiesPerUnit = 100
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
	size   int     // tours that the population is to have, or 0: as many as fit before the end
	next   int     // size of the population after it
	began  float64 // progress at the beginning of what is measured
	each   float64 // progress that a tour takes
	until  float64 // progress at which a population without size is complete
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
	a.Fields("population", &p.stage, &p.length, &p.size, &p.next, &p.began, &p.each, &p.until, &p.tours, &p.costs,
		&p.turn, &p.shift, &p.gained, &p.idle, &p.met, &p.last)
}

// mostTours is the greatest size of a population.
func (s *tourSearch) mostTours() int { return max(2, min(mostTours, mostBytes/(4*s.n))) }

// populationUnit is a unit of a run with a budget, after the descent.
func (w *tourWalk) populationUnit(s *multiwalk.Slice) {
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
func (w *tourWalk) progress(s *multiwalk.Slice) float64 {
	if part, ok := s.Progress(w.counters.FullEvaluations + w.local.Priced()); ok {
		return part
	}
	return 1
}

// probe kicks the first local optimum.
func (w *tourWalk) probe(s *multiwalk.Slice) {
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
func (w *tourWalk) linger(s *multiwalk.Slice) {
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
	p.plan(part, w.s.mostTours())
	w.warm(part)
}

// plan sets the size of the next population, by how many tours fit into what is left of the budget: 1 if too few do.
func (p *population) plan(part float64, most int) {
	if p.size == most {
		p.length, p.each = 2*p.length, 2*p.each
	}
	fit := growPart * (1 - part) / max(p.each, 1e-12)
	switch p.next = min(p.next, most); {
	case fit < 2:
		p.size = 1
	case fit < float64(lastFactor*p.next):
		p.size, p.until = 0, part+growPart*(1-part)
	default:
		p.size, p.next = p.next, 2*p.next
	}
}

// warm begins to kick and cool the current tour for the population.
func (w *tourWalk) warm(part float64) {
	w.kicks, w.population.stage, w.population.began = 0, growing, part
	w.heat(1)
}

// grow kicks a tour of the population. After its last kick, and the repair, it is a local optimum.
func (w *tourWalk) grow(s *multiwalk.Slice) {
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
	if full := len(p.costs); full == w.s.mostTours() || full == p.size || p.size == 0 && part+p.each > p.until {
		w.startRecombining()
		return
	}
	w.startTour(s, part)
}

// startRecombining begins to merge the tours of the population, and the incumbent.
func (w *tourWalk) startRecombining() {
	w.welcome(w.bestNow(), w.cost)
	p := &w.population
	p.stage, p.turn, p.shift, p.idle, p.gained = recombining, 0, 1, 0, false
}

// bestNow is the incumbent.
func (w *tourWalk) bestNow() []int32 {
	w.save()
	return w.best
}

// startTour begins another tour of the population.
func (w *tourWalk) startTour(s *multiwalk.Slice, part float64) {
	w.save()
	x := make([]int32, w.s.n)
	multiwalk.Plan{Abort: s.Aborted}.Begin(w.s.p, w.r, x)
	w.set(x)
	w.counters.Restarts++
	w.warm(part)
}

// welcome adds a tour to the population, unless it has one of the same cost.
func (w *tourWalk) welcome(x []int32, cost int64) {
	p := &w.population
	if !slices.Contains(p.costs, cost) {
		p.tours, p.costs = append(p.tours, x...), append(p.costs, cost)
	}
}

// recombine merges the next tour of the population with another one.
func (w *tourWalk) recombine(s *multiwalk.Slice) {
	p, n := &w.population, w.s.n
	if p.turn >= len(p.costs) && !p.generation() {
		w.endRecombining(s)
		return
	}
	for range n / citiesPerUnit {
		if !s.Next(w.counters.Evaluations()) {
			break
		}
	}
	w.save()
	other := (p.turn + p.shift) % len(p.costs)
	mine := p.tours[p.turn*n:][:n]
	w.local.SetOptimal(w.s.graphTour(mine))
	w.current = p.costs[p.turn]
	if w.current -= w.local.Merge(w.s.graphTour(p.tours[other*n:][:n]), s.Aborted); w.current < p.costs[p.turn] {
		w.current -= w.repair()
		w.write(mine)
		p.costs[p.turn], p.gained = w.current, true
	}
	w.local.Keep()
	p.turn++
	if p.met && n >= manyCities { // there a merge takes long: the others' tours are for the best one alone
		p.turn = len(p.costs)
	}
}

// generation begins another round of merging. It reports whether there is any use in it.
func (p *population) generation() bool {
	p.idle++
	if p.gained {
		p.idle = 0
	}
	m := len(p.costs)
	if m < 2 || p.idle >= idleGenerations || slices.Max(p.costs) == slices.Min(p.costs) {
		return false
	}
	p.turn, p.shift, p.gained = 0, p.shift%(m-1)+1, false
	return true
}

// endRecombining keeps the best tour as the first of the next population.
func (w *tourWalk) endRecombining(s *multiwalk.Slice) {
	p := &w.population
	best := w.bestNow()
	p.tours, p.costs = append(p.tours[:0], best...), append(p.costs[:0], w.cost)
	w.local.SetOptimal(w.s.graphTour(best))
	w.local.Keep()
	w.current, w.rule = w.cost, metropolis.Rule{}
	if w.s.plan.Walks > 1 && !p.met {
		p.stage = meeting
		return
	}
	w.goOn(s)
}

// goOn begins the next population, or kicks the best tour up to the end.
func (w *tourWalk) goOn(s *multiwalk.Slice) {
	p := &w.population
	part := w.progress(s)
	p.met = false
	if p.plan(part, w.s.mostTours()); p.size == 1 {
		p.stage, p.began, p.until = lingering, part, (1+part)/2
		return
	}
	w.startTour(s, part)
}

// meet takes up what was heard, if anything was.
func (w *tourWalk) meet(s *multiwalk.Slice) {
	p := &w.population
	if len(p.costs) < 2 {
		w.goOn(s)
		return
	}
	p.met = true
	w.startRecombining()
}
