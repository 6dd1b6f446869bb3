package ils

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/walk"
)

// tourWalk is a population of tours, made by all cores. The tours grow in the order of their numbers; when they are merged, first all of a
// generation. Each tour follows from what came before in this order. Cores that have nothing else to do grow later tours meanwhile. What is not
// taken up yet is in no checkpoint: it is made anew.
type tourWalk struct {
	s     *tourSearch
	id    int
	p     population
	taken int // parts of the tour that grows
	workshop

	lanes   []*lane      // of the cores
	growing []*growing   // from the next one on that is taken up
	making  []mergeState // of the tours of the next generation
}

// mergeState says how far a tour of the next generation is.
type mergeState struct {
	begun, done bool
	part        part
}

// NewWalk implements walk.Search. The walk's first incumbent is the start of its first tour.
func (s *tourSearch) NewWalk(id int) (walk.Walk, error) {
	s.walks.Add(1)
	if s.mean > 0 {
		return s.newRegionWalk(id), nil
	}
	w := &tourWalk{s: s, id: id, p: newPopulation(s.n), lanes: []*lane{{s: s}}}
	l := w.lanes[0]
	w.reserve(l)
	l.begin(s.plan, w.stream(0))
	w.best, w.cost = slices.Clone(l.g.x), l.g.current
	w.counters.FullEvaluations = 1
	return w, nil
}

// reserve makes the next tour that no core has begun a core's.
func (w *tourWalk) reserve(l *lane) {
	number := w.p.grown + len(w.growing)
	l.g = &growing{number: number}
	w.growing = append(w.growing, l.g)
}

// stream is random numbers of the walk: even ones are of tours that grow, odd ones of merges.
func (w *tourWalk) stream(number int) *multiwalk.Rand {
	return multiwalk.NewRand(w.s.plan.Seed, w.id*fleet.First+number)
}

func (w *tourWalk) Step(s *walk.Slice) bool {
	for len(w.lanes) < w.s.lanes() {
		w.lanes = append(w.lanes, &lane{s: w.s})
	}
	w.step(s, len(w.lanes), w)
	return true
}

func (w *tourWalk) make(s *walk.Slice, core int) bool {
	l := w.lanes[core]
	l.merged = slices.IndexFunc(w.making, func(m mergeState) bool { return !m.begun })
	switch {
	case l.merged >= 0:
		w.merge(s, l)
	case l.g != nil:
		w.grow(s, l)
	case len(w.growing) < w.s.mostTours():
		w.reserve(l)
	default:
		return false
	}
	return true
}

// asking calls f while other cores work. f may ask whether the run is aborted.
func (w *tourWalk) asking(s *walk.Slice, f func(aborted func() bool)) {
	w.unlocked(func() {
		f(func() bool {
			w.mu.Lock()
			defer w.mu.Unlock()
			return s.Aborted()
		})
	})
}

// merge makes a tour of the next generation.
func (w *tourWalk) merge(s *walk.Slice, l *lane) {
	m := &w.making[l.merged]
	m.begun = true
	r := w.stream(2*(w.p.merges+l.merged) + 1)
	var done part
	var void bool
	w.asking(s, func(aborted func() bool) { done, void = l.merge(&w.p, r, aborted) })
	m.part, m.begun, m.done = done, !void, !void // other cores look at all of making meanwhile
	w.changed.Broadcast()
}

// grow makes the next part of a tour.
func (w *tourWalk) grow(s *walk.Slice, l *lane) {
	g, than, void := l.g, w.cost, false
	var p part
	w.asking(s, func(aborted func() bool) {
		if g.x == nil && !l.begin(walk.Plan{Abort: aborted}, w.stream(2*g.number)) {
			void = true
			return
		}
		p = l.grow(than)
	})
	if void {
		return
	}
	if g.parts = append(g.parts, p); p.last {
		l.g = nil
	}
	w.changed.Broadcast()
}

func (w *tourWalk) again(_ *walk.Slice, core int) {
	l := w.lanes[core]
	if l.merged >= 0 {
		w.making[l.merged].begun = false
		l.merge(&w.p, w.stream(2*(w.p.merges+l.merged)+1), func() bool { return false })
		return
	}
	l.g.parts = nil
	for last := !l.begin(walk.Plan{}, w.stream(2*l.g.number)); !last; {
		p := l.grow(w.cost)
		l.g.parts, last = append(l.g.parts, p), p.last
	}
	l.g = nil
}

func (w *tourWalk) next(*walk.Slice) *part {
	switch {
	case w.making != nil:
		if m := &w.making[w.p.turn]; m.done {
			return &m.part
		}
	case len(w.growing) > 0 && w.taken < len(w.growing[0].parts):
		return &w.growing[0].parts[w.taken]
	}
	return nil
}

func (w *tourWalk) take(s *walk.Slice, p *part) {
	w.settled = w.settled || p.optimal
	if p.better != nil && w.adopt(p.better, p.cost) {
		s.Improved(w.cost, w.counters)
	}
	p.better = nil
	switch {
	case w.making != nil:
		if w.p.merged() && !w.p.generation(w.p.gained) {
			part, _ := w.progress(s)
			w.p.end(part, w.s.mostTours())
		} else if w.p.turn > 0 {
			return
		}
	case p.last:
		g := w.growing[0]
		w.growing, w.taken = w.growing[1:], 0
		part, limited := w.progress(s)
		if !w.p.grew(g.x, g.current, part, limited, w.s.mostTours()) {
			return
		}
		if !w.p.begin(w.best, w.cost, part) {
			w.p.end(part, w.s.mostTours())
		}
	default:
		w.taken++
		return
	}
	w.making = w.p.making()
}

// progress is which part of the budget is spent, if there is one.
func (w *tourWalk) progress(s *walk.Slice) (part float64, limited bool) {
	return s.Progress(w.counters.Evaluations())
}

// Adopt implements walk.Adopter: the tour joins the population.
func (w *tourWalk) Adopt(x []int32, cost int64) {
	if len(w.p.raw.costs) < 2*w.s.mostTours() {
		w.p.raw.welcome(x, cost)
	}
	w.adopt(x, cost)
}

func (w *tourWalk) Save(a *checkpoint.Archive) {
	a.Fields("ils", &w.p, &w.taken, &w.paid, &w.best, &w.cost, &w.settled, &w.counters)
	if a.Reading() {
		w.lanes, w.growing, w.making = []*lane{{s: w.s}}, nil, w.p.making()
	}
}
