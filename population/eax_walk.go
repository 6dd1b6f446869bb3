package population

import (
	"errors"
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// crossNeighbours is the default of EAX.Neighbours, and mostNeighbours its greatest value, a lane of a warp each.
	crossNeighbours, mostNeighbours = 8, 32
	// mostTours bounds populations: the number of a tour has 16 bits.
	mostTours = 1<<16 - 1
	// crossCuts bounds the edges by which a child leaves its parent. Longer AB-cycles, which come about between random
	// tours, hardly ever make a good child.
	crossCuts = 128
	// crossTours is how many tours a machine's first population has. That is eight warps for each multiprocessor of an
	// H200, which take little longer than four. An emulator has fewer, because it is slow.
	crossTours, emulatedTours = 1024, 12
	// crossGrowth is how many times as large as the first population the later ones may become.
	crossGrowth = 16
	// A pair of tours of the first population has one child for every 300 cities, at least fewChildren: with fewer
	// children small instances reach the optimum sooner, but large ones end at worse tours. The number doubles with the
	// population, up to mostChildren, the number of Nagata and Kobayashi.
	fewChildren, mostChildren = 4, 30
	// crossExchanges bounds the AB-cycles that a tour takes over in a generation.
	crossExchanges = 100
	// After crossPatience generations without a new best tour a population crosses by blocks; after crossPatience more
	// it is given up.
	crossPatience = 50
	// crossWarps is how many warps a block has.
	crossWarps = 4
	// mostNumbers bounds the numbers of an array, which kernels index by 32 bits.
	mostNumbers = 1 << 31
)

// eaxSearch is EAX prepared for a problem.
type eaxSearch struct {
	fleet.Fleet
	m      EAX
	k      int
	near   []uint16
	order  []int32 // the module's number of each city of the graph
	cities []int32 // the problem's
	tours  int     // of a machine's first population
}

// Resolved implements walk.Resolver.
func (s *eaxSearch) Resolved(walk.Walk) walk.Method {
	m := s.m
	m.Tours, m.Neighbours = s.tours, s.k
	return m
}

// generations is how many generations a unit has. With few tours that is 2 to 8 ms of work.
func (s *eaxSearch) generations() int { return max(1, min(8, 8000/s.N)) }

// Walks implements walk.WalkCounter: the tours of all first populations.
func (s *eaxSearch) Walks() int { return s.tours * s.Plan.Device.Workers() }

// setTours decides how many tours the first population of a machine has.
func (s *eaxSearch) setTours() {
	switch {
	case s.Plan.Walks > 0:
		s.tours = (s.Plan.Walks + s.Plan.Device.Workers() - 1) / s.Plan.Device.Workers()
	case s.m.Tours > 0:
		s.tours = s.m.Tours
	case gpu.IsEmulator(s.Plan.Device):
		s.tours = emulatedTours
	default:
		s.tours = crossTours
	}
	s.tours = max(2, min(s.tours, s.mostTours()))
}

// mostTours is how many tours a population can have: their numbers take 16 bits, and places in arrays 32.
func (s *eaxSearch) mostTours() int {
	return min(mostTours, mostNumbers/(7*s.N)) // the scratch of a tour is less than seven numbers a city
}

// crossWalk is the populations of one machine, one after another. Each begins with local optima, and is crossed until
// it finds nothing better; the next one is twice as large, so no time limit has to be known. Logical time counts the
// generations of all of them.
type crossWalk struct {
	fleet.Walk
	s           *eaxSearch
	grow, cross *gpu.Kernel
	metric      *gpu.Value
	order       *gpu.Array[int32]
	near        *gpu.Array[uint16]
	work        *gpu.Array[int64]
	pop         *crossPopulation
	first       int32 // the first generation of pop in the present launch
	found       crossLeader
	grown       int   // populations so far
	planted     int64 // tours made by the present launch for a new population
}

// Searches implements fleet.Searches.
func (w *crossWalk) Searches() int { return w.s.tours }

// Start implements fleet.Machine: it uploads what all populations share.
func (w *crossWalk) Start(_ int, kernels []*gpu.Kernel) error {
	w.Run.Begin(w.s.Problem, multiwalk.NewRand(w.Run.Seed, w.Place), w.X)
	w.Least = w.s.Problem.Cost(w.X)
	w.Done.FullEvaluations = 1
	w.grow, w.cross = kernels[0], kernels[1]
	on := &w.Memory
	w.metric, w.order, w.near = on.Value(w.s.Module.Problem), fleet.ArrayOf(on, w.s.order), fleet.ArrayOf(on, w.s.near)
	w.work, w.Stop = fleet.Array[int64](on, 2), on.Flag()
	return w.Made()
}

// Until implements fleet.Searches: a launch is some generations.
func (w *crossWalk) Until(from, _ int64) int64 { return from + int64(w.s.generations()) }

// Launch implements fleet.Searches: it grows a new population if there is none, and crosses it.
func (w *crossWalk) Launch(from, until, target int64) error {
	w.first, w.planted = 0, 0
	if w.pop == nil {
		if err := w.plant(target); err != nil {
			return err
		}
	} else {
		w.first = w.pop.g.Number + 1
	}
	w.pop.g.Target = target // of this part of a run that is resumed
	for range until - from {
		if err := w.pop.breed(w); err != nil {
			return err
		}
	}
	return nil
}

// plant grows the next population.
func (w *crossWalk) plant(target int64) (err error) {
	tours := min(w.s.tours<<min(w.grown, bits.Len(crossGrowth)-1), w.s.mostTours())
	if w.pop, err = newCrossPopulation(w, tours, target); err != nil {
		return err
	}
	w.planted = int64(tours)
	w.grown++
	return w.pop.grow(w)
}

// Read implements fleet.Searches.
func (w *crossWalk) Read() (err error) {
	if w.pop == nil { // a resumed walk that grows the next one first
		return nil
	}
	w.found, err = w.pop.leader(w.first)
	return err
}

// Work implements fleet.Searches.
func (w *crossWalk) Work(_, _ int64, _ int) (multiwalk.Counters, error) {
	var work [2]int64
	err := w.work.Read(work[:], 0)
	c := multiwalk.Counters{FullEvaluations: w.planted, DeltaEvaluations: work[0] - w.Done.DeltaEvaluations, Moves: work[1] - w.Done.Moves}
	if w.planted > 0 && w.grown > 1 {
		c.Restarts = 1
	}
	return c, err
}

// Leader implements fleet.Searches. A generation that was broken off may have been written over in part.
func (w *crossWalk) Leader(int) (tour int, cost int64) {
	if w.Stopped() && w.found.cost < w.Least {
		x := make([]int32, w.s.N)
		if w.Incumbent(w.found.tour, x) != nil || w.s.Problem.Space().Check(x) != nil || w.s.Problem.Cost(x) != w.found.cost {
			return 0, math.MaxInt64
		}
	}
	return w.found.tour, w.found.cost
}

// Incumbent implements fleet.Searches.
func (w *crossWalk) Incumbent(tour int, x []int32) error { return w.pop.tour(w.found.number, tour, x) }

// Proceed implements fleet.Searches: a population that has come to rest is given up.
func (w *crossWalk) Proceed() (ended bool, err error) {
	if w.pop.rest() {
		err = w.pop.memory.Close()
		w.pop = nil
	}
	return false, err
}

// Save implements checkpoint.Saver. The present population is made anew, and then read.
func (w *crossWalk) Save(a *checkpoint.Archive) {
	tours := int32(0)
	if w.pop != nil {
		tours = w.pop.g.Tours
	}
	a.Fields("eax", &tours, &w.grown)
	if tours > 0 && a.Err() == nil {
		if a.Reading() {
			var err error
			if w.pop, err = newCrossPopulation(w, int(tours), 0); err != nil {
				a.Fail(err)
				return
			}
		}
		w.pop.save(a)
	}
	w.Walk.Save(a)
}

// Close frees the memory of the device.
func (w *crossWalk) Close() error {
	err := w.Walk.Close()
	if w.pop != nil {
		err = errors.Join(err, w.pop.memory.Close())
	}
	return err
}

// crossShape is the shape of a launch with one warp for each tour. shared is the shared memory of a warp.
func crossShape(tours int, shared int32) gpu.Shape {
	return gpu.Shape{Blocks: (tours + crossWarps - 1) / crossWarps, Threads: 32 * crossWarps, Shared: crossWarps * int(shared)}
}
