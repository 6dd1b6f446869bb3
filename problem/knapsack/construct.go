package knapsack

import (
	"cmp"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Of a constructed solution: how many moves improve it, less where an instance is so large that they would look at more weights than that.
const (
	climbs      = 200
	climbWeight = 20_000_000
)

// Construct fills the knapsack in an order by gain that is disturbed at random, and improves that by moves of a Sack. What comes of it fits,
// and has at least the profit of the greedy order, so it costs less than all that does not fit.
func (p *Instance) Construct(r *multiwalk.Rand, x []int32) {
	clear(x)
	spread := 0.0
	for _, g := range p.gain {
		spread += math.Abs(g)
	}
	spread /= 2 * float64(len(p.gain))
	key := make([]float64, len(p.gain))
	for i, g := range p.gain {
		key[i] = g + float64(spread*(r.Float64()-r.Float64()))
	}
	order := slices.Clone(p.order)
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(key[b], key[a]) })
	p.fill(x, p.rooms(x, nil), order)
	m := Sack{p}.NewMoves().(*repairs)
	m.Reset(x)
	for range min(climbs, climbWeight/len(p.weight)) {
		if v := m.Random(r); m.Delta(x, v) <= 0 {
			m.Apply(x, v)
		}
	}
	if greedy := p.greedy(); p.worth(x) < p.worth(greedy) {
		copy(x, greedy)
	}
}
