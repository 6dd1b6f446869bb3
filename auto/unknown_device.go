package auto

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/single"
)

// unknownOn is unknown on a device. Annealing makes every kind of move there, and its searches share what they find. It has no trials
// against other methods: of the methods with kernels for every space none comes near it, and a trial takes all searches away from it. PSPM
// is faster, and takes permutations that have the delta of a swap alone.
func unknownOn(p multiwalk.Problem) []multiwalk.Method {
	if m := reheated(p); m != nil {
		return []multiwalk.Method{m}
	}
	if p.Space().Kind() == multiwalk.KindPermutation {
		switch p.(type) {
		case multiwalk.InsertEvaluator, multiwalk.TwoOptEvaluator:
			return []multiwalk.Method{single.Anneal{}, cooperate.PSPM{}}
		}
	}
	return []multiwalk.Method{cooperate.PSPM{}, single.Anneal{}}
}
