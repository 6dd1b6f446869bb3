package cooperate

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/walk"
)

// firstCycle is how many rounds the first cycle of a run without a budget has.
const firstCycle = 200

// course is how far a walk is.
type course struct {
	begun    bool
	waits    bool // a stage is over, and what follows is not decided
	due      bool // it is decided, and its span has not begun
	settled  bool // all stages are over: the winner works
	cycle    int
	stage    int
	trial    int     // which of the stage
	origin   float64 // where the cycle began, as a part of the run; 0 without a budget
	from, to float64 // the present span, as parts of the run or of the cycle
	rounds   float64 // of the cycle
	left     int     // units of the present turn, and what the method is told of its progress in it; without a budget
	shown    float64
	relief   relief
	seen     int64 // the cost of the best solution at reliefFrom
}

// relief is how far the relief of a winner that stands still is.
type relief int

const (
	reliefAhead relief = iota
	reliefSeen         // the cost at reliefFrom is noted
	reliefGoing        // the second method works
	reliefOver
)

// A winner is relieved at reliefAt of a run, if it has found nothing better since reliefFrom.
const reliefFrom, reliefAt = 0.25, 0.5

// relieve begins and ends the relief of the winner.
func (w *halvingWalk) relieve(progress float64) {
	c := &w.course
	_, cost := w.Best()
	gone := (progress - c.origin) / (1 - c.origin)
	switch {
	case c.relief == reliefAhead && gone >= reliefFrom:
		c.relief, c.seen = reliefSeen, cost
	case c.relief == reliefSeen && gone >= reliefAt:
		if c.relief = reliefOver; cost == c.seen && !w.parts[w.field[1]].ended {
			c.relief = reliefGoing
			w.turnTo(w.field[1], progress, progress+float64(w.h.relief)/100*(1-c.origin))
		}
	case c.relief == reliefGoing && (progress >= c.to-rounding || w.parts[w.at].ended):
		c.relief = reliefOver
		w.turnTo(w.field[0], progress, 1)
	}
}

// turnTo has a method work in a span, from the best solution if it adopts it.
func (w *halvingWalk) turnTo(method int, from, to float64) {
	w.at, w.course.from, w.course.to, w.course.left = method, from, to, 0
	part := w.parts[w.at].walk
	x, cost := w.Best()
	if _, own := part.Best(); x != nil && cost < own {
		if a, ok := walk.As[walk.Adopter](part); ok {
			a.Adopt(x, cost)
		}
	}
}

// cycled is which part of the cycle is over, in a run without a budget.
func (c *course) cycled() float64 { return c.rounds / math.Ldexp(firstCycle, c.cycle) }

// begin begins a cycle. A run with a budget has one.
func (w *halvingWalk) begin(progress float64) {
	w.course = course{begun: true, due: true, cycle: w.course.cycle, origin: progress}
	w.field = w.field[:0]
	for i := range w.parts {
		if !w.parts[i].ended {
			w.field = append(w.field, i)
		}
	}
	for i := range w.found {
		w.found[i] = untried
	}
	w.enter()
}

// enter begins the stage, or the rest of the run after the last stage.
func (w *halvingWalk) enter() {
	c := &w.course
	c.due, c.trial = true, 0
	sizes := w.h.sizes
	if len(w.field) < 2 || c.stage >= len(sizes) {
		c.settled = true
		return
	}
	for _, i := range w.field[min(sizes[c.stage], len(w.field)):] {
		w.found[2*i+1] = untried // it is out
	}
	w.field = w.field[:min(sizes[c.stage], len(w.field))]
	slices.Sort(w.field)
}

// open begins the span of a trial, or that of the rest of the run.
func (w *halvingWalk) open(progress float64) {
	c := &w.course
	c.due = false
	if !c.settled {
		w.at, c.left = w.field[c.trial], 0
		c.from, c.to = progress, progress+(1-c.origin)*math.Ldexp(w.h.trial, c.stage)
		return
	}
	w.tell()
	at := w.at
	if len(w.field) > 0 {
		at = w.field[0]
	}
	if len(w.field) > 1 && w.second() {
		at = w.field[1]
	}
	w.turnTo(at, progress, 1)
}

// second tells whether the walk works with the second best method in the end.
func (w *halvingWalk) second() bool { return w.id%runnerUp == runnerUp-1 }

// tell notes who leads, where that is news. It is called in a round and not where walks are told of the verdict: what
// is said there comes too late for a checkpoint.
func (w *halvingWalk) tell() {
	if v := w.verdict; w.id == 0 && len(v) > 1 && w.told != 1+v[0].part {
		w.told = 1 + v[0].part
		w.h.tell(v)
	}
}

// close notes what a trial has found.
func (w *halvingWalk) close() {
	_, cost := w.parts[w.at].walk.Best()
	w.found[2*w.at], w.found[2*w.at+1] = w.found[2*w.at+1], cost
}

// advance goes on to the next trial of the stage. It returns false if the stage is over. A stage is also over when trials have taken twice
// as long as planned, because even one unit takes longer than a trial.
func (w *halvingWalk) advance(progress float64) bool {
	c := &w.course
	c.trial++
	late := progress-c.origin > (1-c.origin)*float64(2*w.h.trials)/100
	return c.trial < len(w.field) && !late
}

// decide ends a stage by what one walk or several say of it.
func (w *halvingWalk) decide(said []int64) {
	v := judge(said, len(w.parts))
	w.course.waits = false
	w.course.stage++
	order := make([]int, 0, len(w.field))
	for _, j := range v {
		if slices.Contains(w.field, j.part) {
			order = append(order, j.part)
		}
	}
	for _, i := range w.field { // those that found nothing, or were not tried, come last
		if !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	w.verdict = v
	if order[0] == favourite {
		w.course.stage = len(w.h.sizes)
	} else if at := slices.Index(order, favourite); at >= 0 { // it stays, in the second place
		order = slices.Insert(slices.Delete(order, at, at+1), 1, favourite)
	}
	w.field = order
	w.enter()
}

// replace puts a method in the place of one that has come to its end: the next by merit, or any other.
func (w *halvingWalk) replace() {
	others := slices.Clone(w.field)
	for i := range w.parts {
		others = append(others, i)
	}
	for _, i := range others {
		if !w.parts[i].ended {
			w.at = i
			return
		}
	}
}
