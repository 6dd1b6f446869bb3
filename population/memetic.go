package population

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/symmetry"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// memeticSize is how many individuals a population on a core has.
	memeticSize = 8
	// memeticLength * n is how many iterations the search of a child has.
	memeticLength = 200
	// memeticShort * n and no fewer than memeticLeast is the same in other spaces than permutations.
	memeticShort, memeticLeast = 10, 1000
	// memeticFirst is how many times longer the first individuals of a permutation are improved. At first individuals have little in
	// common, so crossover undoes what they have found, and searching alone gets further.
	memeticFirst = 10
	// relinkSize and relinkLength * n are the population and the length where children lie on ways between individuals: about those of Peng,
	// Lu and Cheng (30 and 12,500 for 600 operations of a job shop).
	relinkSize, relinkLength = 30, 20
	// memeticMeetings is how often children come in while one is improved for Length iterations.
	memeticMeetings = 12
	// memeticPatience is a number of generations. After this many without a child that finds a place, an arc makes a
	// mutant.
	memeticPatience = 50
	// After memeticStagnation * Patience generations without a new incumbent a population begins anew.
	memeticStagnation = 3
	// memeticArc is how many individuals an arc has: about the size of Benlic and Hao's whole population.
	memeticArc = 17
	// mostSteps bounds the iterations of a child, and generations of patience.
	mostSteps = math.MaxInt32 / memeticFirst
	// mostMates bounds populations, so that the streams of their searches can be told apart: a population has the
	// numbers from its own times mostMates on, and the last of them is its own.
	mostMates = 1 << 18
)

// Memetic is memetic search (Benlic and Hao, "Memetic search for the quadratic assignment problem", Expert Systems with
// Applications 42, 2015). It keeps a population of local optima and crosses them; a short iterated tabu search improves
// each child before it enters the population.
//
// The individuals sit in a ring. Each is the middle of an arc of 17. In a generation each arc makes a child. It chooses two parents, each
// the better of two random individuals of the arc. Uniform crossover mates them, and keeps what they share. Where the values of integers
// are only names of groups, as colours are, crossover keeps the largest groups. On tours it keeps which city follows which. If the improved
// child is much like an individual of the arc, it replaces that one, provided that it is cheaper. If it is like none, it replaces the worst
// of the arc, provided that it is cheaper. So good solutions spread slowly, and far parts of the ring stay different. If the parents are
// alike, the child is a mutant. If the children of an arc have found no place for long, the next one is a mutant too, and replaces the
// worst of the arc whatever it costs. A population that finds nothing better for long begins anew with random individuals; the walk keeps
// the best as its incumbent.
//
// A problem that is a multiwalk.Relinker has children on ways between individuals in place of crossover, and improves a child until nothing
// better has been found for Length iterations: this is path relinking with tabu search (Peng, Lu and Cheng, "A tabu search/path relinking
// algorithm to solve the job shop scheduling problem", Computers & Operations Research 53, 2015), but for who lives on. Up to 128 individuals
// are no ring: parents come from anywhere, and of individuals and children the cheapest live on that are far enough from each other. Where all
// cores share the population, each child comes in by itself, and another one takes its place, so no core waits for a generation's last. How far
// that is falls as the run goes on, to 0 at its end. So a longer run converges later, and does not begin anew. A run without an end converges
// while nothing better is found, and then begins anew.
//
// Where values are names of groups, a population on a core has two individuals by default. With two such individuals Memetic is the hybrid
// evolutionary algorithm in duet (Moalic and Gondran, "Variations on memetic algorithms for graph coloring problems", Journal of Heuristics
// 24, 2018). In a generation both children take the places of both parents, whatever they cost. Every tenth generation the best individual
// of the ten before comes back. When the two have become the same, the walk begins anew, with children that get twice the iterations. So
// easy instances are solved by short searches, and hard ones get long ones. The first individual is improved for long, because that alone
// solves some instances which crossover does not solve.
//
// On a GPU there are thousands of such couples side by side, and none knows of another. The number of iterations of a child doubles each
// time that there have been as many new beginnings as there are couples.
//
// On cores a population of 16 individuals or more is the only one of the run: all cores improve its children side by side, and any
// number of cores finds the same. A smaller one has a core, and each core its own population.
//
// On GPUs the run has one population: each tabu search that a GPU holds works on one individual, so Settings.Walks is
// the number of individuals over all GPUs, and a launch is a part of a generation. Memetic needs what Tabu needs, and
// serves every space on cores. If seeds and sizes are equal, the first populations have the same history on cores and
// on a GPU, but for couples. Where children lie on ways between individuals, a GPU has populations of 128 side by side unless Population is
// given, none of which knows of another, and every child has Length iterations.
type Memetic struct {
	// Search improves children. If its perturbations are 0, they move n/12 to n/4 positions: half of what a search by
	// itself moves, because crossover leads away too.
	Search single.IteratedTabu
	// Length is how many iterations of tabu search a child gets, up to 2^31/10; 0 means 200*n on permutations, and elsewhere 10*n, but no
	// fewer than 1000. On ways between individuals it is how many may follow a child's best, 20*n by default; there may be six times as many in
	// all. The first individuals of a permutation get ten times this number. If there are two individuals, and they are groups,
	// their children get twice the number after each new beginning, and the first individual gets forty times as many at first.
	Length int
	// Population is how many individuals the population has, below 262144; 0 means 8 on a core, 2 where values are names of
	// groups, and on a GPU the number of searches that it holds, in couples if values are names of groups.
	Population int
	// Patience is a number of generations, up to 2^31/10; 0 means 50. After this many in which no child of an arc found
	// a place, the next child is a mutant.
	Patience int
	// Stagnation is a number of generations, below 2^31; 0 means three times Patience, and four times for two individuals
	// that are groups. After this many without a new best individual the population begins anew; on ways between individuals it does so
	// in a run without an end alone.
	Stagnation int
}

func (Memetic) Name() string     { return "memetic" }
func (m Memetic) String() string { return m.Name() }

// withDefaults fills in the defaults and checks the settings. Population stays 0 where the machine decides.
func (m Memetic) withDefaults(space multiwalk.Space, groups, relinks bool) (Memetic, error) {
	n, length := space.Len(), memeticLength*space.Len()
	if space.Kind() != multiwalk.KindPermutation {
		length = max(memeticLeast, memeticShort*n)
	}
	switch {
	case m.Length < 0 || m.Length > mostSteps:
		return m, fmt.Errorf("multiwalk: memetic length %d is outside [0, %d]; use 0 for the default (%d*n)",
			m.Length, mostSteps, memeticLength)
	case m.Population < 0 || m.Population >= mostMates:
		return m, fmt.Errorf("multiwalk: memetic population %d is outside [0, %d]; use 0 for the default (%d on a core, "+
			"what it holds on a GPU)", m.Population, mostMates-1, memeticSize)
	case m.Patience < 0 || m.Patience > mostSteps:
		return m, fmt.Errorf("multiwalk: memetic patience %d is outside [0, %d]; use 0 for the default (%d)",
			m.Patience, mostSteps, memeticPatience)
	case m.Stagnation < 0 || m.Stagnation > math.MaxInt32:
		return m, fmt.Errorf("multiwalk: memetic stagnation %d is outside [0, %d]; use 0 for the default (%d*patience), "+
			"the greatest for no restarts", m.Stagnation, math.MaxInt32, memeticStagnation)
	}
	if relinks {
		length = relinkLength * n
		m.Population = cmp.Or(m.Population, relinkSize)
		m.Search.Length = cmp.Or(m.Search.Length, math.MaxInt32) // relinking alone leads away
	}
	m.Length, m.Patience = cmp.Or(m.Length, length), cmp.Or(m.Patience, memeticPatience)
	if m.couples(groups) {
		m.Population = coupleSize
		m.Stagnation = cmp.Or(m.Stagnation, min(math.MaxInt32, coupleStagnation*m.Patience))
		m.Search.Length = cmp.Or(m.Search.Length, math.MaxInt32) // crossover alone leads away
	}
	m.Stagnation = cmp.Or(m.Stagnation, memeticStagnation*m.Patience)
	if m.Search.Weakest == 0 && m.Search.Strongest == 0 {
		m.Search.Weakest, m.Search.Strongest = max(2, n/12), max(2, n/4)
	}
	return m, nil
}

// Prepare implements walk.Method. It refuses settings out of range, and what the search of children refuses.
func (m Memetic) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	_, accelerated := plan.Device.(multiwalk.Accelerator)
	groups := symmetry.Interchangeable(p, plan.Seed)
	crowded := accelerated && m.Population == 0 // there are as many couples as a machine holds
	_, relinks := p.(multiwalk.Relinker)
	m, err := m.withDefaults(p.Space(), groups, relinks)
	if err != nil {
		return nil, err
	}
	if crowded {
		m.Population = 0
	}
	start := plan.Start
	plan.Start = nil // only one individual begins there
	if accelerated && plan.Walks == 0 {
		plan.Walks = m.Population
	}
	improve, err := m.Search.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	plan.Start = start
	s := &memeticSearch{m: m, p: p, plan: plan, n: p.Space().Len(), improve: improve, groups: groups, relinks: relinks}
	if accelerated {
		return &memeticFleet{s, tabuFleet{s.improve}}, nil
	}
	s.m.Population = cmp.Or(s.m.Population, memeticSize)
	return s, nil
}

// memeticSearch is Memetic prepared for a problem.
type memeticSearch struct {
	m       Memetic
	p       multiwalk.Problem
	plan    walk.Plan
	n       int
	improve walk.Search // of children
	groups  bool        // values are but names of groups
	relinks bool        // children lie on ways between individuals
}

// variation crosses orders position by position, tours by what follows what, groups as such, and other values one by one.
func (s *memeticSearch) variation() *variation {
	space := s.p.Space()
	v := newVariation(s.p, func(tour bool) crossover {
		if tour {
			return orderAnywhere
		}
		return uniform
	}, either)
	v.relinks, _ = s.p.(multiwalk.Relinker)
	if s.groups {
		v.groups, v.parts[0].cross = newGroups(space), inheritEither
		if s.m.couples(true) {
			v.parts[0].cross = inherit
		}
	}
	return v
}

func (s *memeticSearch) Slice() int {
	if s.crewed() {
		return span(s.improve, s.m.Population)
	}
	return s.improve.Slice()
}

func (s *memeticSearch) MostWalks() int {
	if s.crewed() {
		return 1
	}
	return math.MaxInt
}

// WalkBytes implements walk.WalkSizer: where all children have searches of their own, what these take.
func (s *memeticSearch) WalkBytes() int64 {
	if !s.crewed() {
		return 0
	}
	return crewBytes(s.improve, s.m.Population)
}

// memeticCrew is from how many individuals on a population on cores is the only one of the run, and all cores improve its children. A
// smaller one could not keep them busy, so there each core has one.
const memeticCrew = 16

// crewed tells whether the cores share one population. Where constraints have weights that adapt, a search must tell the run of each
// feasible solution at once, so there each population has one core.
func (s *memeticSearch) crewed() bool {
	c, constrained := s.p.(multiwalk.Constrained)
	return s.m.Population >= memeticCrew && !(constrained && c.Constraints() != nil) && s.n > 1
}

// NewWalk implements walk.Search. The first incumbent of the walk is its first individual, before that is improved.
func (s *memeticSearch) NewWalk(id int) (walk.Walk, error) {
	if id >= math.MaxUint32/mostMates {
		return nil, fmt.Errorf("multiwalk: %d populations of memetic are too many; use up to %d",
			id+1, math.MaxUint32/mostMates)
	}
	if s.crewed() {
		return s.onCores(id, s.m.Population)
	}
	return s.onCores(id, 1)
}

// onCores makes a population. As many searches on cores improve its children side by side.
func (s *memeticSearch) onCores(id, searches int) (walk.Walk, error) {
	c, children, err := crewOf(s.improve, s.p, s.plan, firstOf(id), s.m.Population, searches)
	if err != nil {
		return nil, err
	}
	if s.relinks {
		c.idle = int64(s.m.Length)
		if searches > 1 && s.m.Population <= mostSurvivors {
			c.every = max(1, c.idle/memeticMeetings)
		}
	}
	return s.populate(id, c, children, math.MaxInt)
}

// firstOf is the number of the stream of the first search of a population.
func firstOf(population int) int { return population * mostMates }
