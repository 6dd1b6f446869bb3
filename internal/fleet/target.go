package fleet

import (
	"errors"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/internal/gpu"
)

// Leader returns which of n searches has the least cost, the first of several.
func Leader(n int, cost func(search int) int64) int {
	lead := 0
	for i := range n {
		if cost(i) < cost(lead) {
			lead = i
		}
	}
	return lead
}

// Winner tells which of the walks of a machine came to the target, and in which iteration; at is math.MaxInt64 if none did.
// goal[0] is the least iteration in which one did, and hits[w] that of walk w, math.MaxInt64 where there is none. The first
// by iteration and number is the one that counts, so that the result does not depend on which ran first; it is -1 if hits
// has none of that iteration. Both arrays are cleared, should the run go on.
func Winner(hits, goal *gpu.Array[int64]) (walk int, at int64, err error) {
	first := make([]int64, 1)
	if err := goal.Read(first, 0); err != nil || first[0] == math.MaxInt64 {
		return 0, math.MaxInt64, err
	}
	each := make([]int64, hits.Len())
	if err := hits.Read(each, 0); err != nil {
		return 0, 0, err
	}
	walk = slices.Index(each, first[0])
	none := slices.Repeat([]int64{math.MaxInt64}, len(each))
	return walk, first[0], errors.Join(hits.Write(none, 0), goal.Write(none[:1], 0))
}
