package walking

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// What the searches answer as walk.Resolver: their settings with the defaults that this run had. What is not there stays
// as it was given, such as the cooling constant of an annealing that cools over the budget of the run.

// NamedMoves names the moves that a setting stands for.
func NamedMoves(p multiwalk.Problem, name string) string { return NamedByForm(p, nil, name) }

// NamedByForm is namedMoves for a method whose moves are those of the problem's form in kernels.
func NamedByForm(p multiwalk.Problem, form any, name string) string {
	if nb, err := neighbourhood.ByForm(p, form, name); err == nil {
		return nb.Name()
	}
	return name
}
