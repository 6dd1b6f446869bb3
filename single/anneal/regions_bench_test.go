package anneal_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single/anneal"
)

// What a GPU makes of uniform cities, in per cent over 0.7124 sqrt(nA): of a million the optimum lies about 0.07 over it, of 100,000 0.2.
func BenchmarkRegionDevice(b *testing.B) {
	for _, c := range []struct {
		n, seconds, places, iterations int
		hot, cold                      float64
	}{
		{100_000, 10, 0, 0, 0, 0}, {100_000, 10, 256, 50, 0, 0}, {100_000, 10, 128, 50, 0, 0}, {100_000, 10, 256, 50, 0.15, 0.03},
		{100_000, 20, 256, 50, 0, 0}, {100_000, 60, 0, 0, 0, 0}, {1_000_000, 30, 0, 50, 0, 0}, {1_000_000, 30, 0, 0, 0, 0}, {1_000_000, 60, 0, 0, 0, 0},
	} {
		b.Run(fmt.Sprintf("n=%d/%ds/places=%d/iterations=%d/%v-%v", c.n, c.seconds, c.places, c.iterations, c.hot, c.cold), func(b *testing.B) {
			on, err := device.Parse("gpu")
			if err != nil {
				b.Skip(err)
			}
			p := tsp.Random(c.n, 1)
			area := 1e12
			edge := math.Sqrt(area / float64(c.n))
			m := anneal.ByRegions{Anneal: anneal.Anneal{Start: 0.75 * c.hot * edge, End: 0.75 * c.cold * edge}, Places: c.places, Iterations: c.iterations}
			began := time.Now()
			r := must.Have(multiwalk.Minimize(b.Context(), p, m, multiwalk.Settings{Seed: uint64(1 + b.N), Device: on,
				Stop: []multiwalk.Stop{multiwalk.Time(time.Duration(c.seconds) * time.Second)}}))(b)
			b.ReportMetric(100*(float64(r.Cost)/(0.7124*math.Sqrt(float64(c.n)*area))-1), "%over")
			b.ReportMetric(float64(r.DeltaEvaluations)/time.Since(began).Seconds()/1e9, "Gmoves/s")
			b.ReportMetric(float64(r.Units), "launches")
			b.ReportMetric(time.Since(began).Seconds(), "s")
		})
	}
}
