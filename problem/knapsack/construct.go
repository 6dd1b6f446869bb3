package knapsack

import (
	"cmp"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Construct fills the knapsack in an order by gain that is disturbed at random.
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
}
