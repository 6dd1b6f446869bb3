package population

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// BenchmarkMemetic_Generation measures what the host does between two generations of a GPU: an operation is a
// generation of as many individuals as an H200 has searches.
func BenchmarkMemetic_Generation(b *testing.B) {
	for _, c := range []struct{ n, size int }{{60, 924}, {100, 264}, {150, 132}} {
		b.Run(fmt.Sprintf("n=%d/%d", c.n, c.size), func(b *testing.B) {
			w := newBrood(Memetic{Patience: 50}, c.n, c.size, ofPermutation(c.n), multiwalk.NewRand(1, 0))
			costs := make([]int64, c.size)
			for i := range costs {
				multiwalk.Permutation(c.n).Random(w.r, w.child(i))
				costs[i] = int64(w.r.IntN(100)) // many are alike
			}
			for b.Loop() {
				w.succeed(costs, 1)
				w.breed()
			}
		})
	}
}
