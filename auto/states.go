package auto

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/symmetry"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/state"
	"github.com/multiwalk/multiwalk/walk"
)

// Degreer is a problem of bits whose cost is weights of pairs.
type Degreer interface {
	// Degree is the average number of other bits with which a bit has a weight.
	Degree() float64
}

// fewPairs is the degree below which annealing finds better cuts than tabu search on a GPU: on graphs of degree 4 and 12 (Gset's
// G32, G14, G35, G51) it came to within 0.03 per cent of the best known in 2 s, tabu search to within 0.57. From degree 20 on (G22,
// G43, G1) tabu search finds the best known sooner.
const fewPairs = 16

func hasManyPairs(p multiwalk.Problem) bool {
	d, ok := p.(Degreer)
	return p.Space().Kind() == multiwalk.KindBinary && overClauses(p) == nil && !(ok && d.Degree() < fewPairs)
}

// Reheater is a problem whose solutions lie alone: no path of better and better solutions leads to them, and a search that has cooled to a
// local optimum has to begin again. So a search should stay long at temperatures at which it moves among good solutions: then it comes
// sooner by one that is near enough.
//
// On cores tabu search is sooner there: docs/notes/annealing.md has the evaluations that methods needed.
type Reheater interface {
	// Temperatures are those between which annealing is to cool, again and again.
	Temperatures() (hottest, coldest float64)
}

// reheated returns annealing for a Reheater, nil for any other problem.
func reheated(p multiwalk.Problem) walk.Method {
	r, ok := p.(Reheater)
	if !ok {
		return nil
	}
	hottest, coldest := r.Temperatures()
	return single.Anneal{Start: hottest, End: coldest, Alpha: 0.8, Sweeps: 100}
}

// isTabu tells Reheaters with a state that prices flips of bits, or swaps of a permutation.
func isTabu(p multiwalk.Problem) bool {
	if reheated(p) == nil || p.Space().Kind() != multiwalk.KindPermutation {
		return reheated(p) != nil && pricesFlips(p)
	}
	_, swaps := neighbourhood.SomeState(p).(state.SwapFollower)
	return swaps
}

func pricesFlips(p multiwalk.Problem) bool {
	if p.Space().Kind() != multiwalk.KindBinary {
		return false
	}
	_, flips := stateOf(p).(state.FlipFollower)
	return flips
}

func isJoint(p multiwalk.Problem) bool { return p.Space().JointLength() > 0 }

// pricesJointSwaps says whether iterated tabu search has pairs of permutations to itself: on nug12-d it found the optimum in 6 of 8 runs of
// 0.06 s of processor time, annealing in 2 of 10 of 0.8 s.
func pricesJointSwaps(p multiwalk.Problem) bool {
	if !isJoint(p) {
		return false
	}
	s := stateOf(p)
	_, swaps := s.(state.SwapFollower)
	_, joint := s.(state.JointSwapFollower)
	return swaps && joint
}

// clashing returns trials for integers with a state that tells which are in conflict, nil for any other problem. Tabu search looks at the
// changes of these alone. Random solutions under other names show whether values are only names of groups. If they are, tabu search improves
// the two individuals of memetic search: crossover of groups solves in seconds what tabu search does not solve in minutes, and easy
// instances no later.
func clashing(p multiwalk.Problem) walk.Method {
	if _, conflicts := changesOf(p).(state.ConflictFollower); !conflicts {
		return nil
	}
	if symmetry.Interchangeable(p, 0) {
		return cooperate.Halving{Methods: []walk.Method{population.Memetic{}, single.Anneal{}}}
	}
	return cooperate.Halving{Methods: []walk.Method{single.Tabu{}, single.Anneal{}}}
}

// changesOf is a state of integers that prices changes, or nil. On cores whole groups of equal values move there.
func changesOf(p multiwalk.Problem) state.ChangeFollower {
	if p.Space().Kind() != multiwalk.KindIntegers {
		return nil
	}
	s, _ := stateOf(p).(state.ChangeFollower)
	return s
}

// whyNoGroups says what a search on a GPU alone misses, or "": moves of whole groups (neighbourhood.OpGroupChange) have no kernels. On
// capacitated sites a GPU alone ended 52 per cent above cores.
func whyNoGroups(p multiwalk.Problem) string {
	if _, clashes := p.(kernel.Clasher); clashes || changesOf(p) == nil {
		return ""
	}
	return "a GPU moves no groups of equal values, which CPU cores do: where values are places or vehicles, cores alone may find far less"
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
