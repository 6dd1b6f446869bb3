// Package auto picks a method for a problem: what the command runs when it is told nothing.
package auto

import (
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
)

// Dominator is an assignment problem that knows how uneven its flows and distances are: 100 times standard deviation
// over mean, of each (Vollmann and Buffa 1966).
type Dominator interface {
	Dominance() (flow, dist float64)
}

const (
	// structured is the dominance above which iterated local search is the soonest at the target: kra*, ste* and tai*b of
	// QAPLIB have 150 to 400, the grids of nug* and sko* about 110, uniform instances 60 to 80. Files order the two
	// matrices as they like, so the greater counts.
	structured = 120
	// crowded is the size above which iterated tabu search is no worse on structured instances.
	crowded = 60
)

// For returns a method for the problem on CPU cores, with settings. The choice depends on nothing but what the problem
// is and offers, so that a run can be repeated. A method that would break fixed edges is chosen only where each would, and
// refuses them. For a problem that is nil, or panics, the choice is annealing, and it is Minimize that returns the error.
//
//   - A tour whose cost is the sum of its edges: iterated local search with k-exchanges; where these cost more than 32 bits
//     hold, simulated annealing.
//   - A permutation whose cost counts conflicts, with conflict states: min-conflict search.
//   - An assignment problem that is a Dominator: a portfolio of iterated local search over swaps and iterated tabu search,
//     nine tenths of it for the one that suits the instance; both, because a guess may be wrong.
//   - Another permutation with deltas or states for swaps: these two and, with half of the work, simulated annealing,
//     which on sequencing problems can be far ahead of them.
//   - Any other: simulated annealing.
func For(p multiwalk.Problem) multiwalk.Method {
	m, _ := best(p, nil)
	return m
}

// best returns what On does, and a note for the user where the method that the problem would have had cannot take it: why,
// and what runs instead. The note is empty otherwise.
func best(p multiwalk.Problem, d multiwalk.Device) (m multiwalk.Method, note string) {
	defer func() {
		if recover() != nil {
			m, note = single.Anneal{}, ""
		}
	}()
	if p == nil {
		return single.Anneal{}, ""
	}
	if a, ok := d.(multiwalk.Accelerator); ok {
		if m := placed(p, a); m != nil {
			return m, ""
		}
	}
	return onCores(p)
}

func onCores(p multiwalk.Problem) (m multiwalk.Method, note string) {
	space := p.Space()
	if edges, ok := p.(multiwalk.EdgeCoster); ok && space.Kind() == multiwalk.KindTour {
		return forTour(edges, space.Len())
	}
	if _, ok := p.(multiwalk.ConflictStater); ok && space.Kind() == multiwalk.KindPermutation {
		return single.MinConflict{}, ""
	}
	if space.Kind() == multiwalk.KindPermutation && pricesSwaps(p) {
		return assignment(p, space.Len()), ""
	}
	return single.Anneal{}, ""
}

// forTour falls back to annealing, which adds costs of 64 bits, where iterated local search would refuse the edges.
func forTour(edges multiwalk.EdgeCoster, n int) (m multiwalk.Method, note string) {
	const near = 8 // neighbours of a city, at most
	err := tour.Fits(edges, n, near)
	if err == nil {
		return single.ILS{}, ""
	}
	return single.Anneal{}, "method anneal runs instead of ils: " + strings.TrimPrefix(err.Error(), "multiwalk: ")
}

// On returns a method for the problem on device d; for CPU cores, which nil means too, what For returns. On a GPU that
// is the first of these that has kernels for the problem, and For's choice, which the run then refuses, if none has:
//
//   - edge assembly crossover, for tours;
//   - for an assignment problem whose deltas can be kept in a matrix (kernel.TabuSwapper) memetic search; up to 60
//     facilities, if a Dominator says that it is structured, iterated tabu searches with short bursts, the first of
//     thousands of which is at the best known cost within milliseconds;
//   - for other permutations annealing by parallel searches with parallel moves.
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
	for _, m := range []multiwalk.Method{population.EAX{}, crowd(p), cooperate.PSPM{}} {
		if m.(multiwalk.Placer).Place(p, a) == nil {
			return m
		}
	}
	return nil
}

// crowd is how thousands of tabu searches go about an assignment problem.
func crowd(p multiwalk.Problem) multiwalk.Method {
	n := p.Space().Len()
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
	_, state := p.(multiwalk.SwapStater)
	_, delta := p.(multiwalk.SwapEvaluator)
	return state || delta
}

func assignment(p multiwalk.Problem, n int) multiwalk.Method {
	d, ok := p.(Dominator)
	if !ok {
		return cooperate.Portfolio{Methods: []multiwalk.Method{single.Anneal{}, single.ILS{}, single.IteratedTabu{}},
			Shares: []int{2, 1, 1}}
	}
	shares := []int{1, 9}
	if n <= crowded && isStructured(d) {
		shares = []int{9, 1}
	}
	return cooperate.Portfolio{Methods: []multiwalk.Method{single.ILS{}, single.IteratedTabu{}}, Shares: shares}
}
