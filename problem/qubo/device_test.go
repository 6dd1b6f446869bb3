package qubo

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/single"
)

// fielded is what both forms offer kernels.
type fielded interface {
	kernel.Coster
	kernel.FlipTabler
	multiwalk.FlipEvaluator
}

// The forms on a device cost what the instance does, and their tables stay those of the solution.
func TestKernels_CostWhatTheInstanceDoes(t *testing.T) {
	for _, percent := range []int{2, 50} {
		linear, terms := random(70, percent, 100, 5)
		p := must.Have(New(70, linear, terms))(t)
		m := must.Have(p.Kernels())(t)
		f, r, x := m.Problem.(fielded), multiwalk.NewRand(3, 0), make([]int32, 70)
		table, anew := make([]int32, f.TableSize()), make([]int32, f.TableSize())
		p.Space().Random(r, x)
		const lanes = 32
		for l := range int32(lanes) {
			f.FillTable(x, table, l, lanes)
		}
		for range 200 {
			i := int32(r.IntN(70))
			want := p.FlipDelta(x, i)
			if d := f.FlipDelta(x, i); d != want || f.FlipDeltaBy(x, table, i) != want || f.Cost(x) != p.Cost(x) {
				t.Fatalf("%T: flip %d: %d, by its table %d, want %d; cost %d, want %d", f, i, d, f.FlipDeltaBy(x, table, i), want, f.Cost(x), p.Cost(x))
			}
			for l := range int32(lanes) {
				f.FlipTable(x, table, i, l, lanes)
			}
			x[i] = 1 - x[i]
			if f.FillTable(x, anew, 0, 1); !slices.Equal(table, anew) {
				t.Fatalf("%T: the table after flip %d differs from a new one", f, i)
			}
		}
	}
	p := must.Have(New(2, []int64{math.MaxInt32, 9}, []Term{{0, 1, 5}}))(t)
	must.Fail(t, "more than 32 bits at one of its bits")(p.Kernels())
}

// Small instances are solved to their optimum, which all solutions prove, on cores and by the kernels.
func TestSolve_FindsTheOptimum(t *testing.T) {
	cut := must.Have(RandomCut(14, 1))(t)
	bits := must.Have(Random(14, 2))(t)
	linear, terms := random(12, 60, 50, 3)
	dense := must.Have(New(12, linear, terms))(t)
	for _, p := range []*Instance{cut, bits, dense} {
		least := runtest.Least(p)
		for _, on := range []multiwalk.Device{device.CPU(1), device.Emulator()} {
			t.Run(fmt.Sprintf("%s of %d on %v", p.Name(), p.n, on), func(t *testing.T) {
				r, err := multiwalk.Minimize(t.Context(), p, single.Anneal{}, multiwalk.Settings{Seed: 1, Walks: 2, Device: on,
					Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000), multiwalk.Target(least)}})
				if err != nil || r.Cost != least || p.Cost(r.Best) != least {
					t.Fatalf("%v, %v, want cost %d", r, err, least)
				}
			})
		}
	}
}
