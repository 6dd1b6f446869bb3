package deme

import (
	"github.com/multiwalk/multiwalk/internal/kernels/cross"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Population is what a generation is made from.
type Population struct {
	N     int32
	x     []int32 // the individuals, one after the other
	costs []int64
}

// PopulationOf returns individuals of n elements each.
func PopulationOf(n int32, x []int32, costs []int64) Population { return Population{n, x, costs} }

// Individual returns one, and what it costs.
func (p *Population) Individual(i int32) (x []int32, cost int64) { return p.at(i), p.costs[i] }

func (p *Population) at(i int32) []int32 { return p.x[i*p.N : (i+1)*p.N] }

// Team makes individuals.
type Team interface {
	cross.Team
	// Choose returns the rank of the proposal that is made, the least that is accepted, and its delta; -1 if none is.
	Choose(delta int64, accept, each bool) (winner int32, change int64)
}

// Breeder is a team that makes individuals.
type Breeder[T Team, P kernel.Coster] struct {
	T     T
	P     P
	Rule  *Rule
	Seed  uint64
	First uint32 // number of the first individual among all of the population
	Whose uint32 // number of the population, where the run has several
	Parts []Part
	Fixed []Fixed
	Child []int32 // what is made, and whose: that of the first parent
	Of    int32
	Place []int32 // scratch, twice as long as Child, or as long as Rule.TableOf
}

// Next makes individual i of a generation into next, from the population before it. It returns what the individual costs, and whether
// a child has taken the place.
func (b *Breeder[T, P]) Next(now *Population, next []int32, generation int64, i int32) (cost int64, taken bool) {
	born := int64(0)
	if !b.Migrates(generation, i) {
		born = b.Bear(now, generation, i)
	}
	return b.Settle(now, next, generation, i, i, born)
}

// draws are those of an individual.
func (b *Breeder[T, P]) draws(generation int64, i int32) draws {
	return drawsOf(b.Seed, b.Whose, b.First+uint32(i), generation)
}

// Seat is whose place the child of individual i may take. Where that is not i, children take their places one after the other.
func (b *Breeder[T, P]) Seat(now *Population, generation int64, i int32) int32 {
	if b.Rule.Replace != Worst || b.Migrates(generation, i) {
		return i
	}
	return now.worst(&b.Rule.Topology, i)
}

// Settle is Next once Child is there, for a seat, and costs so much.
func (b *Breeder[T, P]) Settle(now *Population, next []int32, generation int64, i, seat int32, born int64) (cost int64, taken bool) {
	from, cost := now.at(seat), now.costs[seat]
	if b.Migrates(generation, i) {
		d := b.draws(generation, i)
		if j := now.parent(b.Rule, &d, b.Rule.Topology.source(i, generation, &d), -1); now.costs[j] < cost {
			from, cost, taken = now.at(j), now.costs[j], true
		}
	} else if j := now.keeper(b.Rule, seat); j < 0 || b.Rule.succeeds(born, now.costs[j]) {
		from, cost, taken = b.Child, born, true
	} else {
		from, cost = now.at(j), now.costs[j]
	}
	for k, size := b.T.Rank(), b.T.Size(); k < now.N; k += size {
		next[k] = from[k]
	}
	b.T.Sync() // before Child is written again
	return cost, taken
}

// succeeds tells whether a child takes the place of what is to be kept, by their costs.
func (r *Rule) succeeds(child, kept int64) bool {
	return child < kept || child == kept && r.Replace == IfNoWorse
}

// keeper is the individual that must not be lost for a child of i, or -1.
func (p *Population) keeper(r *Rule, i int32) int32 {
	if r.Replace != Always {
		return i
	}
	island := r.Topology.Shape == Island
	if island && i%r.Topology.Width != 0 {
		return -1
	}
	if j := p.best(&r.Topology, i); island || j == i {
		return j
	}
	return -1
}

// Migrates tells whether no child takes the place of individual i in a generation, but one of the island before, if it costs less.
func (b *Breeder[T, P]) Migrates(generation int64, i int32) bool {
	t := &b.Rule.Topology
	return t.Shape == Island && t.Every > 0 && i%t.Width < t.Move && (generation+1)%int64(t.Every) == 0
}

// Bear makes a child of individual i into Child, and returns what it costs.
func (b *Breeder[T, P]) Bear(now *Population, generation int64, i int32) int64 {
	b.Make(now, generation, i)
	return b.cost()
}

// Make makes a child of individual i into Child.
func (b *Breeder[T, P]) Make(now *Population, generation int64, i int32) {
	d := b.draws(generation, i)
	c := b.couple(now, &d, generation, i)
	b.Of = c.own
	if c.own == c.other {
		x := now.at(c.own)
		cross.Points(b.T, b.Child, x, x, 0, 0) // a copy
	} else {
		b.mix(now.at(c.own), now.at(c.other), c.draws)
	}
	if d.happens(b.Rule.Mutates) {
		b.mutate(&d)
	}
	b.refine(d.words)
	b.keep()
}

// couple is the parents of a child. Where they are the same, it begins as what they are.
type couple struct {
	own, other int32
	draws      draws // of the crossover
}

// couple selects the parents of the child of individual i.
func (b *Breeder[T, P]) couple(now *Population, d *draws, generation int64, i int32) couple {
	r, own := b.Rule, i
	if r.Replace == Crowding {
		return b.pair(generation, i)
	}
	if r.Own == 0 {
		own = now.parent(r, d, i, -1)
	}
	other := now.parent(r, d, i, own)
	if !d.happens(r.Mates) {
		other = own
	}
	return couple{own, other, b.shared(generation, i/r.Cuts*r.Cuts)}
}

// mix makes the child of two individuals. There is one place where it crosses, since all crossovers are compiled into it.
func (b *Breeder[T, P]) mix(own, other []int32, d draws) {
	straight, crosswise := int32(0), int32(0)
	for turn := range int32(3) {
		b.cross(own, other, d)
		if b.Rule.Replace != Crowding {
			return
		}
		straight, crosswise = straight+b.unlike(own), crosswise+b.unlike(other)
		if turn == 1 && straight > crosswise {
			return
		}
		own, other = other, own
	}
}

const (
	// sharedDraws is where the draws begin that individuals have in common, and partDraws those of a part, an element a bit.
	sharedDraws = 1 << 30
	partDraws   = 1 << 31
	perPart     = 1 << 25
)

// shared are the draws of an individual that others have in common with it.
func (b *Breeder[T, P]) shared(generation int64, i int32) draws {
	d := b.draws(generation, i)
	d.from = sharedDraws
	return d
}

// cross makes the child of two individuals.
func (b *Breeder[T, P]) cross(own, other []int32, d draws) {
	for p := range b.Parts {
		part := &b.Parts[p]
		to := part.At + part.N
		b.crossPart(part, own[part.At:to], other[part.At:to], &d, uint32(p))
	}
}

// crossPart writes a part of the child.
func (b *Breeder[T, P]) crossPart(part *Part, own, other []int32, d *draws, number uint32) {
	to := part.At + part.N
	child, place := b.Child[part.At:to], b.Place[:part.N]
	bits := d.words
	bits.individual, bits.from = d.individual, partDraws+number*perPart
	cut1, cut2 := d.pair(part.N + 1)
	if part.Values > 0 {
		switch b.Rule.Values {
		case Uniform:
			cross.Uniform(b.T, child, own, other, bits)
		case OnePoint:
			cross.Points(b.T, child, own, other, cut1, part.N)
		default:
			cross.Points(b.T, child, own, other, cut1, cut2)
		}
		return
	}
	switch b.Rule.Orders {
	case Ordered:
		cross.Ordered(b.T, child, own, other, place, cut1, cut2)
	case Cycle:
		cross.Cycle(b.T, child, own, other, place, min(cut1, part.N-1))
	case Position:
		cross.Position(b.T, child, own, other, place, bits)
	case EdgeRecombination:
		cross.EdgeRecombination(b.T, child, own, other, b.Place[:2*part.N])
	default:
		cross.PartiallyMapped(b.T, child, own, other, place, cut1, cut2)
	}
}

// keep brings fixed elements back to where they belong.
func (b *Breeder[T, P]) keep() {
	if len(b.Fixed) == 0 {
		return
	}
	if b.T.Rank() == 0 {
		for _, f := range b.Fixed {
			b.hold(f)
		}
	}
	b.T.Sync()
}

// hold puts a value to its position, in an order by a swap.
func (b *Breeder[T, P]) hold(f Fixed) {
	for p := range b.Parts {
		part := &b.Parts[p]
		if f.Position < part.At || f.Position >= part.At+part.N {
			continue
		}
		if part.Values == 0 {
			for k := range part.N {
				if b.Child[part.At+k] == f.Value {
					b.Child[part.At+k] = b.Child[f.Position]
				}
			}
		}
		b.Child[f.Position] = f.Value
	}
}

// cost evaluates the child.
func (b *Breeder[T, P]) cost() int64 {
	if b.T.Size() > 1 {
		if e, ok := any(b.P).(kernel.TermCoster); ok {
			sum := int64(0)
			for i := b.T.Rank(); i < int32(len(b.Child)); i += b.T.Size() {
				sum += e.CostTerm(b.Child, i)
			}
			return lane.TreeAdd(b.T.Thread(), sum)
		}
	}
	cost := int64(0)
	if b.T.Rank() == 0 {
		cost = b.P.Cost(b.Child)
	}
	return int64(uint32(b.T.First(int32(cost)))) | int64(b.T.First(int32(cost>>32)))<<32
}
