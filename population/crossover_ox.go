package population

import "github.com/multiwalk/multiwalk"

// orderCrossover makes the child of order crossover (Davis, "Applying adaptive algorithms to epistatic domains", 1985; Oliver,
// Smith and Holland, "A study of permutation crossover operators on the traveling salesman problem", 1987). The child
// takes positions cut1 to cut2-1 from the first parent, own. The remaining positions, from cut2 on and around the end,
// get the remaining numbers in the order in which the second parent, other, has them from cut2 on. place is scratch of
// n numbers. O(n).
func orderCrossover(child, own, other, place []int32, cut1, cut2 int32) {
	n := int32(len(own))
	for k, v := range own {
		child[k], place[v] = v, int32(k)
	}
	to, from := cut2, cut2
	for range n {
		if from == n {
			from = 0
		}
		v := other[from]
		from++
		if at := place[v]; at >= cut1 && at < cut2 {
			continue
		}
		if to == n {
			to = 0
		}
		child[to] = v
		to++
	}
}

// orderAnywhere is order crossover between two random cuts.
func orderAnywhere(v *variation, child, own, other []int32, r *multiwalk.Rand) {
	cut1, cut2 := cuts(r, len(own))
	orderCrossover(child, own, other, v.at[:len(own)], cut1, cut2)
}
