package conformance

import (
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// insertDeltas compares the places of random elements, in random windows of each part whose elements are in an order, with what
// InsertDelta says of each.
func (k *problemKit) insertDeltas(p multiwalk.InsertionsEvaluator) error {
	r := multiwalk.NewRand(k.seed, 7)
	for _, x := range k.x {
		was := slices.Clone(x)
		for at, part := range k.parts() {
			if !isOrder(part.Kind()) {
				continue
			}
			begin, n := int(at), part.Len()
			for range 8 {
				i := begin + r.IntN(n)
				first, last := begin+r.IntN(i-begin+1), i+r.IntN(begin+n-i)
				if err := k.window(p, x, was, int32(i), int32(first), last-first+1); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (k *problemKit) window(p multiwalk.InsertionsEvaluator, x, was []int32, i, first int32, width int) error {
	deltas := slices.Repeat([]int64{math.MinInt64}, width)
	p.InsertDeltas(x, i, first, deltas)
	if err := unchanged(fmt.Sprintf("InsertDeltas(x, %d, %d, deltas)", i, first), x, was); err != nil {
		return err
	}
	for up, d := range deltas {
		j, want := first+int32(up), int64(0)
		if j != i {
			want = p.InsertDelta(x, i, j)
		}
		if d != want {
			return fmt.Errorf("InsertDeltas(x, %d, %d, deltas) says %d of place %d, but InsertDelta(x, %d, %d) says %d, at x = %s",
				i, first, d, j, i, j, want, show(x))
		}
	}
	return nil
}
