package tempering

import (
	"flag"
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/walk"
)

var temperDevice = flag.String("tempering.device", "cpu", "device of the benchmarks of parallel tempering: cpu, cpu:1, gpu, emulator")

// temperOn opens the device, or skips the benchmark.
func temperOn(b *testing.B) multiwalk.Device {
	b.Helper()
	d, err := device.Parse(*temperDevice)
	if err != nil {
		b.Skip(err)
	}
	must.Ready(b, d)
	return d
}

// temperInstances are what proposals are measured on.
func temperInstances(b *testing.B, n int) map[string]*assignment.Instance {
	b.Helper()
	return map[string]*assignment.Instance{"uniform": assignment.Uniform(n, 1), "structured": assignment.Structured(n, 1), "asymmetric": signed(b, n, 1)}
}

// BenchmarkTempering_Proposals measures a ladder on a core, behind the warm-up's first half. An operation is a sweep.
func BenchmarkTempering_Proposals(b *testing.B) {
	for _, n := range []int{30, 50, 100} {
		for name, q := range temperInstances(b, n) {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				w := ladderOf(b, ParallelTempering{}, q, 1)
				until := func(sweep int64) {
					for w.sweep < sweep {
						w.Step(walk.NewSlice(1))
					}
				}
				until(64)
				before := w.Counters()
				b.ReportAllocs()
				b.ResetTimer()
				until(64 + int64(b.N))
				made := w.Counters()
				b.ReportMetric(float64(made.DeltaEvaluations-before.DeltaEvaluations)/b.Elapsed().Seconds(), "proposals/s")
				b.ReportMetric(100*float64(made.Moves-before.Moves)/float64(made.DeltaEvaluations-before.DeltaEvaluations), "accepted%")
			})
		}
	}
}

// benchmarkLadders measures launches of a machine full of ladders. An operation is a launch.
func benchmarkLadders(b *testing.B, q *assignment.Instance, m walk.Method) {
	b.Helper()
	w := laddersOn(b, temperOn(b), q, m, walk.Plan{Seed: 1})
	w.Step(walk.NewSlice(3)) // past the first descent
	before, sweep := w.Counters(), w.At
	b.ResetTimer()
	w.Step(walk.NewSlice(b.N))
	b.StopTimer()
	made := w.Counters()
	b.ReportMetric(float64(made.DeltaEvaluations-before.DeltaEvaluations)/b.Elapsed().Seconds(), "proposals/s")
	b.ReportMetric(100*float64(made.Moves-before.Moves)/float64(made.DeltaEvaluations-before.DeltaEvaluations), "accepted%")
	b.ReportMetric(float64(w.At-sweep)/b.Elapsed().Seconds(), "sweeps/s")
	b.ReportMetric(1e3*b.Elapsed().Seconds()/float64(b.N), "ms/launch")
	b.ReportMetric(float64(w.Plan.Ladders), "ladders")
	b.ReportMetric(float64(w.Kernel.Registers()), "registers")
}

// onAccelerator skips a benchmark of kernels where -tempering.device names none.
func onAccelerator(b *testing.B) {
	b.Helper()
	if _, ok := temperOn(b).(multiwalk.Accelerator); !ok {
		b.Skip("it wants -tempering.device gpu")
	}
}

// BenchmarkTemperingGPU_Proposals measures a machine full of ladders. Run it with -tempering.device gpu -benchtime 50x.
func BenchmarkTemperingGPU_Proposals(b *testing.B) {
	onAccelerator(b)
	for _, n := range []int{30, 50, 100, 150} {
		for name, q := range temperInstances(b, n) {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) { benchmarkLadders(b, q, ParallelTempering{}) })
		}
	}
}
