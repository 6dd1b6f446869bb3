package tour

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
)

// Search is a local search at a tour: the current tour, the cities to look at, and an improvement step. It belongs to
// one walk. Tours are in the graph's numbers.
type Search struct {
	g         *Graph
	tour      *array
	queue     *queue
	e         exchange
	lists     [maxDepth][]candidate // of each depth of a k-exchange, kept to be reused
	depth     int                   // most edges that a k-exchange replaces
	improve   func(c int32) int64   // carries out an exchange that removes an edge at c; 0 if none shortens the tour
	priced    int64
	exchanges int64
}

// NewKOpt returns a search by exchanges of up to depth edges, 2 to 8, see kopt.go.
func NewKOpt(g *Graph, depth int) *Search {
	s := newSearch(g)
	s.depth, s.improve = max(2, min(depth, maxDepth)), s.kOpt
	return s
}

// NewOrOpt returns a search by 2-opt and segment insertion, see oropt.go.
func NewOrOpt(g *Graph) *Search {
	s := newSearch(g)
	s.improve = s.orOpt
	return s
}

func newSearch(g *Graph) *Search { return &Search{g: g, tour: newArray(g.n), queue: newQueue(g.n)} }

// Set moves the search to a tour, given in the problem's numbers, and queues all cities. It returns the tour's cost.
func (s *Search) Set(x []int32) int64 {
	s.SetOptimal(x)
	for _, c := range s.tour.city {
		s.queue.push(c)
	}
	return s.Length()
}

// SetOptimal moves the search to a tour, given in the problem's numbers, and queues no city: it is a local optimum.
func (s *Search) SetOptimal(x []int32) {
	scratch := s.tour.scratch[:0]
	for _, c := range x {
		scratch = append(scratch, s.g.number[c])
	}
	s.tour.set(scratch)
	s.queue.clear()
}

// Optimise improves the tour until it is a local optimum or a number of cities were looked at, and returns the gain.
func (s *Search) Optimise(most int) int64 {
	total := int64(0)
	for ; s.queue.size > 0 && most > 0; most-- {
		c := s.queue.pop()
		for {
			gain := s.improve(c)
			if gain == 0 {
				break
			}
			total += gain
		}
	}
	return total
}

// Repair improves the tour to a local optimum, and returns the gain.
func (s *Search) Repair() (gain int64) {
	for !s.Optimal() {
		gain += s.Optimise(math.MaxInt)
	}
	return gain
}

// Try kicks and repairs the tour, and keeps the result if the rule accepts it. It returns the change of cost, 0 if it does not.
func (s *Search) Try(r *multiwalk.Rand, rule metropolis.Rule) int64 {
	delta := s.Kick(r) - s.Repair()
	if !rule.Accept(delta, r.Uint32()) {
		s.Undo()
		return 0
	}
	s.Keep()
	return delta
}

// Optimal reports whether the tour is a local optimum: no city is left to look at.
func (s *Search) Optimal() bool { return s.queue.size == 0 }

// Keep makes all changes since the last Keep or Undo final.
func (s *Search) Keep() { s.tour.keep() }

// Undo takes all changes since the last Keep or Undo back.
func (s *Search) Undo() { s.tour.undo() }

// Length evaluates the current tour in full.
func (s *Search) Length() int64 {
	x := s.tour.city
	last, sum := x[len(x)-1], int64(0)
	for _, c := range x {
		sum += s.g.cost(last, c)
		last = c
	}
	return sum
}

// Copy writes the current tour to x, in the problem's numbers.
func (s *Search) Copy(x []int32) {
	for i, c := range s.tour.city {
		x[i] = s.g.order[c]
	}
}

// Priced returns how many exchanges were priced, and Exchanges how many were carried out, kicks among them.
func (s *Search) Priced() int64    { return s.priced }
func (s *Search) Exchanges() int64 { return s.exchanges }

func (s *Search) step(c int32, ahead bool) int32 {
	if ahead {
		return s.tour.next(c)
	}
	return s.tour.prev(c)
}

// commit carries out the exchange under construction, which must make a tour, and returns its gain.
func (s *Search) commit(gain int64) int64 {
	if !s.e.closes() {
		panic("tour: the exchange does not make a tour")
	}
	return s.apply(gain)
}

// apply carries out an exchange for which closes was just true.
func (s *Search) apply(gain int64) int64 {
	s.exchanges++
	s.e.apply(s.tour)
	for _, c := range s.e.t[:2*s.e.k] {
		s.queue.push(c)
	}
	return gain
}
