package population

import (
	"errors"
	"math"

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
	// mostArcs bounds the arcs of a population, each of which has a table of edges.
	mostArcs = 64
	// crossCuts bounds the edges by which a child leaves its parent. Longer AB-cycles, which come about between random
	// tours, hardly ever make a good child.
	crossCuts = 128
	// crossTours is how many tours the first population has, eight warps for each multiprocessor of an H200, and from manyCities cities on
	// twice as many: until then a generation takes little longer with more. Emulators have fewer, because they are slow.
	crossTours, manyCities, emulatedTours = 1024, 4000, 12
	// GPUs have crossArcs arcs at least: so one finds what two find.
	crossArcs = 2
	// Every crossTurn generations the ring of tours turns.
	crossTurn = 8
	// crossGrowth is how many times as large as the first population the later ones may become.
	crossGrowth = 16
	// A pair has one child for every 300 cities, at least fewChildren and up to mostChildren, the number of Nagata and Kobayashi. In later
	// populations the number doubles with the tours.
	fewChildren, mostChildren = 4, 30
	// crossReach is eax.Generation.Reach while single AB-cycles are taken over.
	crossReach = 60
	// mostElites is how many populations leave their best tour to later ones.
	mostElites = 8
	// crossExchanges bounds the AB-cycles that a tour takes over in a generation.
	crossExchanges = 100
	// After crossPatience generations without a new best tour a population crosses by blocks; after crossPatience more
	// it is given up. So it is once less than one tour of fewSingles takes over an AB-cycle in a generation, or one of fewBlocks.
	crossPatience, fewSingles, fewBlocks = 50, 4, 16
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
	tours  int     // of the first population
	arcs   int     // of each
}

func (s *eaxSearch) Resolved(walk.Walk) walk.Method {
	m := s.m
	m.Tours, m.Arcs, m.Neighbours = s.tours, s.arcs, s.k
	return m
}

// generations is how many generations a unit has. With few tours that is 2 to 8 ms of work.
func (s *eaxSearch) generations() int { return max(1, min(8, 8000/s.N)) }

// Walks implements walk.WalkCounter: the tours of the first population.
func (s *eaxSearch) Walks() int { return s.tours }

// MostWalks implements walk.WalkLimiter: a walk has all machines, which divide its population.
func (s *eaxSearch) MostWalks() int { return 1 }

// setTours decides how many arcs a population has, at least one for each machine, and how many tours the first one, in arcs of equal length.
func (s *eaxSearch) setTours() {
	machines := s.Plan.Device.Workers()
	if s.arcs = max(machines, s.m.Arcs); s.m.Arcs == 0 && !gpu.IsEmulator(s.Plan.Device) {
		s.arcs = max(machines, crossArcs)
	}
	switch {
	case s.Plan.Walks > 0:
		s.tours = s.Plan.Walks
	case s.m.Tours > 0:
		s.tours = s.m.Tours
	case gpu.IsEmulator(s.Plan.Device):
		s.tours = emulatedTours * machines
	default:
		s.tours = firstTours(s.N, machines)
	}
	s.tours = max(2, min((s.tours+s.arcs-1)/s.arcs, s.mostTours()/s.arcs)) * s.arcs
}

// firstTours is how many tours the first population has on GPUs. It does not grow with them at first, so that two find what one finds.
func firstTours(n, machines int) int {
	if n >= manyCities {
		return max(2*crossTours, crossTours/2*machines)
	}
	return max(crossTours, crossTours/2*machines)
}

// mostTours is how many tours a population can have: their numbers take 16 bits, and places in arrays of a machine 32; the
// scratch of a tour is less than seven numbers a city.
func (s *eaxSearch) mostTours() int { return mostToursOf(s.N, s.arcs, s.Plan.Device.Workers()) }

func mostToursOf(n, arcs, machines int) int {
	fullest := (arcs + machines - 1) / machines // arcs of the machine with most
	return min(mostTours, mostNumbers/(7*n)*arcs/fullest)
}

// NewWalk implements walk.Search: all machines are one walk, which divide its populations.
func (s *eaxSearch) NewWalk(id int) (walk.Walk, error) {
	c, err := s.Convoy(id)
	if err != nil {
		return nil, err
	}
	run := &crossRun{s: s, seed: c.Run.Seed, found: crossLeader{cost: math.MaxInt64}}
	for _, m := range c.Machines {
		w := m.(*crossWalk)
		w.run, run.machines = run, append(run.machines, w)
	}
	return c, nil
}

// crossWalk is a machine of a run. The first one leads: it launches on all of them, and says what was found.
type crossWalk struct {
	fleet.Walk
	s           *eaxSearch
	run         *crossRun
	grow, cross *gpu.Kernel
	metric      *gpu.Value
	order       *gpu.Array[int32]
	near        *gpu.Array[uint16]
	work        *gpu.Array[int64]
}

// leads reports whether the machine is the first.
func (w *crossWalk) leads() bool { return w.Place == 0 }

func (w *crossWalk) Searches() int { return w.s.tours }

// Start implements fleet.Machine: it uploads what all populations share.
func (w *crossWalk) Start(_ int, kernels []*gpu.Kernel) error {
	if w.leads() {
		w.Run.Begin(w.s.Problem, multiwalk.NewRand(w.Run.Seed, w.Place), w.X)
		w.Least = w.s.Problem.Cost(w.X)
		w.Done.FullEvaluations = 1
	}
	w.grow, w.cross = kernels[0], kernels[1]
	on := &w.Memory
	w.metric, w.order, w.near = on.Value(w.s.Module.Problem), fleet.ArrayOf(on, w.s.order), fleet.ArrayOf(on, w.s.near)
	w.work, w.Stop = fleet.Array[int64](on, 2), on.Flag()
	return w.Made()
}

// Until implements fleet.Searches: a launch is some generations.
func (w *crossWalk) Until(from, _ int64) int64 { return from + int64(w.s.generations()) }

func (w *crossWalk) Launch(from, until, target int64) error {
	if !w.leads() {
		return nil
	}
	return w.run.launch(int(until-from), target)
}

// Read implements fleet.Searches, once all machines have come to their end.
func (w *crossWalk) Read() error {
	if w.Place < len(w.run.machines)-1 {
		return nil
	}
	return w.run.read()
}

func (w *crossWalk) Work(_, _ int64, _ int) (multiwalk.Counters, error) {
	var work [2]int64
	err := w.work.Read(work[:], 0)
	c := multiwalk.Counters{DeltaEvaluations: work[0] - w.Done.DeltaEvaluations, Moves: work[1] - w.Done.Moves}
	w.run.taken += c.Moves
	if w.leads() && w.run.planted > 0 {
		c.FullEvaluations = w.run.planted
		if w.run.grown > 1 {
			c.Restarts = 1
		}
	}
	return c, err
}

// Leader implements fleet.Searches. A generation that was broken off may have been written over in part.
func (w *crossWalk) Leader(int) (tour int, cost int64) {
	if w.run == nil || !w.leads() {
		return 0, math.MaxInt64
	}
	found := w.run.found
	if w.Stopped() && found.cost < w.Least {
		x := make([]int32, w.s.N)
		if w.Incumbent(found.tour, x) != nil || w.s.Problem.Space().Check(x) != nil || w.s.Problem.Cost(x) != found.cost {
			return 0, math.MaxInt64
		}
	}
	return found.tour, found.cost
}

func (w *crossWalk) Incumbent(tour int, x []int32) error {
	return w.run.pop.tour(w.run.found.number, tour, x)
}

func (w *crossWalk) Proceed() (ended bool, err error) {
	if w.leads() {
		err = w.run.proceed()
	}
	return false, err
}

func (w *crossWalk) Save(a *checkpoint.Archive) {
	if w.leads() {
		w.run.save(a)
	}
	w.Walk.Save(a)
}

// Close frees the memory of the device.
func (w *crossWalk) Close() error {
	err := w.Walk.Close()
	if w.run != nil && w.leads() {
		err = errors.Join(err, w.run.close())
	}
	return err
}

// crossShape is the shape of a launch with one warp for each tour. shared is the shared memory of a warp.
func crossShape(tours int, shared int32) gpu.Shape {
	return gpu.Shape{Blocks: (tours + crossWarps - 1) / crossWarps, Threads: 32 * crossWarps, Shared: crossWarps * int(shared)}
}
