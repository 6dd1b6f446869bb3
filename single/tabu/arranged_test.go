package tabu

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single/internal/trial"
)

// tabuIn is tabu search whose searches have a shape, where that is one.
func tabuIn(s tabuShape, m multiwalk.Method) multiwalk.Method {
	return trial.Arranged[*tabuFleet]{Method: m, Arrange: func(f *tabuFleet) { f.fixed = s }}
}
