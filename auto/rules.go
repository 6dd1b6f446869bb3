package auto

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

const byWeights = "focused search if all weigh the same, as in satisfiability, else clause weighting"

// rules are what auto knows. Each method that is named here won on problems of its kind (docs/benchmarks.md, and auto's own benchmarks).
//
// Annealing cools over the budget, and wins on most of the problems of package own after any time, so it has the whole run: trials of
// others would only cost. There are exceptions. Two kinds of state price all moves at once in the time that a delta takes for a few moves.
// There other methods may well be ahead of annealing, so they have trials. An order whose insertions are priced together has trials too.
//
// On a GPU annealing makes every kind of move, and its searches share what they find. It has no trials against other methods: of the methods
// with kernels for every space none comes near it, and a trial takes all searches away from it. PSPM is faster, and takes permutations that
// have the delta of a swap alone.
var rules = []rule{
	{Rule: Rule{Problem: "Any problem of up to 10,000 solutions",
		Cores: "all of them, one after the other (single.Enumerate), so that the best is proven. A run with fewer evaluations than solutions has " +
			"the method of the first rule below that is for the problem"}}, // see onCores
	{Rule: Rule{Problem: "A problem for which a method is made (Prescriber)", Cores: "that method"}, cores: prescribed},
	{Rule: Rule{Problem: "A problem that improves solutions in a way of its own, in kernels (kernel.Refiner)",
		GPU: "a cellular genetic algorithm whose children it improves"},
		gpu: always(population.Cellular{Start: "construct"}, refines)},
	{Rule: Rule{Problem: "Real vectors (package continuous)", Cores: "a line search along the axes, short where the function is not separable, and then CMA-ES with restarts"},
		cores: always(continuous.Default(), isReals)},
	{Rule: Rule{Problem: "A problem that prices many solutions at once (multiwalk.BatchEvaluator)", Cores: "a genetic algorithm by generations, " +
		"a batch each. Such costs take long, and there are few of them"},
		cores: always(population.Generational{Population: 32}, isAsked)},
	{Rule: Rule{Problem: "Bits whose cost is clauses",
		Cores: byWeights, GPU: byWeights},
		cores: overClauses, gpu: overClauses},
	{Rule: Rule{Problem: "Rows of signs whose products with a solution are given (neighbourhood.Signed), up to 150 columns",
		Cores: "message passing", GPU: "message passing"},
		cores: always(single.MessagePassing{}, inferred), gpu: always(single.MessagePassing{}, inferred)},
	{Rule: Rule{Problem: "A tour whose cost is the sum of its edges",
		Cores: "iterated local search with k-exchanges; simulated annealing if an edge costs more than 32 bits hold",
		GPU: "edge assembly crossover. For more cities than that takes, up to 200,000, the cores are better, and have the tour though a GPU was " +
			"named; beyond, annealing region by region"},
		cores: overTours, note: whyNoTours, gpu: always(population.EAX{}, isTour)},
	{Rule: Rule{Problem: "A permutation whose cost counts conflicts, with a state that tells them",
		Cores: "min-conflict search"},
		cores: always(single.MinConflict{}, tellsConflicts)},
	{Rule: Rule{Problem: "An assignment problem that is a Dominator",
		Cores: "a portfolio of iterated local search over swaps and iterated tabu search. The method that suits the instance gets nine tenths of " +
			"the work; the other one is there because the guess may be wrong",
		GPU: "iterated tabu searches with short bursts, if it says that the problem is structured, and it has at most 60 facilities. " +
			"Thousands run side by side, and the fastest one finds the best known cost within milliseconds"},
		cores: dominated, gpu: bursts},
	{Rule: Rule{Problem: "Assignment problems whose deltas can be kept in a matrix (kernel.TabuSwapper), integers whose cost is how many pairs " +
		"clash (kernel.Clasher), as in graph colouring, and job shops (neighbourhood.Shopper)",
		GPU: "memetic search"},
		gpu: always(population.Memetic{}, isCrossed)},
	{Rule: Rule{Problem: "Permutations of one length side by side, with a state that prices swaps and joint swaps, or, on a GPU, a cost that is a " +
		"sum over pairs (kernel.JointWeigher)",
		Cores: "iterated tabu search", GPU: "iterated tabu searches over swaps and joint swaps"},
		cores: always(single.IteratedTabu{}, pricesJointSwaps), gpu: always(single.IteratedTabu{}, isJoint)},
	{Rule: Rule{Problem: "Bits and permutations of a Reheater with a state that prices flips or swaps, and on a GPU any Reheater",
		Cores: "tabu search", GPU: "annealing that cools between its temperatures, again and again"},
		cores: always(single.Tabu{}, isTabu), gpu: reheated},
	{Rule: Rule{Problem: "Bits whose costs are small weights of pairs (kernel.ByteRower), unless a Degreer says that a bit has few",
		GPU: "iterated tabu searches, which share what they find"},
		gpu: always(single.IteratedTabu{}, hasManyPairs)},
	{Rule: Rule{Problem: "Other bits with a state that prices flips",
		Cores: "trials of iterated tabu search, simulated annealing and iterated local search"},
		cores: always(cooperate.Halving{Methods: []walk.Method{single.IteratedTabu{}, single.Anneal{}, single.ILS{}}, Relief: 25}, pricesFlips),
		own:   true},
	{Rule: Rule{Problem: "Integers with a state that tells which are in conflict",
		Cores: "trials of tabu search and simulated annealing. Where values are only names of groups, as colours are, memetic search, with tabu " +
			"search in it, takes the place of tabu search"},
		cores: clashing, own: true},
	{Rule: Rule{Problem: "An order of which parts have costs (multiwalk.PartialOrderer), and bounds (multiwalk.Brancher), as those of a flow shop have",
		Cores: "a portfolio of iterated greedy and beam search, which proves what it can. Where a constructed order of up to 250 elements is " +
			"far above the lower bound, as with few jobs for the machines, iterated greedy has seven eighths of the time"},
		cores: bounded},
	{Rule: Rule{Problem: "An order of which parts have costs (multiwalk.PartialOrderer)",
		Cores: "iterated greedy", GPU: "iterated greedy, if it is a kernel.Placer"},
		cores: always(successor.IteratedGreedy{}, isPartial), gpu: always(successor.IteratedGreedy{}, isPartial)},
	{Rule: Rule{Problem: "A problem that knows ways between its solutions (multiwalk.Relinker), as a job shop does",
		Cores: "memetic search, whose children lie on these ways"},
		cores: always(population.Memetic{}, relinks)},
	{Rule: Rule{Problem: "A permutation of up to 300 elements whose insertions have deltas, and whose swaps have none, if a step of an insertion " +
		"depends on more than the two elements that it exchanges, as in scheduling",
		Cores: "iterated greedy"},
		cores: always(successor.IteratedGreedy{}, insertsAlone), own: true},
	{Rule: Rule{Problem: "An order of up to 300 elements whose insertions are priced together (single.ILS's Orders)",
		Cores: "trials of iterated local search and simulated annealing"},
		cores: always(cooperate.Halving{Methods: []walk.Method{single.ILS{}, single.Anneal{}}}, isOrder), own: true},
	{Rule: Rule{Problem: "Other permutations and tours whose moves have the delta of a swap alone",
		GPU: "annealing by parallel searches with parallel moves"},
		gpu: always(cooperate.PSPM{}, hasSwapsAlone)},
	{Rule: Rule{Problem: "Any other",
		Cores: "simulated annealing, which cools over the time that it has",
		GPU:   "annealing, whose searches go on from the best of them"},
		cores: annealed, note: whyAnneal, gpu: annealed, own: true},
}

// Prescriber is a problem for which a method is made.
type Prescriber interface {
	// Method is that method, for cores.
	Method() walk.Method
}

// prescribed returns the method of a Prescriber, nil for any other problem.
func prescribed(p multiwalk.Problem) walk.Method {
	if q, ok := p.(Prescriber); ok {
		return q.Method()
	}
	return nil
}

// refines says whether a problem refines children, and constructs solutions to begin with.
func refines(p multiwalk.Problem) bool {
	_, refiner := p.(kernel.Refiner)
	_, builds := p.(multiwalk.Constructor)
	return refiner && builds
}

func isReals(p multiwalk.Problem) bool { return p.Space().Kind() == multiwalk.KindReals }

func isAsked(p multiwalk.Problem) bool {
	_, ok := p.(multiwalk.BatchEvaluator)
	return ok
}

// overClauses returns the method for a problem whose cost is clauses, nil for any other.
func overClauses(p multiwalk.Problem) walk.Method {
	c, ok := p.(neighbourhood.Clausal)
	if _, fixed := p.(multiwalk.Fixer); !ok || fixed {
		return nil
	}
	if w := c.Clauses().Weights; len(w) == 0 || slices.Min(w) == slices.Max(w) {
		return single.Focused{}
	}
	return single.Weighting{}
}

// mostInferred is the greatest number of columns for which message passing is chosen. Beyond it no method solves planted instances in
// minutes, and other methods then have better incumbents than message passing.
const mostInferred = 150

// inferred says whether a problem is rows of signs from whose products message passing infers the solution.
func inferred(p multiwalk.Problem) bool {
	_, ok := p.(neighbourhood.Signed)
	return ok && p.Space().Len() <= mostInferred && single.MessagePassing{}.Takes(p) == nil
}

func annealed(multiwalk.Problem) walk.Method { return single.Anneal{} }

func whyAnneal(multiwalk.Problem, walk.Method) string {
	return "auto chose anneal, which cools over the whole run; it compares several methods only where moves cost " +
		"next to nothing: flips of bits or conflicts of integers by a state, or insertions of an order, up to 300 elements"
}
