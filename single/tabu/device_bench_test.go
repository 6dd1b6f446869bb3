package tabu

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
)

// benchmarkLaunches measures how many entries of the delta matrices, n*(n-1)/2 an iteration of a search, are kept up to
// date and looked at. An operation is a launch.
func benchmarkLaunches(b *testing.B, d multiwalk.Device, q *assignment.Instance, m walk.Method) {
	b.Helper()
	w := onMachine(b, d, q, m, walk.Plan{Seed: 1})
	w.Step(walk.NewSlice(2)) // past the first descent, where incumbents are many
	before := w.Counters()
	b.ResetTimer()
	w.Step(walk.NewSlice(b.N))
	b.StopTimer()
	done := w.Counters()
	seconds := b.Elapsed().Seconds()
	b.ReportMetric(float64(done.DeltaEvaluations-before.DeltaEvaluations)/seconds, "entries/s")
	b.ReportMetric(float64(done.Moves-before.Moves)/seconds, "iterations/s")
	b.ReportMetric(float64(len(w.States)), "searches")
	b.ReportMetric(float64(w.shape.warps), "warps/search")
	b.ReportMetric(float64(w.Kernel.Registers()), "registers")
}

// BenchmarkTabuGPU_Entries measures a machine full of searches. Run it with -benchtime 100x.
func BenchmarkTabuGPU_Entries(b *testing.B) {
	d := trial.NeedDevice(b)
	for _, n := range []int{30, 50, 100, 150} {
		for _, m := range []walk.Method{Tabu{}, IteratedTabu{}} {
			b.Run(fmt.Sprintf("%s/uniform/n=%d", m.Name(), n), func(b *testing.B) { benchmarkLaunches(b, d, assignment.Uniform(n, 1), m) })
		}
		b.Run(fmt.Sprintf("tabu/structured/n=%d", n), func(b *testing.B) { benchmarkLaunches(b, d, assignment.Structured(n, 1), Tabu{}) })
		b.Run(fmt.Sprintf("tabu/asymmetric/n=%d", n), func(b *testing.B) { benchmarkLaunches(b, d, asymmetric(b, n, 1), Tabu{}) })
	}
}

// BenchmarkTabuGPU_Shapes measures what a search of so many warps does, for tabuWarps, and what the matrices in
// global memory cost. Run it with -benchtime 50x.
func BenchmarkTabuGPU_Shapes(b *testing.B) {
	d := trial.NeedDevice(b)
	for _, n := range []int{25, 30, 35, 40, 50, 60, 80, 100, 128, 150, 200, 256} {
		q := assignment.Uniform(n, 1)
		for _, vast := range []bool{false, true} {
			for _, warps := range []int{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 16} {
				if vast && (n < 100 || warps < 8) || !vast && n > 150 {
					continue
				}
				b.Run(fmt.Sprintf("n=%d/vast=%v/warps=%d", n, vast, warps), func(b *testing.B) {
					benchmarkLaunches(b, d, q, tabuIn(tabuShape{warps: warps, walks: 1, vast: vast}, Tabu{}))
				})
			}
		}
	}
	for _, walks := range []int{1, 2, 4, 8} { // of a warp each, in a block
		b.Run(fmt.Sprintf("n=30/walks=%d", walks), func(b *testing.B) {
			benchmarkLaunches(b, d, assignment.Uniform(30, 1), tabuIn(tabuShape{warps: 1, walks: walks}, Tabu{}))
		})
	}
}

// BenchmarkTabu_AllCores measures a walk on each core of the machine, to compare with a GPU. Run it with -benchtime 1x.
func BenchmarkTabu_AllCores(b *testing.B) {
	for _, n := range []int{30, 50, 100, 150} {
		b.Run(fmt.Sprintf("uniform/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				r := must.Have(multiwalk.Minimize(context.Background(), assignment.Uniform(n, 1), Tabu{}, multiwalk.Settings{Seed: 1, Device: device.CPU(0),
					Stop: []multiwalk.Stop{multiwalk.Time(2 * time.Second)}}))(b)
				b.ReportMetric(float64(r.DeltaEvaluations)/r.Elapsed.Seconds(), "entries/s")
				b.ReportMetric(float64(r.Walks), "walks")
			}
		})
	}
}

// BenchmarkTabuGPU_Begin measures what comes before the first launch of a search: memory, the first solutions and their
// costs. The kernels are loaded.
func BenchmarkTabuGPU_Begin(b *testing.B) {
	d := trial.NeedDevice(b)
	for _, n := range []int{30, 50, 100, 150} {
		q := assignment.Uniform(n, 1)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			search := must.Have(Tabu{}.Prepare(q, walk.Plan{Seed: 1, Device: d, Warn: func(string) {}}))(b)
			for b.Loop() {
				w := must.Have(search.NewWalk(0))(b)
				must.Do(b, w.(*machineTabu).Close())
			}
		})
	}
}

// acceptable returns the instances of Tsutsui and Fujimoto, "An analytical study of GPU computation for solving QAPs" (2010),
// with what they accept as solved: the best known cost, for tai50b 0.06 % more.
func acceptable(b *testing.B, run func(b *testing.B, q *assignment.Instance, target int64)) {
	b.Helper()
	for _, name := range []string{"tai25b", "kra30a", "kra30b", "tai30b", "kra32", "tai35b", "ste36b", "tai40b", "tai50b"} {
		b.Run(name, func(b *testing.B) {
			q := must.Have(assignment.ReadFile(benchdata.File(b, "qap", name+".dat")))(b)
			target, _, _ := assignment.BestKnown(name)
			if name == "tai50b" {
				target += target * 6 / 10_000
			}
			run(b, q, target)
		})
	}
}

// BenchmarkTabu_FirstOfMany finds in which iteration the first of 1500 searches comes to the target, the mean of three seeds.
// It runs on cores and tells what a GPU does, because the searches there make the same moves. A search that goes on for 6000
// iterations is given up. Run it with -benchtime 1x.
func BenchmarkTabu_FirstOfMany(b *testing.B) {
	for _, name := range tabuNames {
		b.Run(name, func(b *testing.B) {
			acceptable(b, func(b *testing.B, q *assignment.Instance, target int64) {
				m := tabuNamed(name, q.N)
				for b.Loop() {
					sum := int64(0)
					for seed := range uint64(3) {
						sum += firstOfMany(b, q, m, seed+1, target)
					}
					b.ReportMetric(float64(sum)/3, "iterations/target")
				}
			})
		})
	}
}

// tabuNames are the methods of the benchmarks of times to a target. Many searches for a short time may want other settings
// than one for long.
var tabuNames = []string{"tabu", "iterated-tabu", "iterated-tabu-2n"}

func tabuNamed(name string, n int) walk.Method {
	switch name {
	case "tabu":
		return Tabu{}
	case "iterated-tabu":
		return IteratedTabu{}
	}
	return IteratedTabu{Length: 2 * n, Tabu: Tabu{Tenure: n - 1}}
}

func firstOfMany(b *testing.B, q *assignment.Instance, m walk.Method, seed uint64, target int64) int64 {
	b.Helper()
	const walks, most = 1500, 6000
	search := must.Have(m.Prepare(q, walk.Plan{Seed: seed, Walks: walks, Warn: func(string) {}}))(b)
	first := int64(most)
	for id := range walks {
		w := must.Have(search.NewWalk(id))(b)
		for w.Counters().Units < first {
			w.Step(walk.NewSlice(1))
			if _, cost := w.Best(); cost <= target {
				first = w.Counters().Units
			}
		}
	}
	return first
}

// BenchmarkTabuGPU_TimeToTarget measures the mean time of 30 runs. The kernels are loaded. Run it with -benchtime 1x.
func BenchmarkTabuGPU_TimeToTarget(b *testing.B) {
	const runs = 30
	d := trial.NeedDevice(b)
	for _, name := range tabuNames {
		b.Run(name, func(b *testing.B) {
			acceptable(b, func(b *testing.B, q *assignment.Instance, target int64) {
				m := tabuNamed(name, q.N)
				onMachine(b, d, q, m, walk.Plan{Seed: 1})
				for b.Loop() {
					seconds, hits := 0.0, 0
					for seed := range uint64(runs) {
						r := must.Have(multiwalk.Minimize(context.Background(), q, m, multiwalk.Settings{Seed: seed + 1, Device: d,
							Stop: []multiwalk.Stop{multiwalk.Time(2 * time.Second), multiwalk.Target(target)}}))(b)
						if seconds += r.Elapsed.Seconds(); r.Cost <= target {
							hits++
						}
					}
					b.ReportMetric(1e3*seconds/runs, "ms/target")
					b.ReportMetric(float64(hits), "hits/30")
				}
			})
		})
	}
}
