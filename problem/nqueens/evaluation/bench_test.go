package evaluation_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/nqueens/evaluation"
)

// benchDevice is the first GPU, or the emulator, on which nothing but that the benchmarks run is to be learnt.
func benchDevice(b *testing.B) (d multiwalk.Accelerator, real bool) {
	b.Helper()
	if d = device.GPU(); d.Ready() == nil {
		return d, true
	}
	b.Log("no GPU: on the emulator, with small candidates")
	return device.Emulator(), false
}

// benchSettings are the schemes, with all that the choice of the fastest needs, and the greatest boards that take less
// than some seconds.
func benchSettings() []struct {
	setting
	most int
} {
	const all = 1_000_000
	list := []struct {
		setting
		most int
	}{
		{setting{"fine-1", evaluation.Options{}}, 30_000},
		{setting{"fine-2", evaluation.Options{}}, 30_000},
		{setting{"coarse", evaluation.Options{}}, all},
		{setting{"linear", evaluation.Options{}}, all},
	}
	for k := range 8 { // the thresholds of the paper
		list = append(list, struct {
			setting
			most int
		}{setting{"dynamic", evaluation.Options{Threshold: 1 << (10 + k)}}, all})
	}
	return list
}

// BenchmarkEvaluate reports pairs or, for the linear scheme, queens a second, by the kernels alone and in all, of single
// candidates: random permutations, Hoffman's solutions, any rows, and all queens in one row.
func BenchmarkEvaluate(b *testing.B) {
	d, real := benchDevice(b)
	sizes := []int{100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000}
	if !real {
		sizes = sizes[:1]
	}
	for _, s := range benchSettings() {
		for _, n := range sizes {
			for _, kind := range []string{"permutation", "solution", "random", "equal"} {
				if n > s.most {
					continue
				}
				b.Run(fmt.Sprintf("%s/%d/%s", s.label(), n, kind), func(b *testing.B) {
					x := candidate(multiwalk.NewRand(1, 0), n, kind)
					benchmark(b, d, s.setting, x, n, nqueens.Linear{}.Conflicts(x))
				})
			}
		}
	}
}

// BenchmarkEvaluateBatch is the same for many candidates at a time, random permutations, of 4,000,000 queens together.
func BenchmarkEvaluateBatch(b *testing.B) {
	d, real := benchDevice(b)
	sizes, queens := []int{32, 100, 300, 1000, 3000, 10_000, 40_000, 100_000, 1_000_000}, 4_000_000
	if !real {
		sizes, queens = []int{32, 100}, 400
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("linear/%d", n), func(b *testing.B) { // the others have a launch a candidate
			x := candidate(multiwalk.NewRand(1, 0), n, "permutation")
			benchmark(b, d, setting{name: "linear"}, slices.Repeat(x, queens/n), n, nqueens.Linear{}.Conflicts(x))
		})
	}
}

// benchmark evaluates candidates of n queens, each with so many conflicts.
func benchmark(b *testing.B, d multiwalk.Device, s setting, x []int32, n int, want int64) {
	s.o.Timed = true
	e := open(b, d, s)
	conflicts := make([]int64, len(x)/n)
	if err := e.EvaluateBatch(conflicts, x, n); err != nil { // compiles and allocates
		b.Fatal(err)
	}
	var kernel, total time.Duration
	for b.Loop() {
		must.Do(b, e.EvaluateBatch(conflicts, x, n))
		t := e.Timing()
		kernel, total = kernel+t.Kernel, total+t.Total
	}
	for _, got := range conflicts {
		if got != want {
			b.Fatalf("%d conflicts, want %d", got, want)
		}
	}
	work, unit := float64(len(conflicts))*float64(n)*float64(n-1)/2, "Gpairs/s"
	if s.name == "linear" {
		work, unit = float64(len(x)), "Gqueens/s"
	}
	work *= float64(b.N) / 1e9
	b.ReportMetric(work/kernel.Seconds(), unit)
	b.ReportMetric(work/total.Seconds(), unit+"-total")
	b.ReportMetric(kernel.Seconds()/float64(b.N)*1e6, "kernel-µs")
	b.ReportMetric(total.Seconds()/float64(b.N)*1e6, "total-µs")
	b.ReportMetric(0, "ns/op")
}
