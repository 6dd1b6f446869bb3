package population

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/fleet/regional"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/internal/kernels/climb"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// A region has foragers ants on a GPU, each of which makes forageTrips trips in a launch: some 15 ms.
	foragers, emulatedForagers = 16, 3
	forageTrips, emulatedTrips = 200, 2
	// A region has fewPlaces to manyPlaces cities, as leaves foragePatches of them to a multiprocessor.
	fewPlaces, manyPlaces, foragePatches = 192, 512, 2
	// mostForaged bounds tours, whose candidate lists kernels index by 32 bits.
	mostForaged = 1 << 24
	// mostTripPriced is about how many moves an ant prices on a trip.
	mostTripPriced = 200 * climb.Priced * climb.Most
)

// forageFleet is focused ants on an accelerator. The run has one tour, whose regions all machines divide.
type forageFleet struct {
	fleet.Fleet
	s     *antSearch
	order []int32 // the module's number of each city of the graph
	begin []int32 // the tour at first, in the graph's numbers
}

func newForageFleet(s *antSearch, module kernel.Module, order []int32) walk.Search {
	f := &forageFleet{s: s, order: order}
	f.Fleet = fleet.Fleet{Plan: s.plan, Problem: s.p, N: s.n, Module: module, Ran: s.m, Names: fleet.Always("Forage"),
		New: func() fleet.Machine { return &forageWalk{f: f} }}
	local, x := tour.NewOrOpt(s.g), slices.Clone(s.g.Order())
	for local.Set(x); !local.Optimal() && !s.plan.Aborted(); { // of the whole tour, for edges that are longer than a region
		local.Optimise(1000)
	}
	local.Copy(x)
	f.begin = s.inRows(x, x)
	return f
}

// MostWalks implements walk.WalkLimiter, and Walks walk.WalkCounter: there is one tour.
func (f *forageFleet) MostWalks() int { return 1 }
func (f *forageFleet) Walks() int     { return 1 }

// forageConvoy is all machines. It adopts as the first does.
type forageConvoy struct {
	*fleet.Convoy
	lead *regional.Walk
}

func (c *forageConvoy) Adopt(x []int32, cost int64) { c.lead.Adopt(x, cost) }

func (f *forageFleet) NewWalk(id int) (walk.Walk, error) {
	c, err := f.Convoy(id)
	if err != nil {
		return nil, err
	}
	first := &c.Machines[0].(*forageWalk).Walk
	for i, m := range c.Machines {
		m.(*forageWalk).Share(first, i, len(c.Machines))
	}
	return &forageConvoy{c, first}, nil
}

// forageWalk is a machine. Logical time counts the trips of an ant in each region; a launch is an iteration.
type forageWalk struct {
	regional.Walk
	f            *forageFleet
	plan         ants.Foraging
	desire, much *gpu.Array[float32]
	weight       *gpu.Array[uint32]
	next         *gpu.Array[int32]
	laid         ants.Laid
}

func (w *forageWalk) Start(_ int, kernels []*gpu.Kernel) error {
	s, places := w.f.s, w.f.places(w.Machine)
	w.Begin(s.p, s.g, w.f.Module, w.f.order, slices.Clone(w.f.begin), places, kernels)
	w.plan = ants.Foraging{Rule: s.rule, Places: int32(places), Ants: int32(s.m.Ants), Seed: w.Run.Seed}
	w.laid = ants.Laid{Next: make([]int32, s.n)}
	trail, on := ants.NewTrail(&s.rule, s.near, nil, s.desire), &w.Memory
	w.desire, w.much, w.weight = fleet.ArrayOf(on, s.desire), fleet.ArrayOf(on, trail.Much), fleet.ArrayOf(on, trail.Weight)
	w.next = fleet.Array[int32](on, s.n)
	return w.Made()
}

// places is how many cities a region has, at most, as long as a block has room for them.
func (f *forageFleet) places(m *gpu.Machine) int {
	places := min(max(fewPlaces, f.s.n/(foragePatches*m.Multiprocessors())), manyPlaces) &^ 63
	for places > 64 && f.room(places) > m.SharedPerBlock() {
		places -= 64
	}
	return places
}

func (f *forageFleet) room(places int) int {
	return ants.ForageRoom(places, int(f.s.rule.Choices), f.s.m.Ants, regional.PlaceBytes(f.Module))
}

// Searches implements fleet.Searches: the machine's regions, by which evaluations are divided.
func (w *forageWalk) Searches() int { return w.To - w.From }

func (w *forageWalk) Until(from, evaluations int64) int64 {
	m := &w.f.s.m
	if w.Searches() == 0 {
		return from + int64(m.Trips)
	}
	return from + max(1, min(int64(m.Trips), evaluations/(int64(m.Ants*w.Searches())*mostTripPriced)))
}

func (w *forageWalk) Launch(from, until, _ int64) error {
	w.plan.Trips, w.plan.Round = int32(until-from), w.Round()
	w.plan.From, w.plan.To = int32(w.From), int32(w.To)
	w.laid.Note(&w.plan.Rule, w.Tour, 0, 1)
	if err := w.Divide(); err != nil {
		return err
	}
	if err := w.next.Write(w.laid.Next, 0); err != nil {
		return err
	}
	shape := gpu.Shape{Blocks: w.Division.Regions(), Threads: lane.WarpSize * w.f.s.m.Ants, Shared: w.f.room(int(w.plan.Places))}
	return w.Submit(shape, w.plan, w.desire, w.much, w.weight, w.next)
}

func (w *forageWalk) Work(_, _ int64, _ int) (multiwalk.Counters, error) {
	c := multiwalk.Counters{DeltaEvaluations: w.Did[1], Moves: w.Did[0]}
	if w.Leads() {
		c.FullEvaluations = int64(w.f.s.m.Ants)
	}
	return c, nil
}

// Save implements checkpoint.Saver. The machine's memory has the pheromone.
func (w *forageWalk) Save(a *checkpoint.Archive) {
	w.Walk.Save(a)
	a.Fields("pheromone", &w.Memory)
}
