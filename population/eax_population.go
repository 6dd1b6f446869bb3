package population

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/eax"
)

// mostGenerations bounds the generations of a population; they come to rest long before.
const mostGenerations = 1 << 14

// crossPopulation is a population of tours on a machine.
type crossPopulation struct {
	memory  fleet.Memory
	g       eax.Generation
	order   []int32 // the problem's number of each city
	shifts  *multiwalk.Rand
	lead    int64 // the least cost so far
	since   int32 // generation that found it
	tours   *gpu.Array[uint16]
	spare   *gpu.Array[uint16]
	scratch *gpu.Array[uint16]
	costs   *gpu.Array[int64]
	table   *gpu.Array[uint32]
	loss    *gpu.Array[int32]
	best    *gpu.Array[uint64]
}

// newCrossPopulation allocates the next population of a walk. Once a tour costs no more than target, nothing changes.
func newCrossPopulation(w *crossWalk, tours int, target int64) (*crossPopulation, error) {
	n := w.s.N
	children := min(mostChildren, max(fewChildren, n/300)*(tours/w.s.tours))
	g := eax.Generation{Cities: int32(n), Neighbours: int32(w.s.k), Tours: int32(tours), Exchanges: crossExchanges,
		Children: int32(children), Cuts: crossCuts, Nearest: 1,
		EdgeBits: int32(max(14, bits.Len(uint(64*n-1)))), Walk: uint32(w.grown*w.s.Plan.Device.Workers() + w.Place),
		Seed: w.Run.Seed, Target: target}
	q := &crossPopulation{g: g, order: w.s.cities, lead: math.MaxInt64, shifts: multiwalk.NewRand(g.Seed, int(g.Walk))}
	q.memory.Machine = w.Machine
	on := &q.memory
	q.tours, q.spare = fleet.Array[uint16](on, 4*tours*n), fleet.Array[uint16](on, 2*tours*n)
	q.scratch, q.costs = fleet.Array[uint16](on, tours*int(eax.CrossScratch(g))), fleet.Array[int64](on, tours)
	q.table, q.loss = fleet.Array[uint32](on, 3<<g.EdgeBits), fleet.ArrayOf(on, entropyLoss(tours))
	q.best = fleet.ArrayOf(on, slices.Repeat([]uint64{math.MaxUint64}, mostGenerations))
	if err := on.Made(); err != nil {
		return nil, errors.Join(err, on.Close())
	}
	return q, nil
}

// grow launches the making of generation 0. A start solution takes the place of the first tour of the first population.
func (q *crossPopulation) grow(w *crossWalk) error {
	if err := q.fits(w); err != nil {
		return err
	}
	err := w.grow.Launch(crossShape(int(q.g.Tours), (q.g.Cities+31)/32*4), w.metric, w.order, w.near, q.g, q.tours, q.costs,
		q.table, q.best, w.work, w.Stop)
	if err != nil || w.s.Plan.Start == nil || w.grown > 1 {
		return err
	}
	n := len(q.order)
	number, tour := make([]uint16, n), make([]uint16, 2*n)
	for i, c := range q.order {
		number[c] = uint16(i)
	}
	for p, c := range w.s.Plan.Start {
		tour[p] = number[c]
		tour[n+int(tour[p])] = uint16(p)
	}
	var best [1]uint64
	if err := q.best.Read(best[:], 0); err != nil {
		return err
	}
	best[0] = min(best[0], uint64(w.s.Problem.Cost(w.s.Plan.Start))<<16)
	return errors.Join(q.tours.Write(tour, 0), q.costs.Write([]int64{w.s.Problem.Cost(w.s.Plan.Start)}, 0), q.best.Write(best[:], 0))
}

// breed launches the next generation.
func (q *crossPopulation) breed(w *crossWalk) error {
	q.g.Number++
	q.g.Shift = 1 + int32(q.shifts.Uint32N(uint32(q.g.Tours-1)))
	if err := q.fits(w); err != nil {
		return err
	}
	return w.cross.Launch(crossShape(int(q.g.Tours), eax.CrossRoom(q.g)), w.metric, w.order, w.near, q.g, q.tours, q.spare,
		q.scratch, q.costs, q.table, q.loss, q.best, w.work, w.Stop)
}

// fits compares the lengths of the arrays with what a launch indexes in them: see eax.GrowTours and eax.CrossTours.
func (q *crossPopulation) fits(w *crossWalk) error {
	tours, n := int64(q.g.Tours), int64(q.g.Cities)
	return gpu.Fits("CrossTours", gpu.Need{Array: "order", Have: w.order.Len(), Least: n},
		gpu.Need{Array: "near", Have: w.near.Len(), Least: n * int64(q.g.Neighbours)},
		gpu.Need{Array: "tours", Have: q.tours.Len(), Least: 4 * tours * n}, gpu.Need{Array: "spare", Have: q.spare.Len(), Least: 2 * tours * n},
		gpu.Need{Array: "scratch", Have: q.scratch.Len(), Least: tours * int64(eax.CrossScratch(q.g))},
		gpu.Need{Array: "costs", Have: q.costs.Len(), Least: tours}, gpu.Need{Array: "table", Have: q.table.Len(), Least: 3 << q.g.EdgeBits},
		gpu.Need{Array: "loss", Have: q.loss.Len(), Least: tours + 2}, gpu.Need{Array: "best", Have: q.best.Len(), Least: int64(q.g.Number) + 1},
		gpu.Need{Array: "work", Have: w.work.Len(), Least: 2})
}

// crossLeader is the best of some generations.
type crossLeader struct {
	number int32 // the last generation that has it, or the one that came to the target
	tour   int
	cost   int64
}

// leader returns the best of the generations from first on. After one that came to the target tours stay where they are. Of
// a run that is broken off the last generations may have nothing.
func (q *crossPopulation) leader(first int32) (l crossLeader, err error) {
	best := make([]uint64, q.g.Number-first+1)
	if err := q.best.Read(best, int(first)); err != nil {
		return l, err
	}
	least := slices.Min(best)
	there := false
	for i, b := range best {
		if b == least && !there {
			l.number, there = first+int32(i), int64(b>>16) <= q.g.Target
		}
		if c := int64(b >> 16); c < q.lead {
			q.lead, q.since = c, first+int32(i)
		}
	}
	l.tour, l.cost = int(least&0xffff), int64(least>>16)
	return l, nil
}

// rest reports that the population has come to rest: by single AB-cycles first, then by blocks of them.
func (q *crossPopulation) rest() bool {
	switch {
	case q.g.Number > mostGenerations-64:
		return true
	case q.g.Number-q.since <= crossPatience:
		return false
	case q.g.Blocks == 0:
		q.g.Blocks, q.since = 1, q.g.Number
		return false
	}
	return true
}

// tour reads a tour of a generation, one of the last two, in the problem's numbers.
func (q *crossPopulation) tour(number int32, i int, x []int32) error {
	city := make([]uint16, len(q.order))
	if err := q.tours.Read(city, (int(number&1)*int(q.g.Tours)+i)*2*len(city)); err != nil {
		return err
	}
	for p, c := range city {
		x[p] = q.order[c]
	}
	return nil
}

// save saves the population.
func (q *crossPopulation) save(a *checkpoint.Archive) {
	a.Fields("population", &q.g, q.shifts, &q.lead, &q.since, &q.memory)
}
