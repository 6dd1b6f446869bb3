package nqueens

import "github.com/multiwalk/multiwalk"

// Evaluated is the problem of N queens as a search sees it that knows nothing but the evaluation of a whole candidate: it
// offers no delta, so a method evaluates in full, by the scheme. That is the paper's simulated annealing; with the
// Instance itself the same method prices a swap in O(1).
//
// All schemes give the same numbers, so they change how long a run takes and nothing else.
type Evaluated struct {
	N      int
	Scheme Scheme // nil means Serial
}

// Name returns "nqueens:" and the number.
func (e Evaluated) Name() string { return (&Instance{N: e.N}).Name() }

// Space returns the permutations of N.
func (e Evaluated) Space() multiwalk.Space { return multiwalk.Permutation(e.N) }

// LowerBound returns the least cost, which is 0 where there is a solution.
func (e Evaluated) LowerBound() int64 { return (&Instance{N: e.N}).LowerBound() }

// Cost returns the number of attacking pairs, counted by the scheme.
func (e Evaluated) Cost(x []int32) int64 {
	if e.Scheme == nil {
		return Serial{}.Conflicts(x)
	}
	return e.Scheme.Conflicts(x)
}
