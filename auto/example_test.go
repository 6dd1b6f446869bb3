package auto_test

import (
	"fmt"

	"github.com/multiwalk/multiwalk/auto"
)

// Which method runs for which problem.
func ExampleRules() {
	for _, r := range auto.Rules() {
		fmt.Println("-", r)
	}
	// Output:
	// - Any problem of up to 10,000 solutions: all of them, one after the other (single.Enumerate), so that the best is proven. A run with fewer evaluations than solutions has the method of the first rule below that is for the problem
	// - A problem for which a method is made (Prescriber): that method
	// - A problem that improves solutions in a way of its own, in kernels (kernel.Refiner): on a GPU a cellular genetic algorithm whose children it improves
	// - Real vectors (package continuous): a line search along the axes, short where the function is not separable, and then CMA-ES with restarts
	// - A problem that prices many solutions at once (multiwalk.BatchEvaluator): a genetic algorithm by generations, a batch each. Such costs take long, and there are few of them
	// - Bits whose cost is clauses: focused search if all weigh the same, as in satisfiability, else clause weighting, on a GPU too
	// - Rows of signs whose products with a solution are given (neighbourhood.Signed), up to 150 columns: message passing, on a GPU too
	// - A tour whose cost is the sum of its edges: iterated local search with k-exchanges; simulated annealing if an edge costs more than 32 bits hold; on a GPU edge assembly crossover. For more cities than that takes, up to 200,000, the cores are better, and have the tour though a GPU was named; beyond, annealing region by region
	// - A permutation whose cost counts conflicts, with a state that tells them: min-conflict search
	// - An assignment problem that is a Dominator: a portfolio of iterated local search over swaps and iterated tabu search. The method that suits the instance gets nine tenths of the work; the other one is there because the guess may be wrong; on a GPU iterated tabu searches with short bursts, if it says that the problem is structured, and it has at most 60 facilities. Thousands run side by side, and the fastest one finds the best known cost within milliseconds
	// - Assignment problems whose deltas can be kept in a matrix (kernel.TabuSwapper), integers whose cost is how many pairs clash (kernel.Clasher), as in graph colouring, and job shops (neighbourhood.Shopper): on a GPU memetic search
	// - Permutations of one length side by side, with a state that prices swaps and joint swaps, or, on a GPU, a cost that is a sum over pairs (kernel.JointWeigher): iterated tabu search; on a GPU iterated tabu searches over swaps and joint swaps
	// - Bits and permutations of a Reheater with a state that prices flips or swaps, and on a GPU any Reheater: tabu search; on a GPU annealing that cools between its temperatures, again and again
	// - Bits whose costs are small weights of pairs (kernel.ByteRower), unless a Degreer says that a bit has few: on a GPU iterated tabu searches, which share what they find
	// - Other bits with a state that prices flips: trials of iterated tabu search, simulated annealing and iterated local search
	// - Integers with a state that tells which are in conflict: trials of tabu search and simulated annealing. Where values are only names of groups, as colours are, memetic search, with tabu search in it, takes the place of tabu search
	// - An order of which parts have costs (multiwalk.PartialOrderer), and bounds (multiwalk.Brancher), as those of a flow shop have: a portfolio of iterated greedy and beam search, which proves what it can. Where a constructed order of up to 250 elements is far above the lower bound, as with few jobs for the machines, iterated greedy has seven eighths of the time
	// - An order of which parts have costs (multiwalk.PartialOrderer): iterated greedy; on a GPU iterated greedy, if it is a kernel.Placer
	// - A problem that knows ways between its solutions (multiwalk.Relinker), as a job shop does: memetic search, whose children lie on these ways
	// - A permutation of up to 300 elements whose insertions have deltas, and whose swaps have none, if a step of an insertion depends on more than the two elements that it exchanges, as in scheduling: iterated greedy
	// - An order of up to 300 elements whose insertions are priced together (single.ILS's Orders): trials of iterated local search and simulated annealing
	// - Other permutations and tours whose moves have the delta of a swap alone: on a GPU annealing by parallel searches with parallel moves
	// - Any other: simulated annealing, which cools over the time that it has; on a GPU annealing, whose searches go on from the best of them
}
