package population

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/internal/kernels/climb"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/walk"
)

func (m Ants) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	err := walk.NoFixedEdges(m.Name(), p)
	if err != nil || d == nil {
		return err
	}
	m = m.withDefaults(p.Space(), antsOn(d))
	if p.Space().Kind() == multiwalk.KindPermutation {
		return m.placeTabu(p, d)
	}
	focused, most := m.Variant == antVariants[ants.Focused], mostCities
	if focused {
		most = mostForaged
	}
	why := refuseTour(p, most)
	switch {
	case why != "":
	case m.LocalSearch == "kopt":
		why = "there ants have no k-opt; run them on CPU cores, or choose local search oropt or none"
	case focused && m.Ants > ants.MostForagers:
		why = fmt.Sprintf("there a region has up to %d focused ants; use fewer", ants.MostForagers)
	case focused:
		return nil
	case m.LocalSearch != "none" && p.Space().Len() > climbed:
		why = fmt.Sprintf("there ants with local search make tours of up to %d cities; choose local search none, or run them on CPU cores", climbed)
	case p.Space().Len() > math.MaxInt32/(m.Ants+31):
		why = fmt.Sprintf("%d tours of %d cities have more than 2^31 elements; use fewer ants", m.Ants, p.Space().Len())
	default:
		return nil
	}
	return walk.NoKernel(m.Name(), d, why)
}

// climbed is for how many cities ants have local search on a device: that of all of an iteration takes some 50 ms.
const climbed = 4000

// antsOn is the defaults of a device.
func antsOn(d multiwalk.Accelerator) antDefaults {
	switch {
	case d == nil:
		return antDefaults{}
	case gpu.IsEmulator(d):
		return antDefaults{emulatedAnts, emulatedForagers, emulatedTrips}
	}
	return antDefaults{gpuAnts, foragers, forageTrips}
}

// antLanes is how many lanes an ant has: few where there are many ants, so that they fill a GPU and not more. Local search takes a warp.
func antLanes(m Ants, d multiwalk.Accelerator) int32 {
	lanes := int32(32)
	for m.LocalSearch == "none" && lanes > 4 && (m.Ants*int(lanes) > 1<<17 || gpu.IsEmulator(d)) {
		lanes /= 2
	}
	return lanes
}

// antFleet is colonies on an accelerator, one on each machine.
type antFleet struct {
	fleet.Fleet
	s     *antSearch
	order []int32 // the module's number of each city of the graph
	plan  ants.Marching
	close []uint16 // the nearest of each city, for local search
}

func newAntFleet(s *antSearch, each int32) (walk.Search, error) {
	kernel := "March"
	if s.rule.Variant == ants.Focused {
		kernel = "Forage"
	}
	module, order, err := tourModule(s.p, s.g, 0, kernel)
	if err != nil {
		return nil, walk.NoKernel(s.m.Name(), s.plan.Device.(multiwalk.Accelerator), err.Error())
	}
	if s.rule.Variant == ants.Focused {
		return newForageFleet(s, module, order), nil
	}
	f := &antFleet{s: s, order: order, plan: ants.Marching{Rule: s.rule, Each: each}}
	if s.m.LocalSearch != "none" {
		f.plan.Climbs = min(climb.Most, s.rule.Choices)
		for row := range slices.Chunk(s.near, int(s.rule.Choices)) {
			for _, c := range row[:f.plan.Climbs] {
				f.close = append(f.close, uint16(c))
			}
		}
	}
	f.Fleet = fleet.Fleet{Plan: s.plan, Problem: s.p, N: s.n, Module: module, Ran: s.m, Names: fleet.Always("March"),
		New: func() fleet.Machine { return f.machine() }, Settled: f.plan}
	return f, nil
}

// antMachine is the colony of a machine: one search, whose ants its teams of lanes divide.
type antMachine struct {
	fleet.Group[ants.Marching, ants.State]
	f                  *antFleet
	tours, lead, found *gpu.Array[int32]
	costs, priced      *gpu.Array[int64]
	states             *gpu.Array[ants.State]
}

func (f *antFleet) machine() *antMachine {
	w := &antMachine{f: f}
	w.Plan = f.plan
	w.Plan.N, w.Plan.Ants = int32(f.s.n), int32(f.s.m.Ants)
	w.LayOut, w.Arrays = w.layOut, w.arrays
	w.Costs = func(s *ants.State) (int64, int64) { return s.Least, s.Least }
	w.Found = fleet.Packed(func(_ int, x []int32) error { return w.tour(w.found, 0, x) })
	return w
}

// antThreads is how many threads a block has at most.
const antThreads = 256

// layOut divides the ants among as many blocks as the machine holds at once.
func (w *antMachine) layOut() (shape gpu.Shape, searches int, err error) {
	n, each := w.f.s.n, int(w.Plan.Each)
	side := min(antThreads/32, w.Machine.SharedPerBlock()/ants.Room(n, 32, each))
	if w.Machine.Emulated() {
		side = min(side, 2)
	}
	if side == 0 {
		return shape, 0, nil
	}
	shape = gpu.Shape{Threads: 32 * side, Shared: ants.Room(n, 32*side, each), Together: true}
	resident, err := w.Kernel.Resident(shape.Threads, shape.Shared)
	if err != nil || resident == 0 {
		return shape, 0, err
	}
	shape.Blocks = min(resident*w.Machine.Multiprocessors(), (int(w.Plan.Together())*each+shape.Threads-1)/shape.Threads)
	if w.Machine.Emulated() {
		shape.Blocks = min(shape.Blocks, 2)
	}
	return shape, 1, nil
}

// arrays makes the memory.
func (w *antMachine) arrays() []any {
	on, s := &w.Memory, w.f.s
	x := make([]int32, s.n)
	w.States[0] = s.begin(w.Base, x)
	s.inRows(x, x)
	trail := ants.NewTrail(&s.rule, s.near, s.far, s.desire)
	many := int(w.Plan.Together())
	w.tours, w.costs, w.priced = fleet.Array[int32](on, many*s.n), fleet.Array[int64](on, many), fleet.Array[int64](on, 1)
	close, room := []uint16{0}, 1 // where there is no local search
	if w.Plan.Climbs > 0 {
		close, room = w.f.close, 2*s.n*w.Shape.Blocks*w.Shape.Threads/lane.WarpSize
	}
	w.lead, w.found = fleet.ArrayOf(on, x), fleet.ArrayOf(on, x)
	w.states = w.Track()
	keys := slices.Repeat([]uint64{math.MaxUint64}, 3)
	return []any{fleet.ArrayOf(on, w.f.order), fleet.ArrayOf(on, s.near), fleet.ArrayOf(on, s.far), fleet.ArrayOf(on, s.desire),
		fleet.ArrayOf(on, trail.Much), fleet.ArrayOf(on, trail.Weight), fleet.ArrayOf(on, trail.Marks), fleet.ArrayOf(on, close),
		fleet.Array[uint16](on, room), w.priced, w.tours, w.costs, w.lead, w.found,
		fleet.Array[int32](on, s.n), fleet.ArrayOf(on, keys), w.states, fleet.Array[int32](on, 1)}
}

// tour reads a tour from its first city on, in the problem's numbers.
func (w *antMachine) tour(in *gpu.Array[int32], from int, x []int32) error {
	err := in.Read(x, from)
	for i, c := range x {
		x[i] = w.f.s.g.Order()[c]
	}
	return err
}

// Until implements fleet.Searches: some 10 ms, if all ants' lanes together take a nanosecond for ten steps, and an ant 400 for one, or
// with local search 10,000.
func (w *antMachine) Until(from, evaluations int64) int64 {
	many, n, step := int64(w.f.s.m.Ants), float64(w.f.s.n), 400.0
	if w.Plan.Climbs > 0 {
		step = 10_000
	}
	lasts := w.Paced(10_000+max(step*n, float64(many)*n/10), 1)
	if w.Plan.Climbs > 0 { // its launches end one by one where the evaluations do, of which nobody knows how many an iteration takes
		return from + max(1, min(lasts, evaluations/(many*int64(n)*mostPriced)))
	}
	return from + fleet.Covering(evaluations, many, lasts)
}

// mostPriced is more moves than local search prices a city.
const mostPriced = 10 * climb.Priced * climb.Most

func (w *antMachine) Work(from, to int64, _ int) (multiwalk.Counters, error) {
	priced := make([]int64, 1)
	err := w.priced.Read(priced, 0)
	return multiwalk.Counters{FullEvaluations: (to - from) * int64(w.f.s.m.Ants), Restarts: w.States[0].Restarts - w.Done.Restarts,
		DeltaEvaluations: priced[0] - w.Done.DeltaEvaluations}, err
}

// Adopt implements walk.Adopter, as on cores.
func (w *antMachine) Adopt(x []int32, cost int64) {
	rows, state, err := w.f.s.inRows(x, make([]int32, len(x))), &w.States[0], error(nil)
	if cost < state.Lead {
		state.Lead, state.Since, err = cost, w.At, w.lead.Write(rows, 0)
	}
	if cost < state.Least {
		state.Least, err = cost, errors.Join(err, w.found.Write(rows, 0))
	}
	w.Adopted(errors.Join(err, w.states.Write(w.States, 0)), x, cost)
}

// Check implements fleet.Searches: it evaluates all ants' tours in full, and the best.
func (w *antMachine) Check() error {
	many, x := w.f.s.m.Ants, make([]int32, w.f.s.n)
	costs := make([]int64, many+1)
	err := w.costs.Read(costs[:many], 0)
	costs[many] = w.States[0].Least
	for i, c := range costs {
		if i < many {
			err = errors.Join(err, w.tour(w.tours, i*len(x), x))
		} else {
			err = errors.Join(err, w.tour(w.found, 0, x))
		}
		if err != nil {
			return err
		}
		if full := w.f.s.p.Cost(x); w.At+w.Done.Units > 0 && full != c {
			panic(fmt.Errorf("ants: tour %d costs %d, by full evaluation %d: %w", i, c, full, multiwalk.ErrDeltaMismatch))
		}
	}
	return nil
}
