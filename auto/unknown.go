package auto

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/single"
)

// unknown returns trials of a few methods, for a problem that no rule knows.
func unknown(p multiwalk.Problem, space multiwalk.Space) multiwalk.Method {
	methods := []multiwalk.Method{single.Anneal{}}
	if space.Kind() == multiwalk.KindPermutation && pricesSwaps(p) {
		methods = append(methods, single.IteratedTabu{}, single.ILS{})
	}
	return cooperate.Halving{Methods: append(methods, single.LateAcceptance{})}
}
