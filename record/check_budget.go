package record

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
)

// A unit may have up to unitSpread * (mean + n^2 + s + shortUnit) evaluations. The mean is over the units before the last of each walk, and s
// is what the method's settings say (Method.unit). The largest unit seen had 12 times the mean, in a portfolio of methods. A unit of tabu
// search has n(n-1)/2 evaluations; a unit of a genetic algorithm has one for each individual. Where walks had no units before their last
// there is no mean, and a unit may be a descent: n^3 in the place of n^2.
const unitSpread = 16

// shortUnit is what a unit may have on the smallest instances too: methods draw 256 moves at a time, and look at as many before the first
// to find temperatures; the pilot of parallel tempering looks at up to 3,400.
const shortUnit = 256

// checkBudget checks the evaluations against their limit. A walk checks its share of the limit between two units, so
// each walk may exceed its share by one unit. The record does not say how many evaluations a unit had; unitSpread
// bounds them. All units before a walk's last one are within the limit, so what is claimed beyond it does not raise the bound.
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
	n, walks := float64(r.N), int64(max(1, r.Walks))
	unit := n*n + r.Method.unit(n, c.DeltaEvaluations) + shortUnit
	if before := c.Units - walks; before > 0 {
		unit += float64(budget) / float64(before)
	} else {
		unit += n * n * n
	}
	over, most := float64(c.Evaluations()-budget), unitSpread*unit*float64(walks)
	if over > most {
		return fmt.Errorf("it has %d evaluations, but stops after %d; that its walks pass the limit by a unit each explains %.3g of them",
			c.Evaluations(), budget, most)
	}
	return nil
}
