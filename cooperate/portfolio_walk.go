package cooperate

import (
	"errors"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// portfolioWalk is the walks of one or more methods that take turns. Its incumbent is the least of theirs, its counters
// are their sums, its units theirs.
type portfolioWalk struct {
	s     *portfolio
	parts []portfolioPart
	at    int // whose turn it is
	left  int // units of the turn; 0: it has not begun
}

type portfolioPart struct {
	search int // its number in the portfolio
	walk   walk.Walk
	due    float64 // units that its steps have not had yet
	ended  bool
}

func (w *portfolioWalk) all() []portfolioPart { return w.parts }

// Step implements walk.Walk. A round that is cut short is taken up again where it was cut; one part's turn is all
// of a round where it is alone.
func (w *portfolioWalk) Step(s *walk.Slice) bool {
	if w.s.proven {
		return false
	}
	whole := true
	for range w.parts {
		if !w.parts[w.at].ended && !w.turn(s) {
			whole = false
			break
		}
		w.pass()
	}
	if whole {
		s.Rest() // another walk's method may have more units a round
	}
	for _, p := range w.parts {
		if !p.ended {
			return true
		}
	}
	return false
}

func (w *portfolioWalk) pass() { w.at, w.left = (w.at+1)%len(w.parts), 0 }

// turn lets the part whose turn it is work, and returns false if s came to its end first.
func (w *portfolioWalk) turn(s *walk.Slice) bool {
	part := &w.parts[w.at]
	if w.left == 0 {
		units := w.s.turn(part.search)
		if !w.s.mixed { // what is less than a unit is left for the next step
			part.due += s.Share() * float64(units)
			units = int(part.due + rounding)
			part.due -= float64(units)
		}
		if w.left = units; units == 0 {
			return true
		}
	}
	_, incumbent := w.Best()
	allowance := s.Sub(w.left, math.MaxInt64, w.others(), incumbent)
	if part.ended = !part.walk.Step(allowance); part.ended {
		w.s.settle(part.walk)
	}
	w.left = allowance.Left()
	return part.ended || w.left == 0
}

// others is the work of all parts but the one whose turn it is.
func (w *portfolioWalk) others() multiwalk.Counters {
	var c multiwalk.Counters
	for i, p := range w.parts {
		if i != w.at {
			c.Add(p.walk.Counters())
		}
	}
	return c
}

func (w *portfolioWalk) Best() ([]int32, int64) {
	x, cost, _ := w.best()
	return x, cost
}

// best returns the least incumbent of the parts, and the first part that has it.
func (w *portfolioWalk) best() (x []int32, cost int64, of portfolioPart) {
	cost = math.MaxInt64
	for _, p := range w.parts {
		if b, c := p.walk.Best(); b != nil && (x == nil || c < cost) {
			x, cost, of = b, c, p
		}
	}
	return x, cost, of
}

func (w *portfolioWalk) Author() string {
	x, _, of := w.best()
	if x == nil {
		return ""
	}
	if a, ok := walk.As[walk.Author](of.walk); ok {
		return a.Author()
	}
	return w.s.methods[of.search].Name()
}

func (w *portfolioWalk) Shares() (list []multiwalk.Share) {
	for _, p := range w.parts {
		if by, ok := walk.As[walk.Author](p.walk); ok {
			list = append(list, by.Shares()...)
		} else {
			list = append(list, multiwalk.Share{Name: w.s.methods[p.search].Name(), Evaluations: p.walk.Counters().Evaluations()})
		}
	}
	return list
}

func (w *portfolioWalk) Counters() multiwalk.Counters {
	var c multiwalk.Counters
	for _, p := range w.parts {
		c.Add(p.walk.Counters())
	}
	return c
}

// Adopt implements walk.Adopter: all parts that can go on from x.
func (w *portfolioWalk) Adopt(x []int32, cost int64) { w.Hears(walk.Message{Best: x, Cost: cost}) }

func (w *portfolioWalk) Says(all bool) walk.Message {
	m := walk.Message{Done: w.Counters()}
	if all {
		m.Best, m.Cost = w.Best()
	}
	for _, p := range w.parts {
		m.Parts = append(m.Parts, walk.SaysOf(p.walk, all))
	}
	return m
}

// Hears implements walk.Correspondent: each part takes up what it is told, and then what all are.
func (w *portfolioWalk) Hears(m walk.Message) (changed bool) {
	for i, p := range w.parts {
		if i < len(m.Parts) && walk.HearsOf(p.walk, m.Parts[i]) {
			changed = true
		}
		if a, ok := walk.As[walk.Adopter](p.walk); ok && m.Best != nil {
			a.Adopt(m.Best, m.Cost)
			changed = true
		}
	}
	return changed
}

func (w *portfolioWalk) Save(a *checkpoint.Archive) {
	a.Fields("portfolio", &w.at, &w.left)
	for i := range w.parts {
		a.Fields("part", &w.parts[i].due, &w.parts[i].ended)
		walk.SaveWalk(a, w.parts[i].walk)
		if a.Reading() && w.parts[i].ended {
			w.s.settle(w.parts[i].walk)
		}
	}
}

// Close closes the parts.
func (w *portfolioWalk) Close() error {
	var errs []error
	for _, p := range w.parts {
		errs = append(errs, walk.Close(p.walk))
	}
	return errors.Join(errs...)
}
