package auto

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/single/greedy"
	"github.com/multiwalk/multiwalk/walk"
)

// Dominator is an assignment problem that knows how uneven its flows and its distances are. The dominance of a matrix
// is 100 times the standard deviation of its entries, divided by their mean (Vollmann and Buffa 1966).
type Dominator interface {
	Dominance() (flow, dist float64)
}

const (
	// structured is the dominance above which iterated local search reaches the target first: kra*, ste* and tai*b of
	// QAPLIB have 150 to 400, the grids of nug* and sko* about 110, uniform instances 60 to 80. The larger of the two
	// dominances counts, because files write the two matrices in either order.
	structured = 120
	// crowded is the size above which iterated tabu search is no worse on structured instances.
	crowded = 60
)

// isStructured says that a problem is small and uneven enough for the method that suits such instances.
func isStructured(d Dominator, n int) bool {
	if n > crowded {
		return false
	}
	flow, dist := d.Dominance()
	return max(flow, dist) > structured
}

// dominated returns the portfolio of an assignment problem, nil for any other.
func dominated(p multiwalk.Problem) walk.Method {
	d, ok := p.(Dominator)
	if !ok || p.Space().Kind() != multiwalk.KindPermutation || !pricesSwaps(p) {
		return nil
	}
	shares := []int{1, 9}
	if isStructured(d, p.Space().Len()) {
		shares = []int{9, 1}
	}
	return cooperate.Portfolio{Methods: []walk.Method{single.ILS{}, single.IteratedTabu{}}, Shares: shares}
}

// bursts returns the settings with which thousands of tabu searches solve a structured assignment problem, nil for any other.
func bursts(p multiwalk.Problem) walk.Method {
	d, ok := p.(Dominator)
	if n := p.Space().Len(); ok && n >= 2 && isStructured(d, n) {
		return single.IteratedTabu{Length: 2 * n, Tabu: single.Tabu{Tenure: n - 1}}
	}
	return nil
}

// isCrossed says whether memetic search is tried on a GPU.
func isCrossed(p multiwalk.Problem) bool {
	kind := p.Space().Kind()
	return kind == multiwalk.KindPermutation || kind == multiwalk.KindIntegers
}

func pricesSwaps(p multiwalk.Problem) bool {
	return neighbourhood.SwapsOf(p, neighbourhood.ByState, neighbourhood.ByFollower, neighbourhood.ByDelta).Way() != neighbourhood.InFull
}

func tellsConflicts(p multiwalk.Problem) bool {
	return p.Space().Kind() == multiwalk.KindPermutation && neighbourhood.CountsConflicts(p)
}

// longestTried is the greatest length of an order for which iterated local search has trials. Of 100 elements of package own it finds the
// best known order in 1 s, and after 10 s be75eec of xLOLIB with 250 costs 0.02 to 0.03 per cent more than the best known, by annealing 0.14.
// With 300 elements both end alike after 2 s, and 0.18 and 0.23 above after 8 s; with 750 annealing is ahead after 2 s (0.29, 0.35), and both
// end alike after 8 s.
const longestTried = 300

func isOrder(p multiwalk.Problem) bool {
	return p.Space().Kind() == multiwalk.KindPermutation && p.Space().Len() <= longestTried && (single.ILS{}).Orders(p)
}

// isPartial says whether iterated greedy goes by the costs of partial orders. On Taillard's flow shops it ends nearer to the best known
// makespan than annealing and iterated local search.
func isPartial(p multiwalk.Problem) bool {
	_, partial := p.(multiwalk.PartialOrderer)
	return partial && greedy.Takes(p) == nil
}

// relinks says whether memetic search has ways between solutions. Of a job shop of 30 jobs on 20 machines (ta41) it ends 1.5 per cent above
// the best known after 5e6 moves, by uniform crossover 4.3 after 4e6.
func relinks(p multiwalk.Problem) bool {
	_, ok := p.(multiwalk.Relinker)
	return ok
}

// insertsAlone says whether a problem of permutations prices insertions and no other move. It leaves out those that price them by a table of
// pairs, since iterated local search is better there. On weighted tardiness with 50 and 100 jobs annealing needs five times the time of iterated greedy, and misses more of
// the optima; iterated local search misses 22 of 87 where iterated greedy misses two.
func insertsAlone(p multiwalk.Problem) bool {
	switch p.(type) {
	case multiwalk.SwapEvaluator, multiwalk.TwoOptEvaluator, multiwalk.Stater, multiwalk.Mover:
		return false
	}
	return p.Space().Len() <= longestTried && greedy.Takes(p) == nil && !greedy.ByPairs(p)
}

// hasSwapsAlone says whether PSPM, which swaps, makes all moves that a problem prices. Of problems that are no permutations it takes none
// but tours, by itself.
func hasSwapsAlone(p multiwalk.Problem) bool {
	switch p.(type) {
	case multiwalk.InsertEvaluator, multiwalk.TwoOptEvaluator:
		return p.Space().Kind() != multiwalk.KindPermutation
	}
	return true
}
