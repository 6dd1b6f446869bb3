package auto

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/symmetry"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
)

// longestTried is the greatest length of an order for which iterated local search has trials.
const longestTried = 300

// unknown returns the method for a problem that no rule knows. It also returns a note that says why it is that method, unless trials will
// say so.
//
// Annealing cools over the budget, and wins on most of the problems of package own after any time, so it has the whole run: trials of
// others would only cost. There are exceptions. Two kinds of state price all moves at once in the time that a delta takes for a few moves.
// There other methods may well be ahead of annealing, so they have trials. An order whose insertions are priced together has trials too:
//   - Such an order of up to 300 elements: iterated local search of a population of orders. Of 100 elements of package own it finds the best
//     known order in 1 s, and after 10 s be75eec of xLOLIB with 250 costs 0.02 to 0.03 per cent more than the best known, by annealing
//     0.14. With 300 elements both end alike after 2 s, and 0.18 and 0.23 above after 8 s; with 750 annealing is ahead after 2 s (0.29, 0.35),
//     and both end alike after 8 s.
//   - One that tells which integers are in conflict: tabu search, which looks at the changes of these alone. Random solutions under other
//     names show whether values are only names of groups. If they are, tabu search improves the two individuals of memetic search:
//     crossover of groups solves in seconds what tabu search does not solve in minutes, and easy instances no later.
//   - One of pairs of permutations that prices swaps and joint swaps: iterated tabu search, without trials: on nug12-d it
//     found the optimum in 6 of 8 runs of 0.06 s of processor time, annealing in 2 of 10 of 0.8 s.
//   - One of bits that belongs to a Reheater: tabu search, without trials, see there.
//   - One that prices all flips of bits: iterated tabu search, and iterated local search, which wins where bits weigh against bounds. If the
//     winner stands still, as tabu search does where bits are few and slow to price, the second has a quarter of the run.
func unknown(p multiwalk.Problem) (m multiwalk.Method, note string) {
	s := stateOf(p)
	_, flips := s.(multiwalk.FlipFollower)
	_, changes := s.(multiwalk.ChangeFollower)
	_, conflicts := s.(multiwalk.ConflictFollower)
	_, swaps := s.(multiwalk.SwapFollower)
	_, joint := s.(multiwalk.JointSwapFollower)
	switch kind := p.Space().Kind(); {
	case kind == multiwalk.KindPermutation && p.Space().Len() <= longestTried && (single.ILS{}).Orders(p):
		return cooperate.Halving{Methods: []multiwalk.Method{single.ILS{}, single.Anneal{}}}, ""
	case kind == multiwalk.KindIntegers && changes && conflicts:
		if symmetry.Interchangeable(p, 0) {
			return cooperate.Halving{Methods: []multiwalk.Method{population.Memetic{}, single.Anneal{}}}, ""
		}
		return cooperate.Halving{Methods: []multiwalk.Method{single.Tabu{}, single.Anneal{}}}, ""
	case p.Space().JointLength() > 0 && swaps && joint:
		return single.IteratedTabu{}, ""
	case kind == multiwalk.KindBinary && flips && reheated(p) != nil:
		return single.Tabu{}, ""
	case kind == multiwalk.KindBinary && flips:
		return cooperate.Halving{Methods: []multiwalk.Method{single.IteratedTabu{}, single.Anneal{}, single.ILS{}}, Relief: 25}, ""
	}
	return single.Anneal{}, "auto chose anneal, which cools over the whole run; it compares several methods only where moves cost " +
		"next to nothing: flips of bits or conflicts of integers by a state, or insertions of an order, up to 300 elements, by InsertDeltas"
}

// Reheater is a problem whose solutions lie alone: no path of better and better solutions leads to them, and a search that has cooled to a
// local optimum has to begin again. So a search should stay long at temperatures at which it moves among good solutions: then it comes
// sooner by one that is near enough.
//
// On cores tabu search is sooner there. Permuted perceptrons were measured before message passing took the small ones. The table shows how
// many evaluations one walk needed for each instance solved:
//
//	rows x signs   tabu  iterated tabu  memetic  ILS  annealing, reheated  over its budget  parallel tempering
//	61 x 61        3.0M           2.5M     5.6M   9M                    -              16M                 46M
//	73 x 73         27M            54M      16M    -                  98M                -                   -
//	81 x 81         74M              -     121M    -                    -                -                   -
//
// There were 10, 8 and 6 instances of the sizes, and 10, 30 and 60 million evaluations for each, so the first three do not differ
// beyond chance.
type Reheater interface {
	// Temperatures are those between which annealing is to cool, again and again.
	Temperatures() (hottest, coldest float64)
}

// reheated returns annealing for a Reheater, nil for any other problem.
func reheated(p multiwalk.Problem) multiwalk.Method {
	r, ok := p.(Reheater)
	if !ok {
		return nil
	}
	hottest, coldest := r.Temperatures()
	return single.Anneal{Start: hottest, End: coldest, Alpha: 0.8, Sweeps: 100}
}

// stateOf is a state of bits, integers or permutations of one length, or nil. It is nil for a problem with moves of its own, or with
// constraints: such a problem is searched by moves or by costs that its state does not know.
func stateOf(p multiwalk.Problem) multiwalk.State {
	_, own := p.(multiwalk.Mover)
	_, constrained := p.(multiwalk.Constrained)
	space := p.Space()
	values := space.Kind() == multiwalk.KindBinary || space.Kind() == multiwalk.KindIntegers
	if own || constrained || !values && space.JointLength() == 0 {
		return nil
	}
	return neighbourhood.SomeState(p)
}
