package record

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
)

// A unit may have up to unitSpread * max(mean, n^2, s) evaluations, where mean is over all units, and s is the greatest
// number among the method's settings. The largest unit seen had 12 times the mean, in a portfolio of methods. A unit of
// tabu search has n(n-1)/2 evaluations; a unit of a genetic algorithm has one for each individual, and their number is
// a setting.
const unitSpread = 16

// checkBudget checks the evaluations against their limit. A walk checks its share of the limit between two units, so
// each walk may exceed its share by one unit. The record does not say how many evaluations a unit had; unitSpread
// bounds them.
func (r Run) checkBudget() error {
	budget, has := r.tightest(multiwalk.StopEvaluations)
	var c multiwalk.Counters
	switch {
	case r.End != nil:
		c = r.End.Counters
	case r.Last != nil:
		c = r.Last.Counters
	}
	if !has || c.Evaluations() <= budget {
		return nil
	}
	unit := float64(c.Evaluations())/float64(max(1, c.Units)) + float64(r.N)*float64(r.N) + r.Method.greatest()
	over, most := float64(c.Evaluations()-budget), unitSpread*unit*float64(max(1, r.Walks))
	if over > most {
		return fmt.Errorf("it has %d evaluations, but stops after %d; that its walks pass the limit by a unit each explains %.3g of them",
			c.Evaluations(), budget, most)
	}
	return nil
}
