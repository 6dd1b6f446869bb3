package successor

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/single/greedy"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	nameGreedy = "iterated-greedy"
	// greedySize is the default of IteratedGreedy.Population on a core, machineSize on a GPU, and emulatedSize on the emulator,
	// which is slow.
	greedySize, machineSize, emulatedSize = 8, 4096, 16
	mostPopulation                        = 1 << 20
	// greedyRelease is the default of IteratedGreedy.Release.
	greedyRelease = 8
	// greedySelect is how many generations lie between two selections.
	greedySelect = 64
	// launchTime is what the length of launches aims at, and roundTime that of rounds, in nanoseconds.
	launchTime, roundTime = 3e6, 10e6
)

// IteratedGreedy is the population-based iterated greedy algorithm (Bouamama, Blum and Boukerram, 2012; Ruiz and Stützle, 2007),
// for problems that offer heuristics for their variables (successor.Problem). In a generation each state of a population has a
// successor: some of its variables are released, and assigned anew in a random order, each by a draw in proportion to the weights of
// its possibilities. A successor takes its parent's place unless it costs more, or with the probability that a temperature gives it
// (Metropolis and others, 1953), which Ruiz and Stützle keep constant. Now and then states are selected by
// binary tournaments. The first generation releases all variables.
//
// On one permutation whose insertions have deltas (multiwalk.InsertEvaluator, or multiwalk.PartialOrderer) and which has no heuristics, it
// is the algorithm of Ruiz and Stützle itself, one order a walk, on cores and, if it is a kernel.Placer, on GPUs: Release elements are taken
// out, and put back one by one to the places that are best. Local search takes elements to their best places. Where parts of an order have costs it does so with those that are
// left before the others come back (Dubois-Lacoste, Pagnozzi and Stützle, 2017), and with all in the end. Elsewhere the elements are taken
// from a stretch of the order, local search looks where the order has changed, and a walk that finds nothing for long begins anew.
//
// Elsewhere a walk on a core is a population, and a machine has one, all of whose successors it makes at once. Equal seeds and
// populations give equal histories in both places. Each successor counts as a full evaluation.
type IteratedGreedy struct {
	// Population is how many states there are, up to 2^20; 0 means 8 on a core, 4096 on a GPU, and 16 on the emulator. An order is alone.
	Population int
	// Release is how many variables of each type a generation releases at most; of each state it is a random number from 1 on. 0
	// means 8, or all if there are fewer. A number beyond 8 and beyond the variables of the largest type means the greater of these. Of an
	// order it is how many elements are taken out; 0 means 2 where parts of it have costs, and 5 elsewhere.
	Release int
	// Select is how many generations lie between two selections; 0 means 64, and -1 that there are none. With a Temperature 0 means none:
	// tournaments would take the coldest states, and the population come to rest.
	Select int
	// Temperature is by how much a successor may cost more, in units of cost, to be accepted once in e times; it stays the same. 0
	// accepts none that costs more. The best solution so far is kept beside the population. For orders 0 means a share of how much more
	// they cost on average.
	Temperature float64
}

func (IteratedGreedy) Name() string     { return nameGreedy }
func (m IteratedGreedy) String() string { return m.Name() }

// withDefaults fills in the defaults and checks the settings.
func (m IteratedGreedy) withDefaults(d multiwalk.Device) (IteratedGreedy, error) {
	size := greedySize
	if a, ok := d.(multiwalk.Accelerator); ok {
		if size = machineSize; gpu.IsEmulator(a) {
			size = emulatedSize
		}
	}
	selects := greedySelect
	if m.Temperature > 0 {
		selects = -1
	}
	m.Population, m.Release, m.Select = cmp.Or(m.Population, size), cmp.Or(m.Release, greedyRelease), cmp.Or(m.Select, selects)
	switch {
	case m.Population < 1 || m.Population > mostPopulation:
		return m, fmt.Errorf("multiwalk: %s population %d is outside [1, %d]; use 0 for the default (%d)", nameGreedy, m.Population,
			mostPopulation, size)
	case m.Release < 1 || m.Release > mostVariables:
		return m, fmt.Errorf("multiwalk: %s release %d is outside [1, %d]; use 0 for the default (%d)", nameGreedy, m.Release,
			mostVariables, greedyRelease)
	case !(m.Temperature >= 0 && m.Temperature <= math.MaxFloat64):
		return m, fmt.Errorf("multiwalk: %s temperature %v is no finite number from 0 on, in units of cost; use 0 to accept no worse successor",
			nameGreedy, m.Temperature)
	case m.Select < -1:
		return m, fmt.Errorf("multiwalk: %s select %d is no number of generations; use 0 for the default (%d), and -1 for none", nameGreedy,
			m.Select, greedySelect)
	}
	return m, nil
}

// Prepare refuses problems without heuristics, fixed elements, settings out of range, and what Place refuses.
func (m IteratedGreedy) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if onOrders(p) {
		return m.prepareOrders(p, plan)
	}
	m, err := m.withDefaults(plan.Device)
	if err != nil {
		return nil, err
	}
	s := &greedySearch{m: m, plan: plan, span: 1}
	if s.c, err = m.takes(p); err != nil {
		return nil, err
	}
	s.p, s.m.Release = p, min(m.Release, max(greedyRelease, largest(s.c.Kinds)))
	if d, ok := plan.Device.(multiwalk.Accelerator); ok {
		if err := m.Place(p, d); err != nil {
			return nil, err
		}
		s.accelerator = d
		return s, s.pace()
	}
	return s, nil
}

// largest is the number of variables of the largest type. More draws would only take longer.
func largest(kinds []Kind[int32]) (most int) {
	for _, k := range kinds {
		most = max(most, k.variables)
	}
	return most
}

// takes returns a problem's construction, or says why the method cannot search by it.
func (m IteratedGreedy) takes(p multiwalk.Problem) (Construction, error) {
	c, err := construction(p)
	if err == nil {
		err = walk.NoFixedEdges(nameGreedy, p)
	}
	if err == nil {
		err = walk.NoFixed(nameGreedy, p)
	}
	return c, err
}

// Place refuses problems without heuristics, and heuristics without kernels.
func (m IteratedGreedy) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if onOrders(p) {
		return greedy.Order{Method: nameGreedy}.Place(p, d)
	}
	c, err := m.takes(p)
	if err != nil {
		return walk.NoKernel(nameGreedy, d, err.Error())
	}
	for _, k := range c.Kinds {
		names := []string{k.rebuild}
		if len(c.Kinds) > 1 {
			names = []string{"Release", "Price", k.kernels[OnePass]}
		}
		why := fmt.Sprintf("%T has no kernels %s; generate them with multiwalk kernel gen", k.heuristic, strings.Join(names, ", "))
		carrier, ok := k.heuristic.(kernel.Carrier)
		if !ok {
			return walk.NoKernel(nameGreedy, d, why)
		}
		module, err := carrier.Kernels()
		if err != nil {
			return walk.NoKernel(nameGreedy, d, err.Error())
		}
		for _, name := range names {
			if _, ok := module.Entries[name]; !ok {
				return walk.NoKernel(nameGreedy, d, why)
			}
		}
	}
	return nil
}

// greedySearch is IteratedGreedy prepared for a problem.
type greedySearch struct {
	m           IteratedGreedy
	p           multiwalk.Problem
	c           Construction
	plan        walk.Plan
	accelerator multiwalk.Accelerator // nil: cores
	span        int                   // generations of a unit
	units       int                   // of a round
}

// Resolved returns the settings with their defaults.
func (s *greedySearch) Resolved(walk.Walk) walk.Method { return s.m }

// WalkBytes is what a population on a core takes.
func (s *greedySearch) WalkBytes() int64 { return int64(s.m.Population) * (8*int64(s.c.Size) + 16) }

// Walks is how many states all machines have.
func (s *greedySearch) Walks() int {
	if s.accelerator == nil {
		return s.plan.Walks
	}
	return s.m.Population * s.accelerator.Workers()
}

// Slice is some 10 ms of units. On a core, where a unit is a generation, a rating takes 5 ns.
func (s *greedySearch) Slice() int {
	if s.accelerator != nil {
		return s.units
	}
	ratings := s.c.Size / 4
	for _, k := range s.c.Kinds {
		ratings += (1 + min(s.m.Release, k.variables)/2) * (20 + k.most)
	}
	return max(1, 2_000_000/(s.m.Population*ratings))
}

// pace finds how many generations a launch has, by what the machine's tuning says of the time of one, and how many launches a round
// has. Several types of variables have kernels of their own, so each generation has its launches.
func (s *greedySearch) pace() error {
	m, err := gpu.Of(s.accelerator, 0)
	if err != nil {
		return err
	}
	each := m.Tuned("greedy.copy", s.c.Size) * float64(s.c.Size)
	for _, k := range s.c.Kinds {
		rows := float64(k.most+lane.WarpSize-1) / lane.WarpSize
		each += float64(1+min(s.m.Release, k.variables)/2) * (m.Tuned("greedy.variable", s.c.Size) + rows*m.Tuned("greedy.row", s.c.Size))
	}
	generation := each * max(float64(s.m.Population)/float64(m.Multiprocessors()), m.Tuned("greedy.alone", s.c.Size))
	if len(s.c.Kinds) == 1 {
		s.span = int(max(1, min(construct.MostRebuilt, launchTime/generation)))
	}
	s.units = int(max(1, min(16, roundTime/(generation*float64(s.span)))))
	if m.Emulated() {
		s.units = 1
	}
	return nil
}
