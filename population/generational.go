package population

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/walk"
)

// Generational is the genetic algorithm that replaces whole generations (Goldberg, "Genetic algorithms in search, optimization, and machine
// learning", 1989), in one population or on islands: two parents are selected from all of an island, and their child takes a place
// whatever it costs, but the best of an island stays. Now and then individuals of an island come to another one, where they are
// cheaper (Pospichal, Jaros and Schwarz, "Parallel genetic algorithm on the CUDA architecture", 2010, in one kernel on a GPU).
//
// The run has one population, which all cores or a whole GPU divide: with a cost that takes milliseconds they are the masters' slaves of
// EASEA (Maitre and others, "Coarse grain parallelization of evolutionary algorithms on GPGPU cards with EASEA", 2009).
// A problem that prices many solutions at once (multiwalk.BatchEvaluator) is asked once a generation.
// Equal seeds give equal populations wherever it is made. Settings.Walks does not matter, but for Asynchronous. Every child counts as a
// full evaluation.
type Generational struct {
	// Population is how many individuals an island has; 0 means 256.
	Population int
	// Islands is how many there are; 0 means 1.
	Islands int
	// Every is how many generations lie between two migrations; 0 means 20.
	Every int
	// Migrants is how many individuals come to an island from others; 0 means a sixteenth of it, and -1 none.
	Migrants int
	// Topology says from which islands they come: "ring", the one before; "torus", the four beside it, where the islands lie in rows, as
	// nearly a square as their number allows; "complete", all others; or "random", any other. Several take turns. "" means ring.
	Topology string
	// Selection of both parents is "tournament" (of Rivals; two of them are linear ranking), "best", "random" or "roulette"; "" means
	// tournament.
	Selection string
	// Rivals is how many individuals a tournament has; 0 means 2.
	Rivals int
	// Crossover is that of the method cellular.
	Crossover string
	// Mating is the probability that two parents are crossed, up to 1; 0 means 0.9, and -1 means never: the child is the first parent's.
	Mating float64
	// Move is the mutation of permutations and tours: "swap", "insertion" or "inversion"; "" means inversion for tours and swap else. Bits
	// and integers get another value.
	Move string
	// Mutation is the probability that a child mutates, up to 1; 0 means 0.5, or never where the problem refines children, and -1
	// means never.
	Mutation float64
	// Replacement is "always", but for the best of an island; "better", a child takes the place of the individual with its number if it costs
	// less; "no-worse", also if it costs as much; "worst", it takes the place of the worst of its island if it costs less, which needs
	// Asynchronous; or "crowding", that of the method cellular, on an island between any two. "" means always.
	Replacement string
	// Asynchronous says that a child takes its place at once, before the next one is made: a steady state (with "worst" that of Whitley,
	// "The GENITOR algorithm and selection pressure", 1989). Then each walk has a population of its own, on one core.
	Asynchronous bool
	// Start is how individuals begin: "random" or "construct", as the problem's own heuristic makes them; "" means random. The first is always
	// constructed, or what the run begins with.
	Start string
	// Refine is by how many steps the problem improves each child in a way of its own, on any device, as that of tasks on machines does, which
	// fills several machines anew. 0 means 30 where the problem can (kernel.Refiner), and -1 none.
	Refine int
	// Improve is a method that improves each child before it may take a place, on cores, such as climb, anneal or tabu; nil means none.
	Improve walk.Method
	// Length is how many evaluations the improvement of a child has, to the end of its unit of work; 0 means ten for each element.
	Length int
}

func (Generational) Name() string     { return "generational" }
func (m Generational) String() string { return m.Name() }

// Prepare implements walk.Method. It refuses fixed edges, settings out of range, and what Place refuses.
func (m Generational) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	return m.evolution(p).prepare(p, plan)
}

func (m Generational) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return m.evolution(p).place(p, d)
}

// evolution is the method as data.
func (m Generational) evolution(p multiwalk.Problem) evolution {
	w := words{method: m.Name()}
	m.Population, m.Islands, m.Every = cmp.Or(m.Population, 256), cmp.Or(m.Islands, 1), cmp.Or(m.Every, 20)
	m.Migrants, m.Topology = cmp.Or(m.Migrants, max(1, m.Population/16)), cmp.Or(m.Topology, demeRoutes[0])
	m.Mating, m.Mutation, m.Replacement = cmp.Or(m.Mating, 0.9), cmp.Or(m.Mutation, mutation(p, m.Refine, 0.5)), cmp.Or(m.Replacement, demeReplaces[2])
	r := operators{selection: &m.Selection, move: &m.Move, rivals: &m.Rivals, length: &m.Length, crossover: m.Crossover, mating: m.Mating,
		mutation: m.Mutation, replacement: m.Replacement, asynchronous: m.Asynchronous, improve: m.Improve, refine: &m.Refine,
		start: &m.Start}.rule(&w, p)
	w.within("population", m.Population, 2, mostIndividuals)
	w.within("islands", m.Islands, 1, mostIndividuals)
	w.within("individuals", min(m.Population, mostIndividuals)*min(m.Islands, mostIndividuals), 2, mostIndividuals)
	w.within("every", m.Every, 1, 1<<30)
	w.within("migrants", m.Migrants, -1, m.Population)
	r.Topology = deme.Topology{Shape: deme.Island, Width: int32(m.Population), Count: int32(m.Population * m.Islands), Every: int32(m.Every),
		Move: int32(max(0, m.Migrants)), Route: deme.Route(w.number("topology", m.Topology, demeRoutes)), Row: 1}
	if m.Islands == 1 {
		r.Topology.Every = 0
	}
	for k := 1; k*k <= min(m.Islands, mostIndividuals); k++ {
		if m.Islands%k == 0 {
			r.Topology.Row = int32(m.Islands / k)
		}
	}
	return evolution{method: m, rule: r, sweep: m.Asynchronous, start: m.Start, improve: m.Improve, length: m.Length, err: w.err}
}
