package ils

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// ILS is iterated local search: perturb the current solution a little, repair it by local search, keep the result if it
// is acceptable (Lourenço, Martin and Stützle, "Iterated local search", 2003).
//
// On a tour whose cost is the sum of its edges (multiwalk.EdgeCoster) the local search is LocalSearch and the
// perturbation a double-bridge among neighbouring cities. The run has one population of such tours, which all cores grow and
// merge; with 150,000 cities or more all cores improve one tour in regions, each of which has such a population. On a permutation whose
// swaps have deltas, and on other tours, it is swap local search and a random rotation of a few positions; on any other space local search in
// a Neighbourhood and a few random moves.
//
// On one permutation whose insertions are priced together (by multiwalk.InsertionsEvaluator, or because a step past a neighbour depends on
// these two elements alone), where nothing is fixed and there are no constraints, the local search takes an element to the best of all its
// places. The walk keeps a population of local optima; the budget decides how many. A perturbation takes a run of elements from one local
// optimum, and moves these elements to the places that they have in another. Strength and Neighbourhood, if given, switch all this off.
type ILS struct {
	// LocalSearch is the local search. For tours on cores it is "kopt" (exchanges of up to Depth edges in the manner of Lin and Kernighan, the
	// default) or "oropt" (2-opt and segment insertion); both with neighbour lists and don't-look bits. "first" and "best" are descents in the
	// Neighbourhood by the first or the best move, for any space: the same walk on cores and on machines, where "first" is the default.
	// Tabu search as the local search is IteratedTabu.
	LocalSearch string
	// Depth is the most edges that kopt replaces at once, 2 to 8; 0 means 3, and 4 with 10,000 cities or more.
	Depth int
	// Neighbours is how many near cities the local search for tours tries from each; 0 means 6, and 8 for oropt and for
	// asymmetric instances. It is at most 100. Of descents those in neighbourhood 3opt try these cities alone, unless edges cost more one way than
	// the other.
	Neighbours int
	// Temperature is the temperature at which the kicks of a tour begin, in mean edge costs: the higher it is, the more worse tours are
	// accepted. It falls to 0 over the kicks of each tour; the first tour has 0. 0 means 0.6. It is at most 1e6.
	Temperature float64
	// Strength is how many positions a perturbation of a permutation moves at least; it grows to n/2 while it finds
	// nothing better. In other neighbourhoods than swaps it is how many random moves it makes, up to n/4. It is from 2 to n;
	// 0 means 4. Between descents it stays as it is.
	Strength int
	// Deviation is by how much a local optimum of a descent may cost more than the best that the walk has found, and be gone on from, up to
	// 1e15, which takes each. From others the walk goes back to the best.
	Deviation float64
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it. "" means those of LocalSearch on a tour, swaps of a
	// permutation, unless that has deltas of insertions alone, and else the space's default.
	Neighbourhood string
	// Mapping says which threads of a machine make a walk of descents on a tour: "neighbour" (a warp, whose threads price a neighbour each), the
	// default, or "search" (one thread). Both make the same walks, and cores make these too.
	Mapping string
}

func (ILS) Name() string { return "ils" }

// Prepare implements walk.Method. On a tour whose cost is the sum of its edges it keeps fixed edges; elsewhere it
// refuses them.
func (m ILS) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	space := p.Space()
	if err := m.check(space.Len()); err != nil {
		return nil, err
	}
	if _, machines := plan.Device.(multiwalk.Accelerator); machines || m.descends() {
		return m.prepareDescents(p, plan)
	}
	if e, ok := p.(multiwalk.EdgeCoster); ok && space.Kind() == multiwalk.KindTour && m.Neighbourhood == "" {
		return m.prepareTour(p, e, plan)
	}
	if r, ok := m.orders(p); ok {
		return m.prepareOrder(p, plan, r)
	}
	if _, own := p.(multiwalk.Mover); own && m.Neighbourhood == "" || !walking.BySwaps(p, m.Neighbourhood) {
		return m.prepareMoves(p, plan)
	}
	return m.prepareSwap(p, plan)
}

func (m ILS) String() string { return m.Name() }
