package runtest

import (
	"iter"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Solutions goes through all solutions of a small space, in the order of their values; a tour comes once for each city and direction that it
// may begin with. One is good until the next.
func Solutions(s multiwalk.Space) iter.Seq[[]int32] {
	return func(yield func([]int32) bool) { extend(s.Parts(), make([]int32, s.Len()), 0, yield) }
}

// extend goes through the solutions whose values below at are those of x, and returns false once yield does. The parts are those from at on.
func extend(parts []multiwalk.Space, x []int32, at int, yield func([]int32) bool) bool {
	if len(parts) == 0 {
		return yield(x)
	}
	lo, hi := parts[0].Bounds()
	different := parts[0].Kind() == multiwalk.KindPermutation || parts[0].Kind() == multiwalk.KindTour
	if different {
		hi = int32(parts[0].Len()) - 1
	}
	var fill func(from, k int) bool
	fill = func(from, k int) bool {
		if k == from+parts[0].Len() {
			return extend(parts[1:], x, k, yield)
		}
		for v := lo; v <= hi; v++ {
			if different && slices.Contains(x[from:k], v) {
				continue
			}
			if x[k] = v; !fill(from, k+1) {
				return false
			}
		}
		return true
	}
	return fill(at, at)
}

// Least is the least cost of all solutions of a small problem.
func Least(p multiwalk.Problem) int64 { return LeastBy(p.Space(), p.Cost) }

// LeastBy is Least by another way to evaluate.
func LeastBy(s multiwalk.Space, cost func(x []int32) int64) int64 {
	least := int64(math.MaxInt64)
	for x := range Solutions(s) {
		least = min(least, cost(x))
	}
	return least
}
