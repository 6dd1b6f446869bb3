package population

import "github.com/multiwalk/multiwalk"

// either takes each value from one of the parents, with equal chances (Syswerda, "Uniform crossover in genetic algorithms",
// 1989).
func either(_ *variation, child, own, other []int32, r *multiwalk.Rand) {
	word := uint32(0)
	for i, v := range own {
		if i&31 == 0 {
			word = r.Uint32()
		}
		if word>>(i&31)&1 != 0 {
			v = other[i]
		}
		child[i] = v
	}
}
