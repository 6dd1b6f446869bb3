package population

import (
	"errors"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// memeticWalk is a population, whose children searches improve: on machines and on all cores side by side, on one core one after the
// other. It crosses and replaces once all are improved.
type memeticWalk struct {
	searched
	s        *memeticSearch
	broods   *broods
	children []int32 // of a generation, one after the other
	costs    []int64 // of those that are improved already
	at       int     // the first of those that are being improved
	some     []int32 // scratch of renew
	theirs   []int64
}

// populate begins a population of first children, which these searches are to improve in so many units at a stretch. If the run has a start
// solution, that takes the place of the first child.
func (s *memeticSearch) populate(id int, improve searches, children []int32, stretch int) (walk.Walk, error) {
	size := len(children) / s.n
	all := s.broodsOf(id, size)
	w := &memeticWalk{searched: searchedBy(improve, s.n, stretch, all.restarts), s: s, broods: all, children: children,
		costs: make([]int64, size)}
	if start := s.plan.Start; start != nil {
		copy(children, start)
		w.learn(start, s.p.Cost(start))
	}
	if err := w.begin(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// begin has the searches begin at the next children.
func (w *memeticWalk) begin() error {
	if c := w.flowing(); c != nil {
		defer func() { c.left = c.every }()
	}
	return w.searches.BeginEach(w.children[w.at*w.s.n:][:w.searches.Searches()*w.s.n], w.broods.iterations(w.at))
}

func (w *memeticWalk) Step(s *walk.Slice) bool {
	if w.broods.survive() {
		w.broods.part, w.broods.ends = s.Progress(w.Counters().Evaluations())
	}
	return w.step(s, w.next)
}

// next takes up the children that are improved, and goes on to the next ones; after the last it breeds the next generation.
func (w *memeticWalk) next() (goesOn bool, err error) {
	if c := w.flowing(); c != nil {
		return true, w.renew(c)
	}
	x, costs, err := w.searches.Incumbents()
	if err != nil {
		return false, err
	}
	copy(w.children[w.at*w.s.n:], x)
	copy(w.costs[w.at:], costs)
	if w.at += len(costs); w.at == len(w.costs) {
		w.at = 0
		w.broods.succeed(w.children, w.costs)
	}
	return true, w.begin()
}

// flowing is a crew whose searches begin anew one by one: no core waits for the last child of a generation. It is nil where all searches are
// over at the same time, and for the first individuals.
func (w *memeticWalk) flowing() *crew {
	if c, ok := w.searches.(*crew); ok && c.every > 0 && !w.broods.list[0].born {
		return c
	}
	return nil
}

// renew lets those children in whose searches are over, and has these searches begin at others. It happens after a number of iterations, so
// any number of cores finds the same.
func (w *memeticWalk) renew(c *crew) error {
	c.left = c.every
	over, n := c.over(), w.s.n
	if len(over) == 0 {
		return nil
	}
	w.some, w.theirs = w.some[:0], w.theirs[:0]
	for _, i := range over {
		x, cost := c.tabu[i].Best()
		w.some, w.theirs = append(w.some, x...), append(w.theirs, cost)
	}
	if !w.broods.succeedSome(w.some, w.theirs, over, w.children) {
		return w.begin()
	}
	for _, i := range over {
		c.beginOne(i, w.children[i*n:][:n], w.broods.iterations(i))
	}
	return nil
}

// Cores implements walk.Divider.
func (w *memeticWalk) Cores() int {
	if c, ok := w.searches.(*crew); ok {
		return min(c.cores, len(c.tabu))
	}
	return 1
}

// Adopt implements walk.Adopter: x replaces the last of the worst individuals. If the population has no
// individuals yet, at the beginning and after a restart, or has one like x, then x only becomes the incumbent. Among
// couples x comes to the first one.
func (w *memeticWalk) Adopt(x []int32, cost int64) {
	w.broods.adopt(x, cost)
	w.learn(x, cost)
}

func (w *memeticWalk) Save(a *checkpoint.Archive) {
	a.Fields("memetic", w.broods, &w.children, &w.costs, &w.at, &w.best, &w.least)
	walk.SaveWalk(a, w.searches)
}

// Resolved implements walk.Resolver. The population is that of the walk.
func (s *memeticSearch) Resolved(w walk.Walk) walk.Method {
	m := s.m
	var improves walk.Walk
	if w, ok := w.(*memeticWalk); ok {
		improves, m.Population = w.searches, len(w.costs)
	}
	if c, ok := improves.(*crew); ok {
		improves = c.tabu[0]
	}
	if r, ok := walk.As[walk.Resolver](s.improve); ok {
		if ran, ok := r.Resolved(improves).(single.IteratedTabu); ok {
			m.Search = ran
		}
	}
	return m
}
