package single

import (
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/clauses"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/enumerate"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/single/lightweight"
	"github.com/multiwalk/multiwalk/single/minconflict"
	"github.com/multiwalk/multiwalk/single/tabu"
	"github.com/multiwalk/multiwalk/single/tempering"
	"github.com/multiwalk/multiwalk/single/threshold"
)

// The settings of the methods. Each package has what a method does.

type (
	// Anneal is simulated annealing (Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", 1983):
	// propose a random move, take it if it is better, and take a worse one with probability exp(-delta/T), at a
	// temperature T that falls.
	Anneal = anneal.Anneal
	// Focused is focused random search over clauses (Balint and Schoening, "Choosing probability distributions for
	// stochastic local search and the role of make versus break", 2012; their solver is probSAT): take a violated
	// clause at random, and flip one of its bits, which satisfies it.
	Focused = clauses.Focused
	// MessagePassing is inference and no local search.
	MessagePassing = clauses.MessagePassing
	// Weighting is local search over clauses whose weights change as it goes, as in SATLike (Lei and Cai, "Solving
	// (weighted) partial MaxSAT by dynamic local search for SAT", 2018): flip the best of some bits whose flips gain.
	Weighting = clauses.Weighting
	// Climb is hill climbing: make moves that lower the cost until there is none, which is a local optimum.
	Climb = descent.Climb
	// VariableNeighbourhood is variable neighbourhood search (Mladenovic and Hansen, "Variable neighborhood search",
	// 1997): descend to a local optimum, then shake the solution by random moves and descend again.
	VariableNeighbourhood = descent.VariableNeighbourhood
	// Enumerate goes through all solutions of a small space, each once, and ends.
	Enumerate = enumerate.Enumerate
	// ILS is iterated local search: perturb the current solution a little, repair it by local search, keep the result
	// if it is acceptable (Lourenço, Martin and Stützle, "Iterated local search", 2003).
	ILS = ils.ILS
	// LightWeight is light-weight simulated annealing with parallel moves ("Parallel neighbourhood search on many-core
	// platforms", PSPM; Algorithm 2 and figure 3; Table 1 for the defaults).
	LightWeight = lightweight.LightWeight
	// MinConflict repairs the elements of a permutation that are in conflict, one after the other: each is exchanged
	// with a random other element such that the cost falls.
	MinConflict = minconflict.MinConflict
	// IteratedTabu is iterated tabu search (Misevicius, "An implementation of the iterated tabu search algorithm for
	// the quadratic assignment problem", OR Spectrum 34, 2012): bursts of robust tabu search.
	IteratedTabu = tabu.IteratedTabu
	// Tabu is robust tabu search (Taillard, "Robust taboo search for the quadratic assignment problem", Parallel
	// Computing 17, 1991) over the swaps of a permutation or a tour.
	Tabu = tabu.Tabu
	// MatrixAnneal is simulated annealing over the swaps of a permutation or a tour by a matrix of all deltas, as robust
	// tabu search keeps it.
	MatrixAnneal = tabu.MatrixAnneal
	// ParallelTempering is parallel tempering, by swaps of a permutation or a tour, or by the moves of any
	// neighbourhood: replicas of the solution, each a chain of Metropolis at a temperature of its own, trade
	// temperatures now and then (Swendsen and Wang, "Replica Monte Carlo simulation of spin-glasses", 1986).
	ParallelTempering = tempering.ParallelTempering
	// GreatDeluge is the great deluge algorithm (Dueck, "New optimization heuristics: the great deluge algorithm and
	// the record-to-record travel", 1993), for costs that are minimised: propose a random move, and take it if the
	// solution after it costs no more than now, or lies below the water.
	GreatDeluge = threshold.GreatDeluge
	// LateAcceptance is late acceptance hill climbing (Burke and Bykov, "The late acceptance hill-climbing heuristic",
	// 2017): propose a random move, and take it if the solution after it costs no more than the walk's present
	// solution, or less than the solution that the walk had Length proposals ago.
	LateAcceptance = threshold.LateAcceptance
	// RecordToRecord is record-to-record travel (Dueck, "New optimization heuristics: the great deluge algorithm and
	// the record-to-record travel", 1993): propose a random move, and take it if the solution after it costs no more
	// than now, or than the best that the walk has found, the record, by no more than a deviation.
	RecordToRecord = threshold.RecordToRecord
	// ThresholdAccepting is annealing that accepts or refuses a move without drawing a random number (Dueck and
	// Scheuer, "Threshold accepting: a general purpose optimization algorithm appearing superior to simulated
	// annealing", 1990): propose a random move, and take it if it makes the solution worse by no more than a
	// threshold, which falls.
	ThresholdAccepting = threshold.ThresholdAccepting
)

const (
	BestImprovement  = descent.BestImprovement
	FirstImprovement = descent.FirstImprovement
	MappingNeighbour = walking.MappingNeighbour
	MappingSearch    = walking.MappingSearch
	MappingIteration = walking.MappingIteration
)
