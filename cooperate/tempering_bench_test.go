package cooperate

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
)

var (
	temperDevice = flag.String("tempering.device", "cpu", "device of the benchmarks of parallel tempering: cpu, cpu:1, gpu, emulator")
	temperTime   = flag.Duration("tempering.time", 5*time.Second, "limit of a run of the benchmarks of parallel tempering")
	temperMany   = flag.Int("tempering.replicas", 0, "replicas of a ladder in the benchmarks of parallel tempering; 0: the default")
	temperDelay  = flag.Int("tempering.delay", 0, "swaps that matrices in global memory defer, in the benchmarks; 0: the default")
	temperWalks  = flag.Int("tempering.ladders", 0, "ladders in the benchmarks of parallel tempering; 0: as many as a GPU holds")
	temperRuns   = flag.Int("tempering.runs", 10, "runs of the benchmarks of parallel tempering, a seed each")
)

// temperOn opens the device, or skips the benchmark.
func temperOn(b *testing.B) multiwalk.Device {
	b.Helper()
	d, err := device.Parse(*temperDevice)
	if err != nil {
		b.Skip(err)
	}
	if a, ok := d.(multiwalk.Accelerator); ok && a.Ready() != nil {
		b.Skip(a.Ready())
	}
	return d
}

// published reads an instance of QAPLIB, or skips the benchmark.
func published(b *testing.B, name string) *qap.Instance {
	b.Helper()
	q, err := qap.ReadFile(benchdata.File(b, "qap", name+".dat"))
	if err != nil {
		b.Fatal(err)
	}
	return q
}

// temperInstances are what proposals are measured on.
func temperInstances(b *testing.B, n int) map[string]*qap.Instance {
	b.Helper()
	return map[string]*qap.Instance{"uniform": qap.Uniform(n, 1), "structured": qap.Structured(n, 1), "asymmetric": assignment(b, n, 1)}
}

// BenchmarkTempering_Proposals measures a ladder on a core, behind the warm-up's first half. An operation is a sweep.
func BenchmarkTempering_Proposals(b *testing.B) {
	for _, n := range []int{30, 50, 100} {
		for name, q := range temperInstances(b, n) {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				w := ladderOf(b, ParallelTempering{}, q, 1)
				until := func(sweep int64) {
					for w.sweep < sweep {
						w.Step(multiwalk.NewSlice(1))
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
func benchmarkLadders(b *testing.B, q *qap.Instance, m ParallelTempering) {
	b.Helper()
	forcedDelay = *temperDelay
	defer func() { forcedDelay = 0 }()
	w := laddersOn(b, temperOn(b), q, m, multiwalk.Plan{Seed: 1, Walks: *temperWalks})
	w.Step(multiwalk.NewSlice(3)) // past the first descent
	before, sweep := w.Counters(), w.At
	b.ResetTimer()
	w.Step(multiwalk.NewSlice(b.N))
	b.StopTimer()
	made := w.Counters()
	b.ReportMetric(float64(made.DeltaEvaluations-before.DeltaEvaluations)/b.Elapsed().Seconds(), "proposals/s")
	b.ReportMetric(100*float64(made.Moves-before.Moves)/float64(made.DeltaEvaluations-before.DeltaEvaluations), "accepted%")
	b.ReportMetric(float64(w.At-sweep)/b.Elapsed().Seconds(), "sweeps/s")
	b.ReportMetric(1e3*b.Elapsed().Seconds()/float64(b.N), "ms/launch")
	b.ReportMetric(float64(w.plan.Ladders), "ladders")
	b.ReportMetric(float64(w.kernel.Registers()), "registers")
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
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) { benchmarkLadders(b, q, ParallelTempering{Replicas: *temperMany}) })
		}
	}
}

// BenchmarkTemperingGPU_Shapes measures what the place of the matrices and the number of replicas cost. Run it with
// -tempering.device gpu -benchtime 50x.
func BenchmarkTemperingGPU_Shapes(b *testing.B) {
	onAccelerator(b)
	for _, n := range []int{30, 50, 80, 100, 150} {
		for name, s := range temperShapes {
			for _, replicas := range []int{4, 8, 16, 32} {
				b.Run(fmt.Sprintf("n=%d/%s/replicas=%d", n, name, replicas), func(b *testing.B) {
					forceTemper(b, s)
					q, m := qap.Uniform(n, 1), ParallelTempering{Replicas: replicas}
					if w := laddersOn(b, temperOn(b), q, m, multiwalk.Plan{Seed: 1, Walks: 1}); w.shape != s {
						b.Skip("it does not fit")
					}
					benchmarkLadders(b, q, m)
				})
			}
		}
	}
}

// manyRuns runs a method with seeds 1 on, and returns the mean time and the mean gap to the best known cost in per cent.
func manyRuns(b *testing.B, q *qap.Instance, m multiwalk.Method, target int64) (seconds, gap float64, hits int) {
	b.Helper()
	forcedDelay = *temperDelay
	defer func() { forcedDelay = 0 }()
	known, _, _ := qap.BestKnown(q.Name())
	for seed := range *temperRuns {
		r, err := multiwalk.Minimize(context.Background(), q, m, multiwalk.Settings{Seed: uint64(seed) + 1, Device: temperOn(b), Walks: *temperWalks,
			Stop: []multiwalk.Stop{multiwalk.Time(*temperTime), multiwalk.Target(target)}})
		if err != nil {
			b.Fatal(err)
		}
		if r.Cost <= target {
			hits++
		}
		seconds += r.Elapsed.Seconds() / float64(*temperRuns)
		gap += 100 * float64(r.Cost-known) / float64(known) / float64(*temperRuns)
	}
	return seconds, gap, hits
}

// rivals are what parallel tempering is compared with, and on cores itself when it is run anew where it stagnates.
func rivals(b *testing.B) []multiwalk.Method {
	b.Helper()
	m := ParallelTempering{Replicas: *temperMany}
	list := []multiwalk.Method{m, single.Tabu{}, single.IteratedTabu{}}
	if _, ok := temperOn(b).(multiwalk.Accelerator); !ok {
		list = append(list, Restart{Method: m})
	}
	return list
}

// BenchmarkTempering_TimeToTarget measures the mean time to the acceptable solutions of Tsutsui and Fujimoto, "An analytical
// study of GPU computation for solving QAPs" (2010): the best known, for tai50b within 0.06 %. Run it with -benchtime 1x, on
// a GPU with -tempering.device gpu -tempering.runs 30, and on one core with -tempering.device cpu:1.
func BenchmarkTempering_TimeToTarget(b *testing.B) {
	for _, m := range rivals(b) {
		for _, name := range []string{"tai25b", "kra30a", "kra30b", "tai30b", "kra32", "tai35b", "ste36b", "tai40b", "tai50b"} {
			b.Run(m.Name()+"/"+name, func(b *testing.B) {
				q := published(b, name)
				target, _, _ := qap.BestKnown(name)
				if name == "tai50b" {
					target += target * 6 / 10_000
				}
				if _, err := multiwalk.Minimize(context.Background(), q, m, multiwalk.Settings{Device: temperOn(b),
					Stop: []multiwalk.Stop{multiwalk.Work(1)}}); err != nil { // loads the kernels
					b.Fatal(err)
				}
				for b.Loop() {
					seconds, gap, hits := manyRuns(b, q, m, target)
					b.ReportMetric(1e3*seconds, "ms/target")
					b.ReportMetric(float64(hits), "hits")
					b.ReportMetric(gap, "gap%")
				}
			})
		}
	}
}

// BenchmarkTempering_Gap measures the mean gap to the best known cost after -tempering.time. Run it with -benchtime 1x.
func BenchmarkTempering_Gap(b *testing.B) {
	for _, m := range rivals(b) {
		for _, name := range []string{"tai60a", "tai80a", "tai100a", "sko100a", "tho150", "wil100", "tai100b", "tai150b"} {
			b.Run(m.Name()+"/"+name, func(b *testing.B) {
				q := published(b, name)
				known, _, _ := qap.BestKnown(name)
				for b.Loop() {
					_, gap, hits := manyRuns(b, q, m, known)
					b.ReportMetric(gap, "gap%")
					b.ReportMetric(float64(hits), "hits")
				}
			})
		}
	}
}
