package auto_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// BenchmarkOvershoot reports how long after its time limit a run on 100,000 random cities comes back: the median and the worst, in
// milliseconds. A run may end up to 40 ms early. Each run has a new instance, for which nothing is prepared. Run it with
// -benchtime 20x.
func BenchmarkOvershoot(b *testing.B) {
	for _, limit := range []time.Duration{10 * time.Millisecond, 100 * time.Millisecond, 2 * time.Second} {
		b.Run(fmt.Sprint(limit), func(b *testing.B) {
			var over []float64
			for seed := uint64(1); b.Loop(); seed++ {
				b.StopTimer()
				p := tsp.Random(100_000, seed)
				s := multiwalk.Settings{Seed: seed, Stop: []multiwalk.Stop{multiwalk.Time(limit)}}
				b.StartTimer()
				began := time.Now()
				r, err := multiwalk.Minimize(context.Background(), p, auto.For(p), s)
				over = append(over, float64(time.Since(began)-limit)/float64(time.Millisecond))
				if err != nil || r.Best == nil {
					b.Fatal(r, err)
				}
			}
			slices.Sort(over)
			b.ReportMetric(over[len(over)/2], "median-ms-over")
			b.ReportMetric(over[len(over)-1], "worst-ms-over")
			b.ReportMetric(0, "ns/op")
		})
	}
}
