package tour

import (
	"cmp"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// nearest lists the k cheapest neighbours of every city by looking at all pairs, for problems that know no better:
// O(n² log k). It returns nil if it was stopped.
func nearest(n, k int, edges multiwalk.EdgeCoster, stop func() bool) []int32 {
	type candidate struct {
		cost int64
		city int32
	}
	list := make([]int32, 0, n*k)
	best := make([]candidate, 0, k+1)
	for i := range int32(n) {
		if stop() {
			return nil
		}
		best = best[:0]
		for j := range int32(n) {
			if j == i {
				continue
			}
			c := candidate{edges.EdgeCost(i, j), j}
			if len(best) == k && c.cost >= best[k-1].cost {
				continue
			}
			at, _ := slices.BinarySearchFunc(best, c, func(a, b candidate) int {
				return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.city, b.city))
			})
			best = slices.Insert(best, at, c)[:min(len(best)+1, k)]
		}
		for _, c := range best {
			list = append(list, c.city)
		}
	}
	return list
}
