package population

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// Ants is ant colony optimisation (Dorigo, Maniezzo and Colorni, "Ant system: optimization by a colony of cooperating agents", 1996) on
// symmetric tours whose cost is the sum of their edges, and on permutations. In an iteration each ant draws a solution, element by
// element, in proportion to pheromone^Alpha * heuristic^Beta. On tours it goes to one of the nearest cities that it has not been to, by
// the inverse of what the edges cost; where it has been to all of these, to the cheapest of all others. On permutations it goes through
// the positions in a random order, and draws the value of each by the pheromone alone. Local search improves what it made. Then
// pheromone evaporates, and is laid on what good solutions have.
//
// The run has one colony, whose ants all cores make side by side. What an ant makes follows from the seed, its number, the iteration and
// the pheromone, so equal seeds give equal runs on any number of cores. Each solution of an ant counts as a full evaluation, and what
// local search prices as delta evaluations.
type Ants struct {
	// Variant is "max-min", the max-min ant system (Stützle and Hoos, "MAX-MIN ant system", 2000): the best ant lays pheromone, between
	// two limits; "system", the ant system, in which all ants do; "colony", the ant colony system (Dorigo and Gambardella, 1997), in which
	// ants mostly take the best choice, and wear off the pheromone where they went; or "focused", after Skinderowicz ("Improving ant
	// colony optimization efficiency for solving large TSP instances", 2022): ants change the best tour in few places, see Trips. "" means
	// focused for tours from 500 cities on, and max-min else. Focused is for tours of at least 8 cities alone.
	Variant string
	// Ants is how many there are, up to 1024; 0 means 24 on tours and 8 on permutations.
	Ants int
	// Alpha and Beta are the powers, up to 20; 0 means 1 and 2, and for focused ants 1 and 1. -1 means 0.
	Alpha, Beta float64
	// Evaporation is the part of the pheromone that is gone after an iteration, below 1; 0 means 0.2, for system and focused 0.5, and for
	// colony 0.1.
	Evaporation float64
	// Neighbours is how many near cities an ant chooses from, up to 100; 0 means 16.
	Neighbours int
	// LocalSearch is, on tours, "oropt" (2-opt and segment insertion), "kopt" (exchanges of up to five edges), or "none"; "" means kopt
	// for focused ants, and oropt else. On permutations it is "tabu", the default, or "none".
	LocalSearch string
	// Length is how many iterations the tabu search of a permutation has, up to 2^30; 0 means 4*n.
	Length int
	// Trips is how many trips a focused ant makes in an iteration, up to 2^20; 0 means n/256, at least 16. A trip begins at a random city
	// of the ant's tour. Where the next city is not beside the present one, it is taken out and put behind it. After 20 such changes or 100
	// steps local search begins where something has changed. The ant keeps a tour that costs no more. What several ants have gained in
	// different places comes together in one tour.
	Trips int
}

// The variants, in the order of antVariants.
const (
	maxMin = iota
	antSystem
	antColony
	focused
)

const (
	// focusedCities is from where on ants are focused.
	focusedCities = 500
	mostPower     = 20
	antNeighbours = 16
)

var (
	antVariants     = []string{"max-min", "system", "colony", "focused"}
	antEvaporations = []float64{0.2, 0.5, 0.1, 0.5}
)

// Name returns "ants".
func (Ants) Name() string { return "ants" }

// String implements fmt.Stringer.
func (m Ants) String() string { return m.Name() }

// withDefaults fills in the defaults.
func (m Ants) withDefaults(s multiwalk.Space) Ants {
	variant, ants, local, beta := maxMin, 8, "tabu", -1.0
	if s.Kind() == multiwalk.KindTour {
		ants, local, beta = 24, "oropt", 2
		if s.Len() >= focusedCities {
			variant = focused
		}
	}
	m.Variant = cmp.Or(m.Variant, antVariants[variant])
	if m.Variant == antVariants[focused] {
		local, beta = "kopt", 1
	}
	m.Ants, m.LocalSearch, m.Alpha, m.Beta = cmp.Or(m.Ants, ants), cmp.Or(m.LocalSearch, local), cmp.Or(m.Alpha, 1), cmp.Or(m.Beta, beta)
	m.Evaporation = cmp.Or(m.Evaporation, antEvaporations[max(0, slices.Index(antVariants, m.Variant))])
	m.Neighbours, m.Length, m.Trips = cmp.Or(m.Neighbours, antNeighbours), cmp.Or(m.Length, 4*s.Len()), cmp.Or(m.Trips, max(16, s.Len()/256))
	return m
}

// check refuses settings out of range; they have their defaults.
func (m Ants) check(s multiwalk.Space) error {
	isTour := s.Kind() == multiwalk.KindTour
	improvers := []string{"tabu", "none"}
	if isTour {
		improvers = []string{"oropt", "kopt", "none"}
	}
	switch {
	case !slices.Contains(antVariants, m.Variant):
		return fmt.Errorf("multiwalk: ants have no variant %q; use %s", m.Variant, strings.Join(antVariants, ", "))
	case !slices.Contains(improvers, m.LocalSearch):
		return fmt.Errorf("multiwalk: ants have no local search %q here; use %s", m.LocalSearch, strings.Join(improvers, ", "))
	case m.Variant == antVariants[focused] && (!isTour || s.Len() < tour.MinKick || m.LocalSearch == "none"):
		return fmt.Errorf("multiwalk: focused ants are for tours of at least %d cities, with a local search; use max-min", tour.MinKick)
	case !(m.Evaporation > 0 && m.Evaporation < 1):
		return fmt.Errorf("multiwalk: ants evaporation %v is not between 0 and 1; use 0 for the default", m.Evaporation)
	}
	for _, c := range []struct {
		what    string
		v, most int
	}{{"ants", m.Ants, 1 << 10}, {"neighbours", m.Neighbours, 100}, {"length", m.Length, 1 << 30}, {"trips", m.Trips, 1 << 20}} {
		if c.v < 1 || c.v > c.most {
			return fmt.Errorf("multiwalk: ants' setting %s %d is outside [1, %d]; use 0 for the default", c.what, c.v, c.most)
		}
	}
	for _, power := range []float64{m.Alpha, m.Beta} {
		if !(power == -1 || power > 0 && power <= mostPower) {
			return fmt.Errorf("multiwalk: ants power %v is outside (0, %d]; use 0 for the default, and -1 for none", power, mostPower)
		}
	}
	return nil
}

// Prepare implements walk.Method. It refuses other spaces than tours and permutations, tours that are not symmetric sums of
// edges, fixed edges, and settings out of range.
func (m Ants) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := walk.NoFixedEdges(m.Name(), p); err != nil {
		return nil, err
	}
	m = m.withDefaults(p.Space())
	if err := m.check(p.Space()); err != nil {
		return nil, err
	}
	s := &antSearch{m: m, variant: slices.Index(antVariants, m.Variant), p: p, plan: plan, n: p.Space().Len()}
	switch kind := p.Space().Kind(); {
	case kind == multiwalk.KindTour && s.n < tour.MinKick:
		return single.ILS{}.Prepare(p, plan) // looks at all tours
	case kind == multiwalk.KindTour:
		return s, s.onTours()
	case kind == multiwalk.KindPermutation:
		return s, s.onPermutations()
	}
	return nil, fmt.Errorf("multiwalk: method ants is for tours and permutations, not for %v; use genetic or memetic: %w", p.Space(),
		multiwalk.ErrNoDelta)
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
	g, err := tour.NewGraph(edges, s.m.Neighbours, good, s.plan.Aborted)
	if err != nil {
		return err
	}
	s.g = g
	s.rows, s.near = g.Neighbours()
	s.desire = make([]float32, len(s.near))
	low, mean := int64(0), 0.0
	for i, c := range s.near {
		cost := g.Cost(int32(i/s.rows), c)
		low, mean = min(low, cost), mean+float64(cost)/float64(len(s.near))
	}
	for i, c := range s.near {
		over := float64(g.Cost(int32(i/s.rows), c) - low + 1)
		s.desire[i] = float32(math.Pow((mean-float64(low)+1)/over, max(0, s.m.Beta)))
	}
	return nil
}
