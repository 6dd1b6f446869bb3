package auto

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// A bound is loose if a constructed order is more than looseElements mean elements above it, and by more than looseShare of it. Of
	// Taillard's flow shops that is so of those with 20 machines, but for 20 and 500 jobs.
	looseElements, looseShare = 4.5, 0.035
	// mostGreedy is how many elements an order may have that iterated greedy has most of the time for. With more it makes too few iterations:
	// of the flow shops with 300 to 800 jobs on 40 and 60 machines beam search finds much more, as docs/notes/orders.md says.
	mostGreedy = 250
)

// bounded is iterated greedy and beam search, for orders that both take. Beam search leaves out what bounds show to be no better: with loose
// bounds it finds little. A part of the time it has there too, since it may be far ahead (ta105).
func bounded(p multiwalk.Problem) walk.Method {
	if _, ok := p.(multiwalk.Brancher); !ok || !isPartial(p) {
		return nil
	}
	m := cooperate.Portfolio{Methods: []walk.Method{successor.IteratedGreedy{}, population.Beam{}}, Exchange: 20}
	if isLoose(p) {
		m.Shares = []int{7, 1}
	}
	return m
}

// isLoose says whether bounds on partial solutions go by what is certain to come, and yet tell little of the optimum. Of total completion times
// they do not: beam search goes by other signs there.
func isLoose(p multiwalk.Problem) bool {
	b, bounds := p.(multiwalk.Bounder)
	c, constructs := p.(multiwalk.Constructor)
	n := p.Space().Len()
	if !bounds || !constructs || n > mostGreedy {
		return false
	}
	x := make([]int32, n)
	c.Construct(multiwalk.NewRand(0, 0), x)
	cost, bound := float64(p.Cost(x)), float64(b.LowerBound())
	above := (cost - bound) / bound
	return leastBound(p.(multiwalk.Brancher)) > int64(cost/2) && above > looseShare && above*float64(n) > looseElements
}

// leastBound is the least bound after the first choice.
func leastBound(p multiwalk.Brancher) int64 {
	b := p.NewBranches()
	node := make([]int32, b.Size())
	b.Root(node)
	least := int64(math.MaxInt64)
	for _, c := range b.Expand(node, 0, nil) {
		least = min(least, c.Bound)
	}
	return least
}
