package tabu

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
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
