package clauses_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/single/clauses"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
)

// BenchmarkFocused_Flips reports flips a second, of processor time for one walk on a core, of time for a GPU full of searches, on
// random clauses of three that have too many to be satisfied, so that a run never ends. Run it with -benchtime 1x.
func BenchmarkFocused_Flips(b *testing.B) {
	for _, name := range []string{"sat:n250-r4.6", "sat:n1000-r4.6", "sat:n10000-r4.6"} {
		p := instance(b, name)
		name = strings.Replace(name, ":", "-", 1)
		b.Run("core/"+name, func(b *testing.B) {
			for b.Loop() {
				r, took := timed(b, p, clauses.Focused{}, 1, multiwalk.Evaluations(30_000_000))
				b.ReportMetric(float64(r.Moves)/took.Seconds(), "flips/s")
			}
			b.ReportMetric(0, "ns/op")
		})
		b.Run("gpu/"+name, func(b *testing.B) {
			d := must.Ready(b, device.GPU())
			for b.Loop() {
				r := must.Have(multiwalk.Minimize(b.Context(), p, clauses.Focused{}, multiwalk.Settings{Seed: 1, Device: d,
					Stop: []multiwalk.Stop{multiwalk.Time(2 * time.Second)}}))(b)
				b.ReportMetric(float64(r.Moves)/r.Elapsed.Seconds(), "flips/s")
				b.ReportMetric(float64(r.Walks), "searches")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

func instance(b testing.TB, name string) *maxsat.Instance {
	b.Helper()
	return must.Have(maxsat.Named(name))(b)
}

// timed runs a walk, and returns the processor time that it took.
func timed(b testing.TB, p multiwalk.Problem, m walk.Method, seed uint64, stop ...multiwalk.Stop) (*multiwalk.Result, time.Duration) {
	b.Helper()
	began := own.ProcessorTime()
	r := must.Have(multiwalk.Minimize(b.Context(), p, m, multiwalk.Settings{Seed: seed, Walks: 1, Workers: 1, Stop: stop}))(b)
	return r, own.ProcessorTime() - began
}

// onGPU runs ten seeds to a target on a GPU, and reports how many came to it, and the mean and the greatest time from the call on,
// kernels loaded.
func onGPU(b *testing.B, p multiwalk.Problem, m walk.Method, target int64) {
	d := must.Ready(b, device.GPU())
	for b.Loop() {
		solved, sum, most := 0, time.Duration(0), time.Duration(0)
		for seed := range uint64(11) {
			r := must.Have(multiwalk.Minimize(b.Context(), p, m, multiwalk.Settings{Seed: seed, Device: d,
				Stop: []multiwalk.Stop{multiwalk.Target(target), multiwalk.Time(10 * time.Second)}}))(b)
			if seed == 0 { // it loads the kernels
				continue
			}
			if r.Cost <= target {
				solved++
			}
			sum, most = sum+r.Elapsed, max(most, r.Elapsed)
			b.ReportMetric(float64(r.Walks), "searches")
		}
		b.ReportMetric(float64(solved), "solved")
		b.ReportMetric(1e3*sum.Seconds()/10, "mean_ms")
		b.ReportMetric(1e3*most.Seconds(), "max_ms")
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkFocused_Satisfies reports the mean and the greatest processor time to a solution, of ten seeds each, and the time on a GPU.
func BenchmarkFocused_Satisfies(b *testing.B) {
	list := map[string]*maxsat.Instance{"sat:n10000-r4.2": instance(b, "sat:n10000-r4.2"), "xorsat:n30": instance(b, "xorsat:n30")}
	files, _ := filepath.Glob(filepath.Join(benchdata.Dir(b), "sat", "uf*.cnf"))
	for _, file := range files {
		p := must.Have(maxsat.ReadFile(file))(b)
		list[p.Name()] = p
	}
	for name, p := range list {
		b.Run("gpu/"+strings.Replace(name, ":", "-", 1), func(b *testing.B) { onGPU(b, p, clauses.Focused{}, 0) })
		b.Run("core/"+strings.Replace(name, ":", "-", 1), func(b *testing.B) {
			for b.Loop() {
				solved, sum, most, flips := 0, time.Duration(0), time.Duration(0), int64(0)
				for seed := range uint64(10) {
					r, took := timed(b, p, clauses.Focused{}, seed+1, multiwalk.Target(0), multiwalk.Evaluations(6e8))
					if r.Cost == 0 {
						solved++
					}
					sum, most, flips = sum+took, max(most, took), flips+r.Moves
				}
				b.ReportMetric(float64(solved), "solved")
				b.ReportMetric(1e3*sum.Seconds()/10, "mean_ms")
				b.ReportMetric(1e3*most.Seconds(), "max_ms")
				b.ReportMetric(float64(flips)/10, "flips")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkWeighting_Published reports how many of ten seeds come to the best known cost within a budget, and in which mean and
// greatest processor time, and the time on a GPU.
func BenchmarkWeighting_Published(b *testing.B) {
	best := benchdata.BestKnown(b, "SAT")
	files, _ := filepath.Glob(filepath.Join(benchdata.Dir(b), "sat", "*.wcnf"))
	for _, file := range files {
		p := must.Have(maxsat.ReadFile(file))(b)
		want := best[strings.ToLower(strings.TrimSuffix(p.Name(), ".txt"))]
		b.Run("gpu/"+p.Name(), func(b *testing.B) { onGPU(b, p, clauses.Weighting{}, want) })
		b.Run("core/"+p.Name(), func(b *testing.B) {
			for b.Loop() {
				solved, sum, most := 0, time.Duration(0), time.Duration(0)
				for seed := range uint64(10) {
					r, took := timed(b, p, clauses.Weighting{}, seed+1, multiwalk.Target(want), multiwalk.Evaluations(3e7))
					if r.Cost <= want {
						solved++
					}
					sum, most = sum+took, max(most, took)
				}
				b.ReportMetric(float64(solved), "solved")
				b.ReportMetric(1e3*sum.Seconds()/10, "mean_ms")
				b.ReportMetric(1e3*most.Seconds(), "max_ms")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
