package population

import "github.com/multiwalk/multiwalk"

// partiallyMapped makes the child of partially mapped crossover (Goldberg and Lingle, "Alleles, loci, and the traveling
// salesman problem", 1985), as figure 7 of Tsutsui and Fujimoto has it: the child is the first parent, own, and for
// positions cut1 to cut2-1 in turn, what other has there is swapped to that position. place gets where each number of the
// child is, which makes the figure's search for it O(1), and the whole O(n).
//
// With swaps it prices each swap too, and returns the cost of the child less that of own.
func partiallyMapped(child, own, other, place []int32, cut1, cut2 int32, swaps multiwalk.SwapEvaluator) (delta int64) {
	for k, v := range own {
		child[k], place[v] = v, int32(k)
	}
	for k := cut1; k < cut2; k++ {
		v, was := other[k], child[k]
		if v == was {
			continue
		}
		j := place[v]
		if swaps != nil {
			delta += swaps.SwapDelta(child, k, j)
		}
		child[k], child[j] = v, was
		place[v], place[was] = k, j
	}
	return delta
}

// mapped is up to how many swaps partiallyMapped makes, and 0 if the child is own: a position at which the parents agree
// is one that no swap touches before its turn, so it needs none.
func mapped(own, other []int32, cut1, cut2 int32) (swaps int) {
	for k := cut1; k < cut2; k++ {
		if own[k] != other[k] {
			swaps++
		}
	}
	return swaps
}
