package continuous_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/bbob"
	"github.com/multiwalk/multiwalk/walk"
)

// BenchmarkFlock measures 10,000 generations of a population on Rastrigin's function of 100 dimensions, or as many as a second has: on a
// GPU, and on one core. What a generation takes follows from a run with five times as many, so the start is no part of it.
//
//	go test ./continuous -run '^$' -bench Flock -benchtime 1x
func BenchmarkFlock(b *testing.B) {
	p := must.Have(bbob.Named("rastrigin:d100"))(b)
	places := map[string]multiwalk.Device{"core": device.CPU(1)}
	if gpu := device.GPU(0); gpu.Ready() == nil {
		places["gpu"] = gpu
	}
	for _, size := range []int{1024, 12_000, 16_384, 131_072} {
		for _, m := range []walk.Method{continuous.Swarm{Population: size, Topology: "global"}, continuous.Swarm{Population: size, Topology: "ring"},
			continuous.Swarm{Population: size}, continuous.Swarm{Population: size, Topology: "ring", Form: "2007"},
			continuous.Differential{Population: size, Strategy: "rand"}} {
			for place, d := range places {
				b.Run(fmt.Sprintf("%d/%s%s/%s", size, m.Name(), setOf(m), place), func(b *testing.B) {
					for range b.N {
						run := func(times int64) *multiwalk.Result {
							return must.Have(multiwalk.Minimize(b.Context(), p, m, multiwalk.Settings{Seed: 1, Device: d, Walks: 1,
								Stop: []multiwalk.Stop{multiwalk.Time(time.Duration(times) * time.Second), multiwalk.Evaluations(times * 10_000 * int64(size))}}))(b)
						}
						r, longer := run(1), run(5)
						done := float64(r.Counters.FullEvaluations)
						b.ReportMetric(done/r.Elapsed.Seconds(), "evaluations/s")
						more := float64(longer.Counters.FullEvaluations) - done
						b.ReportMetric((longer.Elapsed-r.Elapsed).Seconds()*1e6*float64(size)/more, "us/generation")
						b.ReportMetric(float64(r.Counters.Restarts), "restarts")
						b.ReportMetric(continuous.Value(r.Cost), "cost")
					}
				})
			}
		}
	}
}
