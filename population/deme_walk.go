package population

import (
	"runtime"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/walk"
)

// demeWalk is a population on cores. Each core makes a band of it, rows of individuals. It waits for the bands that its
// neighbours lie in, and for no others. A unit is some generations, or a part of one; the first draws the individuals.
type demeWalk struct {
	s        *demeSearch
	whose    uint32     // number of the population, where each walk has one
	first    uint32     // number of the first individual
	bands    []*band    // see split
	batch    *batch     // or nil
	x        [2][]int32 // the individuals of even and of odd generations, one after the other; see side
	costs    [2][]int64
	at       int64 // generation; -1: none is drawn
	made     int   // individuals of the next one that are made already
	best     []int32
	least    int64
	work     multiwalk.Counters
	kept     []int32 // the population before the unit
	keptCost []int64
}

// band is the individuals that one core makes.
type band struct {
	breeder
	from, to int          // individuals
	near     []int        // the bands that neighbours lie in
	done     atomic.Int64 // generations of the unit
	next     int          // the individual that is made
	pricer   pricer
	taken    int64              // children that took a place
	redrawn  int64              // islands
	improved multiwalk.Counters // work of the improvement of its children
	found    int64              // generation of its best
	least    int64
	best     []int32
}

// NewWalk implements walk.Search. The walk's first incumbent is its first individual.
func (s *demeSearch) NewWalk(id int) (walk.Walk, error) { return s.newWalk(id), nil }

func (s *demeSearch) newWalk(id int) *demeWalk {
	w := &demeWalk{s: s, first: uint32(id) * fleet.First, at: -1, best: make([]int32, s.n)}
	sides, cores := len(w.x), s.plan.Cores()
	if s.apart || s.sweep {
		w.whose, w.first, cores = uint32(id), 0, 1
	}
	if s.sweep {
		sides = 1
	}
	for k := range sides {
		w.x[k], w.costs[k] = make([]int32, s.size*s.n), make([]int64, s.size)
	}
	w.kept, w.keptCost = make([]int32, s.size*s.n), make([]int64, s.size)
	if p := s.asked(); p != nil {
		w.batch, cores = newBatch(p, s.size, s.n), 1
	}
	w.split(cores)
	w.born(w.bands[0], w.best, 0)
	w.least = s.p.Cost(w.best)
	w.work.FullEvaluations = 1
	return w
}

// born writes an individual of the first generation: where each walk has a population of its own, one that a kernel could draw as well.
func (w *demeWalk) born(b *band, x []int32, i int) {
	if !w.s.apart || i == 0 && w.s.plan.Start != nil {
		w.s.born(x, w.first+w.whose*uint32(w.s.size), i)
		return
	}
	b.Beget(-1, int32(i))
	copy(x, b.Child)
}

// breeder makes individuals on a core.
type breeder = deme.Breeder[team.Single, multiwalk.Problem]

// breeder returns one for a population of that number, whose first individual has a number too.
func (s *demeSearch) breeder(whose, first uint32) breeder {
	return breeder{P: s.p, Rule: &s.rule, Seed: s.plan.Seed, Whose: whose, First: first, Parts: s.parts, Fixed: s.fixed, Child: make([]int32, s.n),
		Place: make([]int32, max(2*s.n, s.rule.TableOf(s.p)))}
}

// split divides the population in bands of whole rows, at most one for each worker. A band has as many rows as a neighbourhood reaches.
func (w *demeWalk) split(workers int) {
	t := &w.s.rule.Topology
	row := int(t.Width)
	rows, reach := w.s.size/row, int(t.Reach())
	many := min(workers, rows)
	if t.Shape != deme.Island {
		many = max(1, min(many, rows/reach))
	}
	for k := range many {
		b := &band{from: k * rows / many * row, to: (k + 1) * rows / many * row, best: make([]int32, w.s.n)}
		b.breeder, b.pricer = w.s.breeder(w.whose, w.first), w.s.pricer()
		for j := range many {
			if away := min((j-k+many)%many, (k-j+many)%many); away == 1 || t.Shape == deme.Island && away > 0 {
				b.near = append(b.near, j)
			}
		}
		w.bands = append(w.bands, b)
	}
}

// side is where the individuals of a generation are. Where children take their places in turn, there is but one.
func (w *demeWalk) side(generation int64) int64 {
	if w.s.sweep {
		return 0
	}
	return max(0, generation) & 1
}

func (w *demeWalk) Step(s *walk.Slice) bool {
	for s.Next(w.work.Evaluations()) {
		if !w.unit(w.next(s)) {
			return true // the run is over, and the unit void
		}
		w.take(s)
		if invariants.Enabled {
			w.s.ledger(w.x[w.side(w.at)], w.costs[w.side(w.at)])
		}
	}
	return true
}

// breed makes an individual. step counts the generations of the unit before it.
func (w *demeWalk) breed(s *walk.Slice, b *band, step int64, i int) {
	g := w.at + step
	p, born := w.population(g), int64(0)
	if w.anew(g, i) {
		w.beget(b, g, i)
		w.redraw(b, g, i, w.s.p.Cost(b.Child))
		return
	}
	if !b.Migrates(g, int32(i)) {
		b.Make(&p, g, int32(i))
		parent, cost := p.Individual(b.Of)
		if born = b.pricer.price(w.s.p, b.Child, parent, cost); w.s.local != nil {
			var work multiwalk.Counters
			born, work = w.s.local.improve(b.Child, born, w.s.local.number(g, int(w.first)+int(w.whose)*w.s.size+i), s)
			b.improved.Add(work)
		}
	}
	w.settle(b, &p, g, i, born)
}

// population is that of a generation.
func (w *demeWalk) population(generation int64) deme.Population {
	now := w.side(generation)
	return deme.PopulationOf(int32(w.s.n), w.x[now], w.costs[now])
}

// settle decides about the child of individual i of a generation, which costs so much.
func (w *demeWalk) settle(b *band, p *deme.Population, g int64, i int, born int64) {
	next, n, seat := w.side(g+1), int32(w.s.n), b.Seat(p, g, int32(i))
	x := w.x[next][seat*n : (seat+1)*n]
	cost, taken := b.Settle(p, x, g, int32(i), seat, born)
	w.costs[next][seat] = cost
	if taken {
		b.taken++
	}
	b.note(x, cost, g)
}

// draw makes an individual of the first generation.
func (w *demeWalk) draw(_ *walk.Slice, b *band, _ int64, i int) {
	n := w.s.n
	x := w.x[0][i*n : (i+1)*n]
	w.born(b, x, i)
	w.costs[0][i] = w.s.p.Cost(x)
	b.note(x, w.costs[0][i], -1)
}

// note keeps a band's best individual.
func (b *band) note(x []int32, cost, generation int64) {
	if cost < b.least {
		b.least, b.found = cost, generation
		copy(b.best, x)
	}
}

// next is the unit to be made.
func (w *demeWalk) next(s *walk.Slice) *unit {
	u := &unit{w: w, s: s, generations: 1, to: w.s.size, each: w.breed}
	if w.at < 0 {
		u.each = w.draw
		return u
	}
	u.generations = w.s.generations()
	if w.batch == nil {
		u.from, u.to = w.made, min(u.to, w.made+w.s.portion(s.EvaluationsLeft(w.work.Evaluations())))
	}
	return u
}

// unit makes a unit, each core its band. It returns false, and the population is as it was, if the run was aborted meanwhile.
func (w *demeWalk) unit(u *unit) bool {
	now := w.side(w.at)
	copy(w.kept, w.x[now])
	copy(w.keptCost, w.costs[now])
	for _, b := range w.bands {
		b.done.Store(0)
		b.least = w.least
	}
	if w.batch != nil {
		u.together()
	} else if broke := walk.Beside(len(w.bands), u.work, func() { u.stopped.Store(true) }); broke >= 0 {
		b := w.bands[broke]
		u.each(u.s, b, b.done.Load(), b.next)
	}
	if u.stopped.Load() {
		copy(w.x[now], w.kept)
		copy(w.costs[now], w.keptCost)
		return false
	}
	made := u.generations * int64(u.to-u.from)
	if w.work.FullEvaluations += made; w.at < 0 {
		w.work.FullEvaluations-- // the first individual's
	} else {
		w.work.DeltaEvaluations += made * w.s.priced()
	}
	if w.made = u.to % w.s.size; w.made == 0 {
		w.at += u.generations
	}
	w.work.Units++
	return true
}

// unit is some generations in the making, or some individuals of one.
type unit struct {
	w           *demeWalk
	s           *walk.Slice
	generations int64
	from, to    int // individuals
	each        func(s *walk.Slice, b *band, step int64, i int)
	stopped     atomic.Bool
}

// share returns the individuals that band k makes: its own or, of a part of a generation, as many as any other.
func (u *unit) share(k int) (from, to int) {
	many, all := len(u.w.bands), u.to-u.from
	if all == u.w.s.size {
		return u.w.bands[k].from, u.w.bands[k].to
	}
	return u.from + k*all/many, u.from + (k+1)*all/many
}

// work makes the part of band k.
func (u *unit) work(k int) {
	b := u.w.bands[k]
	from, to := u.share(k)
	for step := range u.generations {
		u.await(b, step)
		for b.next = from; b.next < to; b.next++ {
			if u.s.Aborted() {
				u.stopped.Store(true)
			}
			if u.stopped.Load() {
				return
			}
			u.each(u.s, b, step, b.next)
		}
		b.done.Store(step + 1)
	}
}

// await waits until the neighbours of a band have ended the generation before a step.
func (u *unit) await(b *band, step int64) {
	for _, k := range b.near {
		for u.w.bands[k].done.Load() < step && !u.stopped.Load() {
			runtime.Gosched()
		}
	}
}

// take takes up the best of what the bands have found: the cheapest, of several the one of the earliest generation, and there the first.
func (w *demeWalk) take(s *walk.Slice) {
	var first *band
	for _, b := range w.bands {
		w.work.Moves += b.taken
		w.work.Restarts += b.redrawn
		w.work.FullEvaluations += b.improved.FullEvaluations
		w.work.DeltaEvaluations += b.improved.DeltaEvaluations
		b.taken, b.redrawn, b.improved = 0, 0, multiwalk.Counters{}
		if b.least < w.least && (first == nil || b.least < first.least || b.least == first.least && b.found < first.found) {
			first = b
		}
	}
	if first != nil {
		w.least = first.least
		copy(w.best, first.best)
		s.Improved(w.least, w.work)
	}
}

func (w *demeWalk) Best() ([]int32, int64)       { return w.best, w.least }
func (w *demeWalk) Counters() multiwalk.Counters { return w.work }

// Adopt implements walk.Adopter: x takes the place of the last of the worst individuals.
func (w *demeWalk) Adopt(x []int32, cost int64) {
	if w.at >= 0 {
		n, now := w.s.n, w.side(w.at)
		i := lastWorst(w.costs[now])
		copy(w.x[now][i*n:(i+1)*n], x)
		w.costs[now][i] = cost
	}
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

func (w *demeWalk) Cores() int { return len(w.bands) }

func (w *demeWalk) Save(a *checkpoint.Archive) {
	a.Fields("deme", &w.x[0], &w.x[1], &w.costs[0], &w.costs[1], &w.at, &w.made, &w.best, &w.least, &w.work)
}
