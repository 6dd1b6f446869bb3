package auto_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// BenchmarkMinimize_Workers reports moves and evaluations a second for one worker and more, each with a walk of its own.
// Run it with -benchtime 1x -count 5 and compare the medians.
func BenchmarkMinimize_Workers(b *testing.B) {
	for name, p := range map[string]multiwalk.Problem{"tour1000": tsp.Random(1000, 1), "assignment100": qap.Uniform(100, 1)} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%d", name, workers), func(b *testing.B) {
				var moves, evaluations int64
				var seconds float64
				for b.Loop() {
					res := must.Have(multiwalk.Minimize(context.Background(), p, auto.For(p), multiwalk.Settings{
						Seed: 1, Workers: workers, Walks: workers, Stop: []multiwalk.Stop{multiwalk.Time(3 * time.Second)}}))(b)
					moves, evaluations, seconds = moves+res.Moves, evaluations+res.Evaluations(), seconds+res.Elapsed.Seconds()
				}
				b.ReportMetric(float64(moves)/seconds, "moves/s")
				b.ReportMetric(float64(evaluations)/seconds, "evaluations/s")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
