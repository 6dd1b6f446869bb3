package population

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// Ants is ant colony optimisation (Dorigo, Maniezzo and Colorni, "Ant system: optimization by a colony of cooperating agents", 1996) on
// symmetric tours whose cost is the sum of their edges, and on permutations. In an iteration each ant draws a solution, element by
// element, in proportion to pheromone^Alpha * heuristic^Beta. On tours it goes to one of the nearest cities that it has not been to, by
// the inverse of what the edges cost; where it has been to all of these, to the nearest of all others. On permutations it goes through
// the positions in a random order, and draws the value of each by the pheromone alone. Local search improves what it made. Then
// pheromone evaporates, and is laid on what good solutions have.
//
// The run has one colony, whose ants all cores make side by side. What an ant makes follows from the seed, its number, the iteration and
// the pheromone, so equal seeds give equal runs on any number of cores. Each solution of an ant counts as a full evaluation, and what
// local search prices as delta evaluations.
//
// On a GPU some lanes are an ant, and a lane lays pheromone on an entry of a candidate list. Without local search a run on tours is the
// same as on cores; with it a warp is an ant, and looks at the 8 nearest cities of each. Focused ants improve one tour there, region by
// region. Permutations the host draws, and tabu searches of the GPU improve all of them side by side.
type Ants struct {
	// Variant is "max-min", the max-min ant system (Stützle and Hoos, "MAX-MIN ant system", 2000): the best ant lays pheromone, between
	// two limits; "system", the ant system, in which all ants do; "colony", the ant colony system (Dorigo and Gambardella, 1997), in which
	// ants mostly take the best choice, and wear off the pheromone where they went; or "focused", after Skinderowicz ("Improving ant
	// colony optimization efficiency for solving large TSP instances", 2022): ants change the best tour in few places, see Trips. "" means
	// focused for tours from 500 cities on, on a GPU beyond 4000, and max-min else. Focused is for tours of at least 8 cities alone.
	Variant string
	// Ants is how many there are, up to 2048, or 2^17 without local search; 0 means 24 on tours and 8 on permutations, and on a GPU 2048 on
	// tours, 16384 without local search, on permutations as many as tabu searches fit, and of focused ones 16 in each region, up to 32.
	Ants int
	// Alpha and Beta are the powers, up to 20; 0 means 1 and 2, and for focused ants 1 and 1. -1 means 0.
	Alpha, Beta float64
	// Evaporation is the part of the pheromone that is gone after an iteration, below 1; 0 means 0.2, for system and focused 0.5, and for
	// colony 0.1.
	Evaporation float64
	// Neighbours is how many near cities an ant chooses from, up to 100; 0 means 16.
	Neighbours int
	// LocalSearch is, on tours, "oropt" (2-opt and segment insertion), "kopt" (exchanges of up to five edges), or "none"; "" means kopt
	// for focused ants on cores, oropt else, and none on a GPU with more than 4000 cities where ants are not focused. On permutations it
	// is "tabu", the default, or "none".
	LocalSearch string
	// Length is how many iterations the tabu search of a permutation has, up to 2^30; 0 means 4*n.
	Length int
	// Trips is how many trips a focused ant makes in an iteration, up to 2^20; 0 means n/256, at least 16, and on a GPU 200. A trip
	// begins at a random city of the ant's tour. Where the next city is not beside the present one, it is taken out and put behind it.
	// After 20 such changes or 100 steps local search begins where something has changed. The ant keeps a tour that costs no more. What
	// several ants have gained in different places comes together in one tour. On a GPU all ants of a region make a trip at a time, from
	// one tour on, and the best of them is the next one.
	Trips int
}

const (
	// focusedCities is from where on ants are focused.
	focusedCities = 500
	mostPower     = 20
	antNeighbours = 16
	// furtherCities is how many more near cities an ant looks at before all others: three in four times that is enough.
	furtherCities = 48
	// mostImproved bounds ants with local search, which all go their ways in a unit of work, and mostAnts those without.
	mostImproved, mostAnts = 1 << 11, 1 << 17
	// gpuAnts is how many a GPU has without local search: eight lanes each, they fill it.
	gpuAnts, emulatedAnts = 16384, 24
	// antPatience is how many iterations without a better solution there are before a max-min ant system begins anew.
	antPatience = 250
	// greedily is the probability, of 2^32, with which an ant of the colony system takes the best choice: 0.9.
	greedily = 0xe6666666
)

// The words of the settings; variants are in the order of package ants.
var (
	antVariants     = []string{"max-min", "system", "colony", "focused"}
	antEvaporations = []float64{0.2, 0.5, 0.1, 0.5}
	antImprovers    = []string{"none", "oropt", "kopt", "tabu"}
)

func (Ants) Name() string     { return "ants" }
func (m Ants) String() string { return m.Name() }

// antDefaults are those of a device: how many ants there are, and how many of a region are focused and make how many trips. 0: of cores.
type antDefaults struct{ many, focused, trips int }

// withDefaults fills in the defaults.
func (m Ants) withDefaults(s multiwalk.Space, on antDefaults) Ants {
	variant, many, local, beta := antVariants[ants.MaxMin], 8, "tabu", -1.0
	device := on.many > 0
	if s.Kind() == multiwalk.KindTour {
		many, local, beta = 24, "oropt", 2
		large := device && s.Len() > climbed
		if large {
			local = "none"
		}
		if !device && s.Len() >= focusedCities || large && m.LocalSearch != "none" {
			variant = antVariants[ants.Focused]
		}
		if device {
			many = on.many
			if cmp.Or(m.LocalSearch, local) != "none" {
				many = min(many, mostImproved)
			}
		}
	}
	m.Variant = cmp.Or(m.Variant, variant)
	if m.Variant == antVariants[ants.Focused] {
		if local, beta = "kopt", 1; device {
			local, many, m.Trips = "oropt", on.focused, cmp.Or(m.Trips, on.trips)
		}
	}
	m.Ants, m.LocalSearch, m.Alpha, m.Beta = cmp.Or(m.Ants, many), cmp.Or(m.LocalSearch, local), cmp.Or(m.Alpha, 1), cmp.Or(m.Beta, beta)
	m.Neighbours, m.Length, m.Trips = cmp.Or(m.Neighbours, antNeighbours), cmp.Or(m.Length, 4*s.Len()), cmp.Or(m.Trips, max(16, s.Len()/256))
	return m
}

// rule refuses settings out of range, which have their defaults but for the evaporation, and returns the others as data.
func (m *Ants) rule(s multiwalk.Space) (ants.Rule, error) {
	w, tours := words{method: m.Name()}, s.Kind() == multiwalk.KindTour
	v := w.number("variant", m.Variant, antVariants)
	m.Evaporation = cmp.Or(m.Evaporation, antEvaporations[v])
	if local := w.number("local search", m.LocalSearch, antImprovers); local > 0 && tours == (m.LocalSearch == "tabu") {
		w.refuse("has no local search %q here; use oropt, kopt or none for tours, tabu or none for permutations", m.LocalSearch)
	}
	if m.Variant == antVariants[ants.Focused] && (!tours || s.Len() < tour.MinKick || m.LocalSearch == "none") {
		w.refuse("has focused ones for tours of at least %d cities, with a local search; use max-min", tour.MinKick)
	}
	if !(m.Evaporation > 0 && m.Evaporation < 1) {
		w.refuse("evaporation %v is not between 0 and 1; use 0 for the default", m.Evaporation)
	}
	for _, power := range []float64{m.Alpha, m.Beta} {
		if !(power == -1 || power > 0 && power <= mostPower) {
			w.refuse("power %v is outside (0, %d]; use 0 for the default, and -1 for none", power, mostPower)
		}
	}
	most := mostImproved
	if m.LocalSearch == "none" {
		most = mostAnts
	}
	w.within("ants", m.Ants, 1, most)
	w.within("neighbours", m.Neighbours, 1, 100)
	w.within("length", m.Length, 1, 1<<30)
	w.within("trips", m.Trips, 1, 1<<20)
	r := ants.Rule{Variant: ants.Variant(v), Alpha: float32(max(0, m.Alpha)), Gone: float32(m.Evaporation), Patience: antPatience}
	part := 1 / float32(s.Len())
	switch r.First = 1; r.Variant {
	case ants.MaxMin:
		r.Least = part / 2
	case ants.System:
		r.Least, r.Unit = 1e-20, ants.Unit(m.Ants)
	case ants.Colony:
		r.First, r.Least, r.Greedy = part, part/2, greedily
	case ants.Focused: // between these they leave the best tour once in some steps
		r.Least = 0.01
	}
	return r, w.err
}

// Prepare implements walk.Method. It refuses other spaces than tours and permutations, tours that are not symmetric sums of
// edges, fixed edges, settings out of range, and what Place refuses.
func (m Ants) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	d, _ := plan.Device.(multiwalk.Accelerator)
	if err := m.Place(p, d); err != nil {
		return nil, err
	}
	s := &antSearch{m: m.withDefaults(p.Space(), antsOn(d)), p: p, plan: plan, n: p.Space().Len()}
	rule, err := s.m.rule(p.Space())
	if err != nil {
		return nil, err
	}
	s.rule = rule
	switch kind := p.Space().Kind(); {
	case kind == multiwalk.KindPermutation:
		s.onPermutations()
		if s.m.LocalSearch == "tabu" {
			err = s.improveByTabu(m.Ants, d)
		}
		if d != nil {
			return &antTabuFleet{tabuFleet{s.improve}, s}, err
		}
		return s, err
	case kind != multiwalk.KindTour:
		return nil, fmt.Errorf("multiwalk: method ants is for tours and permutations, not for %v; use genetic or memetic: %w", p.Space(),
			multiwalk.ErrNoDelta)
	case s.n < tour.MinKick:
		return single.ILS{}.Prepare(p, plan) // looks at all tours
	}
	if err = s.onTours(); err != nil || d == nil {
		return s, err
	}
	return newAntFleet(s, antLanes(s.m, d))
}

// onTours prepares candidate lists and the heuristic.
func (s *antSearch) onTours() error {
	edges, ok := s.p.(multiwalk.EdgeCoster)
	if !ok || !edges.Symmetric() {
		return walk.NoDelta(s.m.Name(), "symmetric edges (EdgeCoster), or a permutation")
	}
	good := make([]int32, s.n) // any good tour: it numbers the graph
	s.plan.Begin(s.p, multiwalk.NewRand(0, 1<<31), good)
	if err := s.plan.Reserve(good); err != nil {
		return err
	}
	var err error
	if s.g, err = tour.NewGraph(edges, s.m.Neighbours, good, s.plan.Aborted); err != nil {
		return err
	}
	g := s.g
	k, near := g.Neighbours()
	s.near = near
	if s.rule.Variant != ants.Focused { // these never go further
		wide, err := tour.NewGraph(edges, s.m.Neighbours+furtherCities, good, s.plan.Aborted)
		if err != nil {
			return err
		}
		all, list := wide.Neighbours()
		s.near, s.rule.Further = nil, int32(all-k)
		for row := range slices.Chunk(list, all) {
			s.near, s.far = append(s.near, row[:k]...), append(s.far, row[k:]...)
		}
		near = s.near
	}
	s.rule.Tour, s.rule.Choices, s.desire = 1, int32(k), make([]float32, len(near))
	low, mean := int64(0), 0.0
	for i, c := range near {
		cost := g.Cost(int32(i/k), c)
		low, mean = min(low, cost), mean+float64(cost)/float64(len(near))
	}
	for i, c := range near {
		over := float64(g.Cost(int32(i/k), c) - low + 1)
		s.desire[i] = float32(math.Pow((mean-float64(low)+1)/over, max(0, s.m.Beta)))
	}
	return nil
}

// onPermutations lists the choices of positions: all values, of which the heuristic says nothing.
func (s *antSearch) onPermutations() {
	s.rule.Choices, s.near, s.desire = int32(s.n), make([]int32, s.n*s.n), make([]float32, s.n*s.n)
	for i := range s.near {
		s.near[i], s.desire[i] = int32(i%s.n), 1
	}
}
