package tabu

import (
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
)

// tabuIn is tabu search whose searches have a shape, where that is one.
func tabuIn(s tabuShape, m walk.Method) walk.Method {
	return trial.Arranged[*tabuFleet]{Method: m, Arrange: func(f *tabuFleet) { f.fixed = s }}
}
