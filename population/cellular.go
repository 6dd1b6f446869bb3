package population

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/walk"
)

// Cellular is the synchronous cellular genetic algorithm, as PUGACE (Soca, Blengio, Pedemonte and Ezzatti, "PUGACE, a cellular
// evolutionary algorithm framework on GPUs", 2010) and GraphCell (Pinel, Dorronsoro and Bouvry, "Solving very large instances of the
// scheduling of independent tasks problem on the GPU", 2013) have it on GPUs: individuals live on a torus, and mate with their neighbours
// alone, so that good genes spread slowly and the population stays diverse. In a generation each individual has a child, which mostly
// takes its place if it is better; all children are made before any takes its place.
//
// The run has one population, which all cores or a whole GPU divide. What becomes of an individual follows from the seed, from its
// generation and its neighbourhood, so equal seeds give equal populations on any number of cores and on a GPU. Settings.Walks does not
// matter, but for Asynchronous. Every child counts as a full evaluation.
type Cellular struct {
	// Width and Height are those of the torus; 0 means 32. GraphCell's are 32 to 512.
	Width, Height int
	// Neighbourhood is "l5", the four individuals beside and the individual itself; "c9", also those at the corners; or "c13", also those
	// at a distance of two. "" means l5.
	Neighbourhood string
	// Selection of the second parent from the neighbourhood is "tournament" (of Rivals; two of them are linear ranking), "best", "random" or
	// "roulette"; "" means tournament. The first parent is the individual itself.
	Selection string
	// Both says that the first parent is selected too.
	Both bool
	// Rivals is how many individuals a tournament has; 0 means 2.
	Rivals int
	// Crossover of permutations and tours is "pmx" (partially mapped), "ox" (order), "cx" (cycle), "position" (position-based) or "edges"
	// (edge recombination), by default ox for tours and pmx else; of bits and integers it is "two-point", the default, "one-point" or
	// "uniform". Several are joined by +. In a product each part has the one that fits.
	Crossover string
	// Mating is the probability that two parents are crossed, up to 1; 0 means 1, and -1 means never: the child is the first parent's.
	Mating float64
	// Move is the mutation of permutations and tours: "swap", "insertion" or "inversion"; "" means inversion for tours and swap else. Bits
	// and integers get another value.
	Move string
	// Mutation is the probability that a child mutates, up to 1; 0 means 0.9, or never where the problem refines children, and -1
	// means never.
	Mutation float64
	// Replacement is "better", a child takes the individual's place if it costs less; "no-worse", also if it costs as much; "always", unless
	// the individual is the best of its neighbourhood; "worst", it takes the place of the worst of the neighbourhood if it costs less, which
	// needs Asynchronous; or "crowding", neighbours are paired at random, and each of their two children competes with the parent that it is
	// more like (Mahfoud, "Niching methods for genetic algorithms", 1995), whatever Selection says. "" means better.
	Replacement string
	// Asynchronous says that a child takes its place at once, before the next individual, line by line, mates (the line sweep of the
	// literature), so that good genes spread sooner. Then each walk has a population of its own, on one core.
	Asynchronous bool
	// Cuts is how many individuals, those with successive numbers, are cut at the same points in a generation, as those of a block are in
	// PUGACE, whose threads so go the same ways; 0 means 1, each at its own.
	Cuts int
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

const (
	cellularSide     = 32
	cellularMutation = 0.9
	// mostSide bounds a torus.
	mostSide = 1 << 12
)

func (Cellular) Name() string     { return "cellular" }
func (m Cellular) String() string { return m.Name() }

// Prepare implements walk.Method. It refuses fixed edges, settings out of range, and what Place refuses.
func (m Cellular) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	return m.evolution(p).prepare(p, plan)
}

func (m Cellular) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return m.evolution(p).place(p, d)
}

// evolution is the method as data.
func (m Cellular) evolution(p multiwalk.Problem) evolution {
	w := words{method: m.Name()}
	m.Width, m.Height, m.Cuts = cmp.Or(m.Width, cellularSide), cmp.Or(m.Height, cellularSide), cmp.Or(m.Cuts, 1)
	m.Neighbourhood = cmp.Or(m.Neighbourhood, demeShapes[0])
	m.Mating, m.Mutation, m.Replacement = cmp.Or(m.Mating, 1), cmp.Or(m.Mutation, mutation(p, m.Refine, cellularMutation)), cmp.Or(m.Replacement, demeReplaces[0])
	r := operators{selection: &m.Selection, move: &m.Move, rivals: &m.Rivals, length: &m.Length, crossover: m.Crossover, mating: m.Mating,
		mutation: m.Mutation, replacement: m.Replacement, asynchronous: m.Asynchronous, improve: m.Improve, refine: &m.Refine,
		start: &m.Start}.rule(&w, p)
	r.Topology = deme.Topology{Shape: deme.Shape(w.number("neighbourhood", m.Neighbourhood, demeShapes)), Width: int32(m.Width)}
	if r.Cuts = int32(m.Cuts); !m.Both {
		r.Own = 1
	}
	w.within("width", m.Width, 1, mostSide)
	w.within("height", m.Height, 1, mostSide)
	w.within("individuals", m.Width*m.Height, 2, mostIndividuals)
	w.within("cuts", m.Cuts, 1, mostIndividuals)
	r.Topology.Count = int32(m.Width * m.Height)
	return evolution{method: m, rule: r, sweep: m.Asynchronous, start: m.Start, improve: m.Improve, length: m.Length, err: w.err}
}
