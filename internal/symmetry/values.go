// Package symmetry finds by trial which solutions of a problem are the same in other words.
package symmetry

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// Interchangeable tells whether the values of a problem over integers are but names of groups, as colours of a graph are: whether
// random solutions cost the same when their values change roles. A wrong yes costs quality, and nothing else.
func Interchangeable(p multiwalk.Problem, seed uint64) bool {
	const trials = 16 // one pair of elements that looks at values differs in half of them
	lo, hi := p.Space().Bounds()
	n := p.Space().Len()
	if fixed, err := walk.FixedOf(p); err != nil || len(fixed) > 0 {
		return false // a fixed element has its value and no other
	}
	if p.Space().Kind() != multiwalk.KindIntegers || hi-lo < 2 || int64(hi)-int64(lo) >= int64(n) {
		return false
	}
	r, x, y, role := multiwalk.NewRand(seed, math.MaxInt32-1), make([]int32, n), make([]int32, n), make([]int32, hi-lo+1)
	for i := range role {
		role[i] = lo + int32(i)
	}
	for range trials {
		p.Space().Random(r, x)
		r.Shuffle(role)
		for i, v := range x {
			y[i] = role[v-lo]
		}
		if p.Cost(x) != p.Cost(y) {
			return false
		}
	}
	return true
}
