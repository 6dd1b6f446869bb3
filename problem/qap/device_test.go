package qap

import (
	"context"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// What kernels price is what the instance does.
func TestKernels_AgreeWithTheInstance(t *testing.T) {
	forms := map[string]int{}
	for _, n := range []int{1, 2, 3, 9} {
		for name, q := range shapes(t, n) {
			m := must.Have(q.Kernels())(t)
			forms[fmt.Sprintf("%T", m.Problem)]++
			s := m.Problem.(kernel.Swapper)
			r := multiwalk.NewRand(1, 1)
			x := make([]int32, n)
			q.Space().Random(r, x)
			if s.Cost(x) != q.Cost(x) {
				t.Errorf("%s, n=%d: cost %d, want %d", name, n, s.Cost(x), q.Cost(x))
			}
			for i := range int32(n) {
				for j := range int32(n) {
					if i != j && s.SwapDelta(x, i, j) != q.SwapDelta(x, i, j) {
						t.Fatalf("%s, n=%d: swap %d %d: delta %d, want %d", name, n, i, j, s.SwapDelta(x, i, j), q.SwapDelta(x, i, j))
					}
				}
			}
		}
	}
	if len(forms) != 2 {
		t.Errorf("forms %v, want both", forms)
	}
}

// onDevice runs pspm for so many evaluations, which are several launches on any device.
func onDevice(t *testing.T, q *Instance, m cooperate.PSPM, d multiwalk.Device) *multiwalk.Result {
	t.Helper()
	return must.Have(multiwalk.Minimize(context.Background(), q, m, multiwalk.Settings{Seed: 7, Device: d, Walks: 3, Stop: []multiwalk.Stop{multiwalk.Evaluations(200_000)}}))(t)
}

// A GPU gives what the emulator gives, for both forms and every way to search.
func TestKernels_DeviceAgreesWithEmulator(t *testing.T) {
	gpu := device.GPU()
	methods := []cooperate.PSPM{{}, {Moves: 64, Accept: "each"}, {Accept: "each", Every: 1}, {Moves: 96}, {Moves: 7}, {Tempering: true}}
	if err := gpu.Ready(); err != nil {
		t.Logf("compared with no GPU: %v", err)
		methods = methods[:2]
	}
	if testing.Short() {
		methods = methods[:1]
	}
	for _, name := range []string{"narrow/symmetric=true/hollow=true", "wide/symmetric=false/hollow=false"} {
		q := shapes(t, 24)[name]
		for _, m := range methods {
			want := onDevice(t, q, m, device.Emulator())
			if q.Cost(want.Best) != want.Cost || want.Moves == 0 {
				t.Errorf("%s, %+v: %v costs %d", name, m, want, q.Cost(want.Best))
			}
			if gpu.Ready() != nil {
				continue
			}
			got := onDevice(t, q, m, gpu)
			if got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) || got.Evaluations() != want.Evaluations() ||
				got.Counters.Moves != want.Counters.Moves {
				t.Errorf("%s, %+v: the GPU gives %v, %+v; the emulator %v, %+v", name, m, got, got.Counters, want, want.Counters)
			}
		}
	}
}

// BenchmarkKernels prices and makes swaps on the first GPU; an operation is a launch.
func BenchmarkKernels(b *testing.B) {
	gpu := must.Ready(b, device.GPU())
	for _, n := range []int{25, 50, 100, 200, 1000} {
		symmetric, general := shapes(b, n)["narrow/symmetric=true/hollow=true"], shapes(b, n)["wide/symmetric=false/hollow=false"]
		for _, c := range []struct {
			name string
			q    *Instance
			m    cooperate.PSPM
		}{
			{"best", symmetric, cooperate.PSPM{}}, {"each", symmetric, cooperate.PSPM{Accept: "each"}},
			{"wide", symmetric, cooperate.PSPM{Moves: 128}}, {"general", general, cooperate.PSPM{}},
		} {
			b.Run(fmt.Sprintf("n=%d/%s", n, c.name), func(b *testing.B) { benchmarkLaunches(b, c.q, c.m, gpu) })
		}
	}
}

func benchmarkLaunches(b *testing.B, q *Instance, m cooperate.PSPM, d multiwalk.Device) {
	s := must.Have(m.Prepare(q, walk.Plan{Seed: 1, Device: d, Warn: func(string) {}}))(b)
	w := must.Have(s.NewWalk(0))(b)
	b.Cleanup(func() {
		if err := w.(io.Closer).Close(); err != nil {
			b.Error(err)
		}
	})
	before := w.Counters()
	b.ResetTimer()
	w.Step(walk.NewSlice(b.N))
	b.StopTimer()
	done := w.Counters()
	b.ReportMetric(float64(done.DeltaEvaluations-before.DeltaEvaluations)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(s.(walk.WalkCounter).Walks()), "searches")
}

// The terms of a device's cost add up to it.
func TestKernels_TermsAddUp(t *testing.T) {
	for _, n := range []int{1, 2, 7} {
		for name, q := range shapes(t, n) {
			m := must.Have(q.Kernels())(t)
			p := m.Problem.(kernel.TermCoster)
			x := make([]int32, n)
			q.Space().Random(multiwalk.NewRand(2, 1), x)
			sum := int64(0)
			for i := range int32(n) {
				sum += p.CostTerm(x, i)
			}
			if sum != q.Cost(x) {
				t.Errorf("%s, n=%d: the terms add up to %d, the cost is %d", name, n, sum, q.Cost(x))
			}
		}
	}
}
