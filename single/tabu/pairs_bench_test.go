package tabu

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/q3ap"
)

// Pairs of swaps priced by tabu search on one core: the whole neighbourhood in each iteration.
func BenchmarkTabu_ByPairs(b *testing.B) {
	for _, n := range []int{12, 22} {
		b.Run(string(rune('a'+n-12)), func(b *testing.B) {
			p, evaluations := q3ap.Random(n, 1), int64(0)
			for b.Loop() {
				r := must.Have(multiwalk.Minimize(b.Context(), p, Tabu{Neighbourhood: "pair"}, multiwalk.Settings{Seed: 1, Walks: 1,
					Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000_000)}}))(b)
				evaluations += r.DeltaEvaluations
			}
			b.ReportMetric(float64(evaluations)/b.Elapsed().Seconds()/1e6, "Mpairs/s")
		})
	}
}
