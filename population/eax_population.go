package population

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// mostGenerations bounds the generations of a population; they come to rest long before.
const mostGenerations = 1 << 14

// crossPopulation is a population of tours on a machine.
type crossPopulation struct {
	g       kernel.Generation
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
	n := w.s.n
	children := min(mostChildren, max(fewChildren, n/300)*(tours/w.s.tours))
	g := kernel.Generation{Cities: int32(n), Neighbours: int32(w.s.k), Tours: int32(tours), Exchanges: crossExchanges,
		Children: int32(children), Cuts: crossCuts, Nearest: 1,
		EdgeBits: int32(max(14, bits.Len(uint(64*n-1)))), Walk: uint32(w.grown*w.s.plan.Device.Workers() + w.id),
		Seed: w.s.plan.Seed, Target: target}
	q := &crossPopulation{g: g, order: w.s.cities, lead: math.MaxInt64, shifts: multiwalk.NewRand(g.Seed, int(g.Walk))}
	var errs [7]error
	q.tours, errs[0] = gpu.NewArray[uint16](w.m, 4*tours*n)
	q.spare, errs[1] = gpu.NewArray[uint16](w.m, 2*tours*n)
	q.scratch, errs[2] = gpu.NewArray[uint16](w.m, tours*int(kernel.CrossScratch(g)))
	q.costs, errs[3] = gpu.NewArray[int64](w.m, tours)
	q.table, errs[4] = gpu.NewArray[uint32](w.m, 3<<g.EdgeBits)
	q.loss, errs[5] = gpu.ArrayOf(w.m, entropyLoss(tours))
	q.best, errs[6] = gpu.ArrayOf(w.m, slices.Repeat([]uint64{math.MaxUint64}, mostGenerations))
	if err := errors.Join(errs[:]...); err != nil {
		return nil, errors.Join(err, q.free())
	}
	return q, nil
}

func (q *crossPopulation) free() error {
	return errors.Join(q.tours.Free(), q.spare.Free(), q.scratch.Free(), q.costs.Free(), q.table.Free(), q.loss.Free(),
		q.best.Free())
}

// grow launches the making of generation 0. A start solution takes the place of the first tour of the first population.
func (q *crossPopulation) grow(w *crossWalk) error {
	err := w.grow.Launch(crossShape(int(q.g.Tours), (q.g.Cities+31)/32*4), w.metric, w.order, w.near, q.g, q.tours, q.costs,
		q.table, q.best, w.work, w.stop)
	if err != nil || w.s.plan.Start == nil || w.grown > 1 {
		return err
	}
	n := len(q.order)
	number, tour := make([]uint16, n), make([]uint16, 2*n)
	for i, c := range q.order {
		number[c] = uint16(i)
	}
	for p, c := range w.s.plan.Start {
		tour[p] = number[c]
		tour[n+int(tour[p])] = uint16(p)
	}
	var best [1]uint64
	if err := q.best.Read(best[:], 0); err != nil {
		return err
	}
	best[0] = min(best[0], uint64(w.s.p.Cost(w.s.plan.Start))<<16)
	return errors.Join(q.tours.Write(tour, 0), q.costs.Write([]int64{w.s.p.Cost(w.s.plan.Start)}, 0), q.best.Write(best[:], 0))
}

// breed launches the next generation.
func (q *crossPopulation) breed(w *crossWalk) error {
	q.g.Number++
	q.g.Shift = 1 + int32(q.shifts.Uint32N(uint32(q.g.Tours-1)))
	return w.cross.Launch(crossShape(int(q.g.Tours), kernel.CrossRoom(q.g)), w.metric, w.order, w.near, q.g, q.tours, q.spare,
		q.scratch, q.costs, q.table, q.loss, q.best, w.work, w.stop)
}

// leader returns the best of the generations from first on: the last generation that has it, or the one that came to
// the target, after which tours stay where they are; the cost and the tour. Of a run that is broken off the last
// generations may have nothing.
func (q *crossPopulation) leader(first int32) (number int32, cost int64, tour int, err error) {
	best := make([]uint64, q.g.Number-first+1)
	if err := q.best.Read(best, int(first)); err != nil {
		return 0, 0, 0, err
	}
	least := slices.Min(best)
	there := false
	for i, b := range best {
		if b == least && !there {
			number, there = first+int32(i), int64(b>>16) <= q.g.Target
		}
		if c := int64(b >> 16); c < q.lead {
			q.lead, q.since = c, first+int32(i)
		}
	}
	return number, int64(least >> 16), int(least & 0xffff), nil
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
func (q *crossPopulation) tour(number int32, i int) ([]int32, error) {
	n := len(q.order)
	city := make([]uint16, n)
	if err := q.tours.Read(city, (int(number&1)*int(q.g.Tours)+i)*2*n); err != nil {
		return nil, err
	}
	x := make([]int32, n)
	for p, c := range city {
		x[p] = q.order[c]
	}
	return x, nil
}
