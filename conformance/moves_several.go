package conformance

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// severalFlips is the flips of that many bits of one part, in order.
func severalFlips(name string, count int, price func(x []int32, at []int32) int64) oracle {
	of := func(x []int32, at []int32) move {
		at = slices.Clone(at)
		return move{fmt.Sprintf("%s(x, %v)", name, at), func() int64 { return price(x, at) }, func() []int32 {
			y := slices.Clone(x)
			for _, i := range at {
				y[i] = 1 - y[i]
			}
			return y
		}}
	}
	return oracle{
		name: name,
		all: func(x []int32, part multiwalk.Space, from int32, f func(move) bool) {
			if part.Kind() == multiwalk.KindBinary {
				subsets(nil, from, from+int32(part.Len()), count, func(at []int32) bool { return f(of(x, at)) })
			}
		},
		draw: func(r *multiwalk.Rand, x []int32, part multiwalk.Space, from int32) (move, bool) {
			at := make([]int32, count)
			for k := range at {
				at[k] = from + position(r, part)
			}
			slices.Sort(at)
			return of(x, at), part.Kind() == multiwalk.KindBinary && len(slices.Compact(slices.Clone(at))) == count
		},
	}
}

// subsets calls f for begin with each count of the numbers from from to below end, until f returns false.
func subsets(begin []int32, from, end int32, count int, f func(at []int32) bool) bool {
	if count == 0 {
		return f(begin)
	}
	for i := from; i < end; i++ {
		if !subsets(append(begin, i), i+1, end, count-1, f) {
			return false
		}
	}
	return true
}

// jointly makes the same swap in all parts of n elements.
func jointly(x []int32, n, i, j int32) {
	for part := range slices.Chunk(x, int(n)) {
		part[i], part[j] = part[j], part[i]
	}
}

// jointSwaps is the same swap in every part of a product. It is made from the first part alone.
func jointSwaps(space multiwalk.Space, e multiwalk.JointSwapEvaluator) oracle {
	n := int32(space.JointLength())
	all := pairs("JointSwapDelta", true, e.JointSwapDelta, func(x []int32, i, j int32) { jointly(x, n, i, j) })
	return oracle{
		name: all.name,
		all: func(x []int32, part multiwalk.Space, from int32, f func(move) bool) {
			if n > 0 && from == 0 {
				all.all(x, part, 0, f)
			}
		},
		draw: func(r *multiwalk.Rand, x []int32, part multiwalk.Space, _ int32) (move, bool) {
			if n == 0 {
				return move{}, false
			}
			return all.draw(r, x, part, 0)
		},
	}
}
