package population

import "github.com/multiwalk/multiwalk"

// partiallyMapped makes the child of partially mapped crossover (Goldberg and Lingle, "Alleles, loci, and the traveling
// salesman problem", 1985), as in figure 7 of Tsutsui and Fujimoto. The child begins as a copy of the first parent,
// own. Then, for each position from cut1 to cut2-1, it swaps the number that other has there to that position. place
// holds the position of each number in the child: so the number is found in O(1), where the figure searches, and all
// takes O(n).
//
// If swaps is not nil, it prices each swap. delta is then the cost of the child less that of own.
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

// mapped returns a bound on the number of swaps that partiallyMapped makes: the number of positions at which the
// parents differ. Where they agree, no swap touches the position before its turn, and then none is needed. It is 0 if
// the child equals own.
func mapped(own, other []int32, cut1, cut2 int32) (swaps int) {
	for k := cut1; k < cut2; k++ {
		if own[k] != other[k] {
			swaps++
		}
	}
	return swaps
}

// mapAnywhere is partially mapped crossover between two random cuts.
func mapAnywhere(v *variation, child, own, other []int32, r *multiwalk.Rand) {
	cut1, cut2 := cuts(r, len(own))
	partiallyMapped(child, own, other, v.at[:len(own)], cut1, cut2, nil)
}
