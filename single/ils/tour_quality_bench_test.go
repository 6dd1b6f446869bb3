package ils_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single/ils"
)

// benchmarkGap reports the mean gap to the optimum over seeds 1 to 5, with one walk on one core. Run it with
// -benchtime 1x.
func benchmarkGap(b *testing.B, names []string, limit time.Duration, seeds, workers int) {
	sum := 0.0
	for _, name := range names {
		p := must.Have(tsp.ReadFile(benchdata.File(b, "tsp", name+".tsp")))(b)
		best, _, _ := p.BestKnown()
		mean := 0.0
		for seed := 1; seed <= seeds; seed++ {
			res := must.Have(multiwalk.Minimize(context.Background(), p, ils.ILS{}, multiwalk.Settings{
				Seed: uint64(seed), Walks: workers, Workers: workers,
				Stop: []multiwalk.Stop{multiwalk.Time(limit), multiwalk.Target(best)},
			}))(b)
			mean += 100 * float64(res.Cost-best) / float64(best) / float64(seeds)
		}
		b.ReportMetric(mean, name+"_gap_%")
		sum += mean
	}
	b.ReportMetric(sum/float64(len(names)), "mean_gap_%")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkILS_TSPGap(b *testing.B) {
	names := []string{"rd100", "a280", "lin318", "pcb442", "d493", "rat783", "pr1002"}
	for _, limit := range []time.Duration{time.Second, 5 * time.Second, 20 * time.Second} {
		b.Run(limit.String(), func(b *testing.B) {
			for b.Loop() {
				benchmarkGap(b, names, limit, 5, 1)
			}
		})
	}
}

func BenchmarkILS_LargeTSPGap(b *testing.B) {
	for _, name := range []string{"usa13509", "d18512", "pla85900"} {
		b.Run(fmt.Sprintf("%s/60s", name), func(b *testing.B) {
			for b.Loop() {
				benchmarkGap(b, []string{name}, time.Minute, 1, 2)
			}
		})
	}
}
