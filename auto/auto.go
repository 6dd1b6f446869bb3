// Package auto picks a method for a problem. The command uses it when no method is given.
package auto

import (
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
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

// For returns a method for the problem on CPU cores, with settings. The choice depends only on the problem and the abilities that it
// offers, so a run can be repeated. If every method would break the problem's fixed edges, For returns a method that refuses the problem.
// For a problem that is nil, or panics, For returns annealing, and Minimize then returns the error.
//
// In a run on cores with a budget and a start (Settings.Start) annealing keeps what the start is worth: local search from it comes first, and
// then a temperature that is measured at what this has found (see single.Anneal). Where there would be trials with annealing among
// them, annealing has all of the run then.
//
//   - Any problem of up to 10,000 solutions: all of them, one after the other (single.Enumerate), so that the best is proven. A run with
//     fewer evaluations than solutions has the method of the list below.
//   - A tour whose cost is the sum of its edges: iterated local search with k-exchanges; simulated annealing if an edge
//     costs more than 32 bits hold.
//   - Bits whose cost is clauses: focused search if all weigh the same, as in satisfiability, else clause weighting.
//   - Rows of signs whose products with a solution are given (neighbourhood.Signed), up to 150 columns: message passing.
//   - A permutation with a state that prices swaps and counts conflicts: min-conflict search.
//   - An assignment problem that is a Dominator: a portfolio of iterated local search over swaps and iterated tabu
//     search. The method that suits the instance gets nine tenths of the work; the other one is there because the guess
//     may be wrong.
//   - Integers with a state that tells which are in conflict: trials of tabu search and simulated annealing. Where values are only names of
//     groups, as colours are, memetic search, with tabu search in it, takes the place of tabu search. Bits with a state that prices flips:
//     trials of iterated tabu search, simulated annealing and iterated local search. The winner of the trials gets the rest of the run
//     (cooperate.Halving), and a note says which method that is.
//   - An order whose insertions are priced together (single.ILS's Orders): trials of iterated local search and simulated annealing.
//   - Bits of a Reheater, with a state that prices flips: tabu search.
//   - Permutations of one length side by side, with a state that prices swaps and joint swaps: iterated tabu search.
//   - Any other: simulated annealing, which cools over the time that it has.
func For(p multiwalk.Problem) multiwalk.Method {
	m, _ := best(p, nil)
	return m
}

// best returns the method that On returns. If the method of first choice cannot take the problem, note tells the user why,
// and what runs instead; else it is empty.
func best(p multiwalk.Problem, d multiwalk.Device) (m multiwalk.Method, note string) {
	defer func() {
		if recover() != nil {
			m, note = single.Anneal{}, ""
		}
	}()
	if p == nil {
		return single.Anneal{}, ""
	}
	if b, ok := d.(multiwalk.Both); ok {
		if m, _, _, err := onBoth(p, b); err == nil {
			return m, ""
		}
		return onCores(p)
	}
	if a, ok := d.(multiwalk.Accelerator); ok {
		if m := placed(p, a); m != nil {
			return m, ""
		}
	}
	return onCores(p)
}

// class says which rule is for a problem on cores.
type class int

const (
	unruled class = iota
	clauses
	signs
	tours
	conflicts
	assignments
)

// classOf returns the first class that fits.
func classOf(p multiwalk.Problem) class {
	_, costsEdges := p.(multiwalk.EdgeCoster)
	_, dominates := p.(Dominator)
	switch kind := p.Space().Kind(); {
	case overClauses(p) != nil:
		return clauses
	case inferred(p):
		return signs
	case costsEdges && kind == multiwalk.KindTour:
		return tours
	case kind == multiwalk.KindPermutation && neighbourhood.CountsConflicts(p):
		return conflicts
	case dominates && kind == multiwalk.KindPermutation && pricesSwaps(p):
		return assignments
	}
	return unruled
}

func onCores(p multiwalk.Problem) (m multiwalk.Method, note string) {
	m, note = searching(p)
	if small(p) {
		return few{m}, ""
	}
	return m, note
}

// searching is the method for a problem on cores that is not gone through.
func searching(p multiwalk.Problem) (m multiwalk.Method, note string) {
	n := p.Space().Len()
	switch classOf(p) {
	case clauses:
		return overClauses(p), ""
	case signs:
		return single.MessagePassing{}, ""
	case tours:
		return forTour(p.(multiwalk.EdgeCoster), n)
	case conflicts:
		return single.MinConflict{}, ""
	case assignments:
		return assignment(p.(Dominator), n), ""
	}
	return unknown(p)
}

// overClauses returns the method for a problem whose cost is clauses, nil for any other.
func overClauses(p multiwalk.Problem) multiwalk.Method {
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

// forTour returns iterated local search, or, if that would refuse the edges, annealing, which adds costs in 64 bits.
func forTour(edges multiwalk.EdgeCoster, n int) (m multiwalk.Method, note string) {
	const near = 8 // neighbours of a city, at most
	err := tour.Fits(edges, n, near)
	if err == nil {
		return single.ILS{}, ""
	}
	return single.Anneal{}, "method anneal runs instead of ils: " + strings.TrimPrefix(err.Error(), "multiwalk: ")
}

// On returns a method for the problem on device d. On CPU cores (a nil device means these too) it is what For returns. On a GPU it is the
// first method of this list that has kernels for the problem. If none has, On returns what For returns, which Minimize then refuses. On a
// multiwalk.Both On returns the methods for both, combined into one (cooperate.ByDevice).
//
//   - Bits whose cost is clauses: focused search if all weigh the same, else clause weighting.
//   - Rows of signs whose products with a solution are given, up to 150 columns: message passing.
//   - Tours: edge assembly crossover.
//   - Assignment problems whose deltas can be kept in a matrix (kernel.TabuSwapper): memetic search. If a Dominator says
//     that the problem is structured, and it has at most 60 facilities: iterated tabu searches with short bursts.
//     Thousands run side by side, and the fastest one finds the best known cost within milliseconds.
//   - Bits whose costs are small weights of pairs (kernel.ByteRower): iterated tabu searches, which share what they find; not where a
//     Degreer says that a bit has few pairs.
//   - Integers whose cost is how many pairs clash (kernel.Clasher), as in graph colouring: memetic search.
//   - Two permutations of one length whose cost is a sum over pairs (kernel.JointWeigher): iterated tabu searches over swaps and joint
//     swaps.
//   - Other permutations whose moves have the delta of a swap alone: annealing by parallel searches with parallel moves.
//   - A Reheater: annealing that cools between its temperatures, again and again.
//   - Any other problem with kernels: annealing, whose searches go on from the best of them.
func On(p multiwalk.Problem, d multiwalk.Device) multiwalk.Method {
	m, _ := best(p, d)
	return m
}

// placed returns the first method that has kernels for the problem, or nil.
func placed(p multiwalk.Problem, a multiwalk.Accelerator) (first multiwalk.Method) {
	defer func() {
		if recover() != nil {
			first = nil
		}
	}()
	list := []multiwalk.Method{population.EAX{}, crowd(p)}
	if m := overClauses(p); m != nil {
		list = []multiwalk.Method{m}
	} else if inferred(p) {
		list = []multiwalk.Method{single.MessagePassing{}}
	}
	for _, m := range append(list, unknownOn(p)...) {
		place := m.(multiwalk.Placer).Place
		if c, ok := m.(single.IteratedTabu); ok { // one search by all of a machine was not measured against the methods that follow
			place = c.Crowds
		}
		if place(p, a) == nil {
			return m
		}
	}
	return nil
}

// Degreer is a problem of bits whose cost is weights of pairs.
type Degreer interface {
	// Degree is the average number of other bits with which a bit has a weight.
	Degree() float64
}

// fewPairs is the degree below which annealing finds better cuts than tabu search on a GPU: on graphs of degree 4 and 12 (Gset's
// G32, G14, G35, G51) it came to within 0.03 per cent of the best known in 2 s, tabu search to within 0.57. From degree 20 on (G22,
// G43, G1) tabu search finds the best known sooner.
const fewPairs = 16

// crowd returns the settings with which thousands of tabu searches solve an assignment problem, or one of bits or of two permutations.
func crowd(p multiwalk.Problem) multiwalk.Method {
	n := p.Space().Len()
	if p.Space().Kind() == multiwalk.KindBinary {
		if d, ok := p.(Degreer); ok && d.Degree() < fewPairs {
			return single.Anneal{}
		}
		return single.IteratedTabu{}
	}
	if p.Space().JointLength() > 0 {
		return single.IteratedTabu{}
	}
	if d, ok := p.(Dominator); ok && n >= 2 && n <= crowded && isStructured(d) {
		return single.IteratedTabu{Length: 2 * n, Tabu: single.Tabu{Tenure: n - 1}}
	}
	return population.Memetic{}
}

func isStructured(d Dominator) bool {
	flow, dist := d.Dominance()
	return max(flow, dist) > structured
}

func pricesSwaps(p multiwalk.Problem) bool {
	return neighbourhood.SwapsOf(p, neighbourhood.ByState, neighbourhood.ByFollower, neighbourhood.ByDelta).Way() != neighbourhood.InFull
}

// assignment returns the portfolio of an assignment problem.
func assignment(d Dominator, n int) multiwalk.Method {
	shares := []int{1, 9}
	if n <= crowded && isStructured(d) {
		shares = []int{9, 1}
	}
	return cooperate.Portfolio{Methods: []multiwalk.Method{single.ILS{}, single.IteratedTabu{}}, Shares: shares}
}
