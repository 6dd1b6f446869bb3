package walk

import (
	"fmt"
	"github.com/multiwalk/multiwalk"
)

// NoReals returns an error if the problem's solutions are real vectors, else nil. A method that goes by moves, or mixes solutions
// element by element, calls it in Prepare.
func NoReals(method string, p multiwalk.Problem) error {
	if s := p.Space(); s.Kind() == multiwalk.KindReals {
		return fmt.Errorf("multiwalk: method %s does not search %v; use one of package continuous, such as %s: %w",
			method, s, realMethod, multiwalk.ErrNoDelta)
	}
	return nil
}

// realMethod is the word of a method that takes any space of reals.
const realMethod = "staged"
