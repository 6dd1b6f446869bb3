package solutions_test

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk/examples/queens/solutions"
	"github.com/multiwalk/multiwalk/internal/must"
)

// BenchmarkFind makes b.N different proven solutions on one core.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{32, 100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			stats := must.Have(solutions.Find(b.Context(), n, solutions.Options{Count: int64(b.N), Workers: 1}))(b)
			b.ReportMetric(float64(stats.Found)/b.Elapsed().Seconds(), "solutions/s")
		})
	}
}
