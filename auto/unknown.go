package auto

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/single"
)

// unknown returns trials of a few methods, for a problem that no rule knows.
func unknown(p multiwalk.Problem, space multiwalk.Space) multiwalk.Method {
	return cooperate.Halving{Methods: []multiwalk.Method{single.Anneal{}, single.IteratedTabu{}, single.ILS{}, single.LateAcceptance{}}}
}
