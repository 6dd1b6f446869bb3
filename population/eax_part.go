package population

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/eax"
)

// crossPart is the tours of a population that lie on one machine: whole arcs.
type crossPart struct {
	at      *crossWalk
	memory  fleet.Memory
	first   int32 // number of the first tour in the population
	size    int32 // tours
	tours   *gpu.Array[uint16]
	spare   *gpu.Array[uint16]
	scratch *gpu.Array[uint16]
	costs   *gpu.Array[int64]
	table   *gpu.Array[uint32]
	loss    *gpu.Array[int32]
	best    *gpu.Array[uint64]
}

// newCrossPart allocates the part of a population from tour first on. What cannot be made its memory tells.
func newCrossPart(at *crossWalk, g eax.Generation, first, size int32, loss []int32) *crossPart {
	p := &crossPart{at: at, first: first, size: size}
	p.memory.Machine = at.Machine
	on, tours, n := &p.memory, int(size), int(g.Cities)
	p.tours, p.spare = fleet.Array[uint16](on, 4*tours*n), fleet.Array[uint16](on, 2*tours*n)
	p.scratch, p.costs = fleet.Array[uint16](on, tours*int(eax.CrossScratch(g))), fleet.Array[int64](on, 2*tours)
	p.table, p.loss = fleet.Array[uint32](on, 3*tours/int(g.Arc)<<g.EdgeBits), fleet.ArrayOf(on, loss)
	p.best = fleet.ArrayOf(on, slices.Repeat([]uint64{math.MaxUint64}, mostGenerations))
	return p
}

// own is a generation as the machine has it.
func (p *crossPart) own(g eax.Generation) eax.Generation {
	g.First, g.Tours = p.first, p.size
	return g
}

// grow launches the making of generation 0.
func (p *crossPart) grow(g eax.Generation) error {
	if g = p.own(g); p.fits(g) != nil {
		return p.fits(g)
	}
	at := p.at
	return at.grow.Launch(crossShape(int(p.size), (g.Cities+31)/32*4), at.metric, at.order, at.near, g, p.tours, p.costs,
		p.table, p.best, at.work, at.Stop)
}

// breed launches a generation.
func (p *crossPart) breed(g eax.Generation) error {
	if g = p.own(g); p.fits(g) != nil {
		return p.fits(g)
	}
	at := p.at
	return at.cross.Launch(crossShape(int(p.size), eax.CrossRoom(g)), at.metric, at.order, at.near, g, p.tours, p.spare,
		p.scratch, p.costs, p.table, p.loss, p.best, at.work, at.Stop)
}

// fits compares the lengths of the arrays with what a launch indexes in them: see eax.GrowTours and eax.CrossTours.
func (p *crossPart) fits(g eax.Generation) error {
	tours, n := int64(g.Tours), int64(g.Cities)
	return gpu.Fits("CrossTours", gpu.Need{Array: "order", Have: p.at.order.Len(), Least: n},
		gpu.Need{Array: "near", Have: p.at.near.Len(), Least: n * int64(g.Neighbours)},
		gpu.Need{Array: "tours", Have: p.tours.Len(), Least: 4 * tours * n}, gpu.Need{Array: "spare", Have: p.spare.Len(), Least: 2 * tours * n},
		gpu.Need{Array: "scratch", Have: p.scratch.Len(), Least: tours * int64(eax.CrossScratch(g))},
		gpu.Need{Array: "costs", Have: p.costs.Len(), Least: 2 * tours},
		gpu.Need{Array: "table", Have: p.table.Len(), Least: 3 * tours / int64(g.Arc) << g.EdgeBits},
		gpu.Need{Array: "loss", Have: p.loss.Len(), Least: int64(g.Arc) + 2}, gpu.Need{Array: "best", Have: p.best.Len(), Least: int64(g.Number) + 1},
		gpu.Need{Array: "work", Have: p.at.work.Len(), Least: 2})
}

// travellers are tours that go from one machine to another: cities by position and positions by city of each.
type travellers struct {
	tours []uint16
	costs []int64
}

// last reads the last tours of a generation, as many as travel.
func (p *crossPart) last(g eax.Generation) (t travellers, err error) {
	t = travellers{make([]uint16, 2*g.Turn*g.Cities), make([]int64, g.Turn)}
	from := p.behind(g)
	if err = p.tours.Read(t.tours, 2*from*int(g.Cities)); err == nil {
		err = p.costs.Read(t.costs, from)
	}
	return t, err
}

// replace puts others in the place of the last tours of a generation.
func (p *crossPart) replace(g eax.Generation, by travellers) error {
	from := p.behind(g)
	if err := p.tours.Write(by.tours, 2*from*int(g.Cities)); err != nil {
		return err
	}
	return p.costs.Write(by.costs, from)
}

// behind is where the tours that leave in the next generation begin.
func (p *crossPart) behind(g eax.Generation) int { return int(((g.Number-1)&1+1)*p.size - g.Turn) }

// read reads a tour of a generation, one of the last two, as cities by position.
func (p *crossPart) read(number, tour int32, city []uint16) error {
	return p.tours.Read(city, int((number&1)*p.size+tour-p.first)*2*len(city))
}
