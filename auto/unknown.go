package auto

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/single"
)

// unknown returns trials of a few methods, for a problem that no rule knows. Annealing is the favourite: of the twelve problems
// of package own it is ahead on most. Where moves have deltas, tabu search and iterated local search look at many of them;
// where they have none, late acceptance takes the place of tabu search.
func unknown(p multiwalk.Problem) multiwalk.Method {
	methods := []multiwalk.Method{single.Anneal{}, single.ILS{}}
	if pricesMoves(p) {
		methods = append(methods, single.IteratedTabu{})
	} else {
		methods = append(methods, single.LateAcceptance{})
	}
	return cooperate.Halving{Methods: methods}
}

// pricesMoves reports whether the problem offers the delta of any move, or a state.
func pricesMoves(p multiwalk.Problem) bool {
	switch p.(type) {
	case multiwalk.SwapEvaluator, multiwalk.InsertEvaluator, multiwalk.TwoOptEvaluator, multiwalk.OrOptEvaluator,
		multiwalk.FlipEvaluator, multiwalk.ChangeEvaluator, multiwalk.SwapStater, multiwalk.ConflictStater, multiwalk.Stater,
		multiwalk.EdgeCoster:
		return true
	}
	return false
}

// unknownOn is unknown on a device: trials of methods that have kernels for every space.
func unknownOn() multiwalk.Method {
	return cooperate.Halving{Methods: []multiwalk.Method{single.Anneal{}, single.LateAcceptance{}, single.ThresholdAccepting{}}}
}
