package cli

import (
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

// methods returns the methods that the command knows, each with the documented defaults. Those that cooperate run other
// methods; the ones here are what they run unless --set says otherwise.
func methods() []walk.Method {
	return []walk.Method{
		single.Climb{}, single.Anneal{}, single.LightWeight{}, single.LateAcceptance{}, single.ThresholdAccepting{},
		single.RecordToRecord{}, single.GreatDeluge{}, single.VariableNeighbourhood{}, single.Tabu{}, single.IteratedTabu{}, single.MatrixAnneal{},
		single.ILS{}, single.MinConflict{}, single.Focused{}, single.Weighting{}, single.MessagePassing{},
		population.EAX{}, population.Genetic{}, population.Cellular{}, population.Generational{}, population.Memetic{}, population.Ants{}, population.Quantum{},
		successor.IteratedGreedy{}, population.Beam{},
		continuous.CMAES{}, continuous.LineSearch{}, continuous.QuasiNewton{}, continuous.Staged{},
		continuous.Differential{}, continuous.Swarm{}, continuous.Scatter{}, continuous.RealGenetic{},
		cooperate.Independent{Method: single.Anneal{}},
		cooperate.Exchange{Method: single.LightWeight{}},
		cooperate.Restart{Method: single.Climb{}},
		cooperate.Islands{Method: population.Genetic{}},
		cooperate.PSPM{}, single.ParallelTempering{},
		cooperate.Portfolio{Methods: []walk.Method{single.Anneal{}, single.Tabu{}, single.ILS{}}},
		cooperate.Halving{Methods: []walk.Method{single.Anneal{}, single.IteratedTabu{}, single.ILS{}}},
		cooperate.ByDevice{Cores: single.Anneal{}, Machines: single.Anneal{}},
	}
}

// replayed returns the methods that a user, a record or a checkpoint may name: the listed ones, what auto runs where solutions
// are few, and what is made for one problem.
func (p *Program) replayed() []walk.Method {
	list := append(methods(), single.Enumerate{})
	for _, f := range p.Formats {
		list = append(list, f.Methods...)
	}
	return list
}

// inShort says in a line what a method is.
var inShort = map[string]string{
	methodAuto:           "chooses one of these by what the problem is and offers",
	"climb":              "hill climbing, by moves that improve alone: a baseline",
	"anneal":             "simulated annealing, which cools over the run's budget",
	"lightweight":        "annealing with parallel moves, for many walks",
	"late-acceptance":    "hill climbing that compares with costs of some moves ago",
	"threshold":          "annealing without chance in what it accepts",
	"record-to-record":   "takes what is not far worse than the best found",
	"great-deluge":       "takes what lies below a level that falls",
	"vns":                "descents from a solution that is shaken more and more",
	"tabu":               "robust tabu search: assignment, colouring, bits",
	"iterated-tabu":      "tabu search, perturbed now and then: assignment, bits",
	"matrix-anneal":      "annealing by a matrix of all swaps' deltas: assignment",
	"ils":                "iterated local search: tours of any size, orders",
	"minconflict":        "repairs conflicts of a permutation, as of N queens",
	"focused":            "satisfiability: flips bits of violated clauses alone",
	"weighting":          "maximum satisfiability: violated clauses grow heavier",
	"message-passing":    "permuted perceptrons: infers signs from rows' products",
	"eax":                "edge assembly crossover: tours on a GPU",
	"genetic":            "a genetic algorithm, on a GPU in independent runs",
	"cellular":           "a genetic algorithm on a torus, one population a run",
	"generational":       "a genetic algorithm by generations, in one or on islands",
	"memetic":            "a population improved by local search: assignment",
	"quantum":            "a quantum-inspired genetic algorithm over bits",
	"ants":               "ant colonies, for tours and assignment, on all cores",
	"iterated-greedy":    "takes solutions apart and builds them by a heuristic",
	"beam":               "levels of partial solutions, ever wider: flow shops",
	"cmaes":              "real vectors: a normal distribution that learns, restarts",
	"staged":             "real vectors: line-search, quasi-newton, then cmaes",
	"quasi-newton":       "real vectors: descents along slopes, L-BFGS, restarted",
	"line-search":        "real vectors: along the axes, for sums over elements",
	"independent":        "walks of one method, which tell each other nothing",
	"exchange":           "walks that restart from the best of all now and then",
	"restart":            "begins a method anew, after a time or without progress",
	"islands":            "populations that exchange solutions now and then",
	"pspm":               "thousands of annealing searches with parallel moves",
	"parallel-tempering": "annealing at many temperatures at once, no schedule",
	"portfolio":          "several methods on one problem",
	"halving":            "trials of several methods, and the winner's long run",
	"by-device":          "one method on cores and another on GPUs, in one run",

	"differential-evolution": "real vectors: adds differences, by jSO or L-SHADE",
	"particle-swarm":         "real vectors: the standard of 2011, or of 2007",
	"scatter-search":         "real vectors: few good and far ones, and descents",
	"real-genetic":           "real vectors: tournaments, crossovers, mutations",
}

// methodAuto is the name that leaves the choice to package auto.
const methodAuto = "auto"
