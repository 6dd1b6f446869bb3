package cooperate

import (
	"math"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// turns is how many turns a slice has without a budget: how often a method hears how far it is.
	turns = 16
	// runnerUp is one of how many walks that works with the second best.
	runnerUp = 4
	// rounding is more than sums of parts of rounds are off.
	rounding = 1e-9
)

// halvingWalk is a walk of each method. One works at a time, in a span of the run: a trial, or the rest. A walk that had
// trials goes on from where it is: tabu search from its solution, while annealing heats up again where a span begins.
type halvingWalk struct {
	portfolioWalk // its field at is the method that works
	h             *halving
	id            int
	course        course
	field         []int   // the methods of the stage, in the order of their trials; in the end by merit
	found         []int64 // by each method: up to the trial before the last one, and up to the last one
	verdict       verdict // the last one
	told          int     // 1 + who led when the user was told last; 0: nobody yet
}

func newHalvingWalk(h *halving, id int, parts *portfolioWalk) *halvingWalk {
	return &halvingWalk{portfolioWalk: *parts, h: h, id: id, found: make([]int64, 2*len(parts.parts))}
}

// Step implements walk.Walk. A round is a slice of the methods that work in it, or on cores beside machines a share of one.
func (w *halvingWalk) Step(s *walk.Slice) bool {
	if w.course.waits { // nobody has told it anything: it is alone, or in a method that forbids exchanges
		w.decide(w.says())
	}
	for room := s.Share(); room > rounding; {
		progress, limited := s.Progress(w.Counters().Evaluations())
		if limited = limited && w.h.limited; !limited {
			progress = w.course.cycled()
		}
		if !w.ready(progress, limited) {
			break
		}
		if w.parts[w.at].ended {
			return false
		}
		done := w.work(s, room, progress, limited)
		w.course.rounds += done
		if room -= done; done == 0 && !w.parts[w.at].ended {
			return true // s came to its end
		}
	}
	s.Rest()
	return true
}

// work lets the method that works go on up to the end of its span, at most for the rest of a round. It returns which part of
// a round that was.
func (w *halvingWalk) work(s *walk.Slice, room, progress float64, limited bool) (done float64) {
	slice := w.s.turn(w.at)
	units := max(1, int(room*float64(slice)+rounding))
	c, part := &w.course, &w.parts[w.at]
	if c.left == 0 && !limited {
		c.left, c.shown = max(1, slice/turns), (progress-c.from)/(c.to-c.from)
	}
	if !limited {
		units = min(units, c.left)
	}
	_, incumbent := w.Best()
	allowance := s.Sub(units, math.MaxInt64, w.others(), incumbent)
	switch {
	case !limited:
		allowance.Course(c.shown)
	case c.settled && c.relief != reliefGoing:
		allowance.Span(c.from, c.to)
	default:
		allowance.Span(c.from, c.to).Until(c.to)
	}
	part.ended = !part.walk.Step(allowance)
	units -= allowance.Left()
	c.left = max(0, c.left-units)
	return float64(units) / float64(slice)
}

// ready sees to it that a span has begun that is not over. It returns false where the walk waits for the next barrier.
func (w *halvingWalk) ready(progress float64, limited bool) bool {
	c := &w.course
	again := limited && progress < c.from // a run that has got another limit
	if cycle := !limited && c.settled && c.left == 0 && progress >= 1-rounding; !c.begun || again || cycle {
		if cycle {
			c.cycle++
			progress = 0
		}
		w.begin(progress)
	}
	if c.due {
		w.open(progress)
	}
	for !c.settled && (progress >= c.to-rounding && c.left == 0 || w.parts[w.at].ended) {
		w.close()
		if w.advance(progress) {
			w.open(progress)
			continue
		}
		c.waits = true
		if !w.h.alone {
			return false
		}
		w.decide(w.says())
		w.open(progress)
	}
	if limited && c.settled && w.h.relief > 0 && len(w.field) > 1 && !w.second() {
		w.relieve(progress)
	}
	if w.parts[w.at].ended {
		w.replace()
	}
	return true
}

// says is what the walk tells of its trials.
func (w *halvingWalk) says() []int64 {
	return append([]int64{int64(w.course.cycle), int64(w.course.stage)}, w.found...)
}

func (w *halvingWalk) Says(all bool) walk.Message {
	m := w.portfolioWalk.Says(all)
	if w.course.waits {
		m.Waits, m.Numbers = true, w.says()
	}
	return m
}

func (w *halvingWalk) Hears(m walk.Message) (changed bool) {
	if w.course.waits && len(m.Numbers) > 0 {
		w.decide(m.Numbers)
	}
	return w.portfolioWalk.Hears(m)
}

func (w *halvingWalk) Save(a *checkpoint.Archive) {
	w.portfolioWalk.Save(a)
	a.Fields("halving", &w.course, &w.field, &w.found, &w.verdict, &w.told)
}
