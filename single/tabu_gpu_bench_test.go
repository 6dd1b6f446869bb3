package single

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
)

// onDevice is where the benchmarks of kernels run. The emulator, with -benchtime 1x, only shows that they do.
var onDevice = flag.String("tabu.device", "gpu", "device of the benchmarks of kernels: gpu, gpu:1, emulator")

// needDevice opens the device, or skips the benchmark.
func needDevice(b *testing.B) multiwalk.Accelerator {
	b.Helper()
	d, err := device.Parse(*onDevice)
	if err != nil {
		b.Skip(err)
	}
	a, ok := d.(multiwalk.Accelerator)
	if !ok {
		b.Skipf("%v runs no kernels", d)
	}
	return a
}

// benchmarkLaunches measures how many entries of the delta matrices, n*(n-1)/2 an iteration of a search, are kept up to
// date and looked at. An operation is a launch.
func benchmarkLaunches(b *testing.B, d multiwalk.Device, q *assignment.Instance, m multiwalk.Method) {
	b.Helper()
	w := onMachine(b, d, q, m, multiwalk.Plan{Seed: 1})
	w.Step(multiwalk.NewSlice(2)) // past the first descent, where incumbents are many
	before := w.Counters()
	b.ResetTimer()
	w.Step(multiwalk.NewSlice(b.N))
	b.StopTimer()
	done := w.Counters()
	seconds := b.Elapsed().Seconds()
	b.ReportMetric(float64(done.DeltaEvaluations-before.DeltaEvaluations)/seconds, "entries/s")
	b.ReportMetric(float64(done.Moves-before.Moves)/seconds, "iterations/s")
	b.ReportMetric(float64(len(w.states)), "searches")
	b.ReportMetric(float64(w.shape.warps), "warps/search")
	b.ReportMetric(float64(w.search.Registers()), "registers")
}

// BenchmarkTabuGPU_Entries measures a machine full of searches. Run it with -benchtime 100x.
func BenchmarkTabuGPU_Entries(b *testing.B) {
	d := needDevice(b)
	for _, n := range []int{30, 50, 100, 150} {
		for _, m := range []multiwalk.Method{Tabu{}, IteratedTabu{}} {
			b.Run(fmt.Sprintf("%s/uniform/n=%d", m.Name(), n), func(b *testing.B) { benchmarkLaunches(b, d, assignment.Uniform(n, 1), m) })
		}
		b.Run(fmt.Sprintf("tabu/structured/n=%d", n), func(b *testing.B) { benchmarkLaunches(b, d, assignment.Structured(n, 1), Tabu{}) })
		b.Run(fmt.Sprintf("tabu/asymmetric/n=%d", n), func(b *testing.B) { benchmarkLaunches(b, d, asymmetric(b, n, 1), Tabu{}) })
	}
}

// BenchmarkTabuGPU_Shapes measures what a search of so many warps does, for the table tabuWarps, and what the matrices in
// global memory cost. Run it with -benchtime 50x.
func BenchmarkTabuGPU_Shapes(b *testing.B) {
	d := needDevice(b)
	for _, n := range []int{25, 30, 35, 40, 50, 60, 80, 100, 128, 150, 200, 256} {
		q := assignment.Uniform(n, 1)
		for _, vast := range []bool{false, true} {
			for _, warps := range []int{1, 2, 4, 8, 16, 32} {
				if vast && (n < 100 || warps < 8) || !vast && n > 150 {
					continue
				}
				b.Run(fmt.Sprintf("n=%d/vast=%v/warps=%d", n, vast, warps), func(b *testing.B) {
					force(b, tabuShape{warps: warps, walks: 1, vast: vast})
					benchmarkLaunches(b, d, q, Tabu{})
				})
			}
		}
	}
	for _, walks := range []int{1, 2, 4, 8} { // of a warp each, in a block
		b.Run(fmt.Sprintf("n=30/walks=%d", walks), func(b *testing.B) {
			force(b, tabuShape{warps: 1, walks: walks})
			benchmarkLaunches(b, d, assignment.Uniform(30, 1), Tabu{})
		})
	}
}

// BenchmarkTabu_AllCores measures a walk on each core of the machine, to compare with a GPU. Run it with -benchtime 1x.
func BenchmarkTabu_AllCores(b *testing.B) {
	for _, n := range []int{30, 50, 100, 150} {
		b.Run(fmt.Sprintf("uniform/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				r, err := multiwalk.Minimize(context.Background(), assignment.Uniform(n, 1), Tabu{}, multiwalk.Settings{Seed: 1, Device: device.CPU(0),
					Stop: []multiwalk.Stop{multiwalk.Time(2 * time.Second)}})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(r.DeltaEvaluations)/r.Elapsed.Seconds(), "entries/s")
				b.ReportMetric(float64(r.Walks), "walks")
			}
		})
	}
}

// BenchmarkTabuGPU_TimeToTarget measures the mean time of 30 runs to the acceptable solutions of Tsutsui and Fujimoto, "An
// analytical study of GPU computation for solving QAPs" (2010): the best known, for tai50b within 0.06 %. The kernels are
// loaded. Run it with -benchtime 1x.
func BenchmarkTabuGPU_TimeToTarget(b *testing.B) {
	const runs = 30
	d := needDevice(b)
	for _, m := range []multiwalk.Method{Tabu{}, IteratedTabu{}} {
		for _, name := range []string{"tai25b", "kra30a", "kra30b", "tai30b", "kra32", "tai35b", "ste36b", "tai40b", "tai50b"} {
			b.Run(m.Name()+"/"+name, func(b *testing.B) {
				q, err := assignment.ReadFile(benchdata.File(b, "qap", name+".dat"))
				if err != nil {
					b.Fatal(err)
				}
				target, _, _ := assignment.BestKnown(name)
				if name == "tai50b" {
					target += target * 6 / 10_000
				}
				onMachine(b, d, q, m, multiwalk.Plan{Seed: 1})
				for b.Loop() {
					seconds, hits := 0.0, 0
					for seed := range uint64(runs) {
						r, err := multiwalk.Minimize(context.Background(), q, m, multiwalk.Settings{Seed: seed + 1, Device: d,
							Stop: []multiwalk.Stop{multiwalk.Time(2 * time.Second), multiwalk.Target(target)}})
						if err != nil {
							b.Fatal(err)
						}
						if seconds += r.Elapsed.Seconds(); r.Cost <= target {
							hits++
						}
					}
					b.ReportMetric(1e3*seconds/runs, "ms/target")
					b.ReportMetric(float64(hits), "hits/30")
				}
			})
		}
	}
}
