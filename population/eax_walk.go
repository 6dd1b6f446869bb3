package population

import (
	"errors"
	"math/bits"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

const (
	// crossNeighbours is the default of EAX.Neighbours, and mostNeighbours its greatest value, a lane of a warp each.
	crossNeighbours, mostNeighbours = 8, 32
	// mostTours bounds populations: the number of a tour has 16 bits.
	mostTours = 1<<16 - 1
	// crossCuts bounds the edges by which a child leaves its parent. Longer AB-cycles, which come about between random
	// tours, hardly ever make a good child.
	crossCuts = 128
	// crossTours is the tours of a machine's first population: eight warps a multiprocessor of an H200, which take
	// little longer than four. On an emulator they are few, because it is slow.
	crossTours, emulatedTours = 1024, 12
	// crossGrowth is how many times as large as the first population the later ones may become.
	crossGrowth = 16
	// fewChildren is how many children the first population chooses the best of at each exchange: one for 300 cities,
	// for fewer are quicker at the optimum of small instances and end at worse tours of large ones. They double with
	// the population up to mostChildren, which is Nagata's and Kobayashi's number.
	fewChildren, mostChildren = 4, 30
	// crossExchanges bounds the AB-cycles that a tour takes over in a generation.
	crossExchanges = 100
	// crossPatience is after how many generations without a new best a population crosses by blocks, and after how many
	// more it is given up.
	crossPatience = 50
	// crossWarps is the warps of a block.
	crossWarps = 4
	// mostNumbers bounds the numbers of an array, which kernels index by 32 bits.
	mostNumbers = 1 << 31
)

// crossSearch is EAX prepared for a problem.
type crossSearch struct {
	m      EAX
	p      multiwalk.Problem
	plan   multiwalk.Plan
	n, k   int
	near   []uint16
	order  []int32 // the module's number of each city of the graph
	cities []int32 // the problem's
	module kernel.Module
	tours  int // of a machine's first population
}

// Slice implements multiwalk.Search: a unit is one launch or a few.
func (s *crossSearch) Slice() int { return 1 }

// generations is how many generations a unit has: 2 to 8 ms of work where tours are few.
func (s *crossSearch) generations() int { return max(1, min(8, 8000/s.n)) }

// Walks implements multiwalk.WalkCounter: the tours of all first populations.
func (s *crossSearch) Walks() int { return s.tours * s.plan.Device.Workers() }

// setTours decides how many tours the first population of a machine has.
func (s *crossSearch) setTours() {
	switch {
	case s.plan.Walks > 0:
		s.tours = (s.plan.Walks + s.plan.Device.Workers() - 1) / s.plan.Device.Workers()
	case s.m.Tours > 0:
		s.tours = s.m.Tours
	case gpu.IsEmulator(s.plan.Device):
		s.tours = emulatedTours
	default:
		s.tours = crossTours
	}
	s.tours = max(2, min(s.tours, s.mostTours()))
}

// mostTours is how many tours a population can have: their numbers take 16 bits, and places in arrays 32.
func (s *crossSearch) mostTours() int {
	return min(mostTours, mostNumbers/(7*s.n)) // the scratch of a tour is less than seven numbers a city
}

// crossWalk is the populations of one machine, one after another. Each grows from local optima and is crossed until it
// finds nothing better; the next is twice as large, so that no time limit has to be known.
type crossWalk struct {
	s           *crossSearch
	m           *gpu.Machine
	id          int
	grow, cross *gpu.Kernel
	metric      *gpu.Value
	order       *gpu.Array[int32]
	near        *gpu.Array[uint16]
	work        *gpu.Array[int64]
	stop        *gpu.Flag
	pop         *crossPopulation
	grown       int // populations so far
	best        []int32
	cost        int64
	counters    multiwalk.Counters
}

// Load implements multiwalk.Loader.
func (s *crossSearch) Load(tell func(msg string)) error {
	return gpu.LoadAll(s.plan.Device, s.module, tell)
}

// NewWalk implements multiwalk.Search: it opens machine number id.
func (s *crossSearch) NewWalk(id int) (multiwalk.Walk, error) {
	m, err := gpu.Of(s.plan.Device, id)
	if err != nil {
		return nil, err
	}
	w := &crossWalk{s: s, m: m, id: id, best: make([]int32, s.n)}
	s.plan.Begin(s.p, multiwalk.NewRand(s.plan.Seed, id), w.best)
	w.cost = s.p.Cost(w.best)
	w.counters.FullEvaluations = 1
	if err := w.open(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// open loads the kernels and uploads what all populations share.
func (w *crossWalk) open() error {
	program, err := w.m.Load(w.s.module.Name, w.s.module.PTX)
	if err != nil {
		return err
	}
	var errs [7]error
	grow, cross := w.s.module.Entries["GrowTours"], w.s.module.Entries["CrossTours"]
	w.grow, errs[0] = program.Kernel(grow.Symbol, grow.Func)
	w.cross, errs[1] = program.Kernel(cross.Symbol, cross.Func)
	w.metric, errs[2] = gpu.ValueOf(w.m, w.s.module.Problem)
	w.order, errs[3] = gpu.ArrayOf(w.m, w.s.order)
	w.near, errs[4] = gpu.ArrayOf(w.m, w.s.near)
	w.work, errs[5] = gpu.NewArray[int64](w.m, 2)
	w.stop, errs[6] = gpu.NewFlag(w.m)
	return errors.Join(errs[:]...)
}

// Step implements multiwalk.Walk.
func (w *crossWalk) Step(s *multiwalk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		if err := w.unit(s); err != nil {
			s.Fail(err)
			return false
		}
	}
	return true
}

// unit is some generations, of a new population if there is none.
func (w *crossWalk) unit(s *multiwalk.Slice) error {
	if w.counters.Units++; w.counters.Units == 1 {
		s.Improved(w.cost, w.counters)
	}
	first := int32(0)
	if w.pop == nil {
		if err := w.plant(s); err != nil {
			return err
		}
	} else {
		first = w.pop.g.Number + 1
	}
	for range w.s.generations() {
		if err := w.pop.breed(w); err != nil {
			return err
		}
	}
	if err := w.m.Wait(s.Aborted, w.stop); err != nil {
		return err
	}
	return w.take(s, first)
}

// plant grows the next population.
func (w *crossWalk) plant(s *multiwalk.Slice) (err error) {
	tours := min(w.s.tours<<min(w.grown, bits.Len(crossGrowth)-1), w.s.mostTours())
	if w.pop, err = newCrossPopulation(w, tours, s.Target()); err != nil {
		return err
	}
	if w.grown > 0 {
		w.counters.Restarts++
	}
	w.counters.FullEvaluations += int64(tours)
	w.grown++
	return w.pop.grow(w)
}

// take takes up what the generations from first on found, and gives the population up once it has come to rest.
func (w *crossWalk) take(s *multiwalk.Slice, first int32) error {
	number, cost, tour, err := w.pop.leader(first)
	if err != nil {
		return err
	}
	var work [2]int64
	if err := w.work.Read(work[:], 0); err != nil {
		return err
	}
	w.counters.DeltaEvaluations, w.counters.Moves = work[0], work[1]
	if cost < w.cost {
		x, err := w.pop.tour(number, tour)
		if err != nil {
			return err
		}
		// A generation that was broken off may have been written over in part.
		if !s.Aborted() || w.s.p.Space().Check(x) == nil && w.s.p.Cost(x) == cost {
			w.best, w.cost = x, cost
			s.Improved(cost, w.counters)
		}
	}
	if w.pop.rest() {
		err = w.pop.free()
		w.pop = nil
	}
	return err
}

// Best implements multiwalk.Walk.
func (w *crossWalk) Best() ([]int32, int64) { return w.best, w.cost }

// Counters implements multiwalk.Walk.
func (w *crossWalk) Counters() multiwalk.Counters { return w.counters }

// Close frees the memory of the device.
func (w *crossWalk) Close() error {
	err := errors.Join(w.metric.Free(), w.order.Free(), w.near.Free(), w.work.Free(), w.stop.Free())
	if w.pop != nil {
		err = errors.Join(err, w.pop.free())
	}
	return err
}

// shape is a launch of one warp a tour, with so much shared memory a warp.
func crossShape(tours int, shared int32) gpu.Shape {
	return gpu.Shape{Blocks: (tours + crossWarps - 1) / crossWarps, Threads: 32 * crossWarps, Shared: crossWarps * int(shared)}
}
