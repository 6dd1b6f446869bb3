package tabu_test

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/tabu"
	"github.com/multiwalk/multiwalk/walk"
)

// wide returns an instance whose deltas need 64 bits.
func wide(b *testing.B, n int) *qap.Instance {
	b.Helper()
	q := qap.Uniform(n, 1)
	for k := range q.Flow {
		q.Flow[k] *= 100_000
		q.Dist[k] *= 100
	}
	q = must.Have(qap.New("uniform-wide", n, q.Flow, q.Dist))(b)
	return q
}

// BenchmarkTabu_Entries measures how many entries of the delta matrix, n*(n-1)/2 an iteration, a tabu search keeps up to
// date and looks at on one core.
func BenchmarkTabu_Entries(b *testing.B) {
	for _, q := range []*qap.Instance{qap.Uniform(30, 1), qap.Uniform(60, 1), qap.Uniform(100, 1), wide(b, 60), wide(b, 100),
		qap.Structured(100, 1)} {
		b.Run(fmt.Sprintf("%s/n=%d", q.Name(), q.N), func(b *testing.B) {
			search := must.Have(tabu.Tabu{}.Prepare(q, walk.Plan{Seed: 1, Walks: 1}))(b)
			w := must.Have(search.NewWalk(0))(b)
			w.Step(walk.NewSlice(10_000)) // past the first descent, where incumbents are many
			b.ReportAllocs()
			b.ResetTimer()
			w.Step(walk.NewSlice(b.N))
			b.ReportMetric(float64(q.N*(q.N-1)/2)*float64(b.N)/b.Elapsed().Seconds(), "entries/s")
		})
	}
}
