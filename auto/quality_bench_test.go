package auto_test

import (
	"context"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qap"
)

// qaplib reads an instance of QAPLIB, or skips the benchmark.
func qaplib(b *testing.B, name string) *qap.Instance {
	b.Helper()
	return must.Have(qap.ReadFile(benchdata.File(b, "qap", name+".dat")))(b)
}

// BenchmarkOn_QAPToTarget reports, for seeds 1 to 30 on a GPU and on all cores, the mean and the greatest time to the
// acceptable solutions of Tsutsui and Fujimoto. The kernels are loaded. Run it with -benchtime 1x.
func BenchmarkOn_QAPToTarget(b *testing.B) {
	for _, name := range []string{"tai25b", "kra30a", "kra30b", "tai30b", "kra32", "tai35b", "ste36b", "tai40b", "tai50b"} {
		q := qaplib(b, name)
		target, _, _ := qap.BestKnown(name)
		if name == "tai50b" {
			target += target * 6 / 10_000
		}
		for _, where := range []struct {
			name string
			d    multiwalk.Device
		}{{"gpu", device.GPU(0)}, {"cores", device.CPU(0)}} {
			b.Run(name+"/"+where.name, func(b *testing.B) {
				must.Ready(b, where.d)
				race(b, q, where.d, target)
			})
		}
	}
}

// race runs what auto picks, after a run that loads the kernels.
func race(b *testing.B, q *qap.Instance, d multiwalk.Device, target int64) {
	b.Helper()
	const runs = 30
	run := func(seed uint64, stop multiwalk.Stop) *multiwalk.Result {
		return must.Have(multiwalk.Minimize(context.Background(), q, auto.On(q, d), multiwalk.Settings{Seed: seed, Device: d,
			Stop: []multiwalk.Stop{stop, multiwalk.Target(target)}}))(b)
	}
	run(0, multiwalk.Work(1))
	for b.Loop() {
		var sum, most time.Duration
		hits := 0
		for seed := range uint64(runs) {
			r := run(seed+1, multiwalk.Time(2*time.Second))
			if r.Cost <= target {
				hits++
			}
			sum, most = sum+r.Elapsed, max(most, r.Elapsed)
		}
		b.ReportMetric(1e3*sum.Seconds()/runs, "mean_ms")
		b.ReportMetric(1e3*most.Seconds(), "max_ms")
		b.ReportMetric(float64(hits), "hits")
	}
	b.ReportMetric(0, "ns/op")
}
