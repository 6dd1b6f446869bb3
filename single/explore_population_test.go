package single

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/tuning"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// Every search goes on from some solution, and each solution has as many heirs as it is worth, to within one.
func TestHeirsOf_AsManyAsWorth(t *testing.T) {
	r := multiwalk.NewRand(3, 0)
	for range 500 {
		costs, sum := make([]int64, 1+r.IntN(70)), 0.0
		for i := range costs {
			costs[i] = int64(r.IntN(20)) - 10
		}
		rise, least := float64(r.IntN(20))/100, slices.Min(costs)
		worth, squares := make([]float64, len(costs)), 0.0
		for i, c := range costs {
			worth[i] = math.Exp(-rise * float64(c-least))
			sum += worth[i]
			squares += worth[i] * worth[i]
		}
		heirs, all := heirsOf(costs, rise, r.Float64()), 0
		for i, h := range heirs {
			want := worth[i] / sum * float64(len(costs))
			if all += h; 2*sum*sum > 1.001*squares*float64(len(costs)) && math.Abs(float64(h)-want) > 1.001 {
				t.Fatalf("%v at %v: heirs %v, where %v of %d is expected", costs, rise, heirs, want, i)
			}
		}
		if all != len(costs) {
			t.Fatalf("%v at %v: heirs %v", costs, rise, heirs)
		}
	}
}

// However great the differences are, many are left, and nothing but the best gains.
func TestHeirsOf_LeavesMany(t *testing.T) {
	costs := make([]int64, 100)
	for i := range costs {
		costs[i] = math.MinInt64/4 + int64(i)<<50
	}
	heirs, left := heirsOf(costs, 1e9, 0.5), 0
	for i, h := range heirs {
		if h > 0 {
			left++
		}
		if i > 0 && h > heirs[i-1]+1 {
			t.Errorf("%d has %d heirs, the better one before it %d", i, h, heirs[i-1])
		}
	}
	if left < 30 || heirs[0] < 2 || heirs[99] > 0 {
		t.Errorf("%d are left: %v", left, heirs)
	}
}

// Searches that go on from others have the solutions and the costs of those, and keep their own incumbents.
func TestMachineExplore_HandsOver(t *testing.T) {
	unraced.Test(t)
	for name, m := range everyMove() {
		e := exploring{method: "ruled", neighbourhood: m.neighbourhood, rule: rule.Rule{Kind: rule.Metropolis, PerStep: math.MaxInt64},
			cools: func(part float64) float64 { return 40 * (1 - part) }}
		w := on(t, device.Emulator(), m.p, e, 20)
		n := m.p.Space().Len()
		read := func() (x, best []int32) {
			x, best = make([]int32, 20*n), make([]int32, 20*n)
			if w.x.Read(x, 0) != nil || w.best.Read(best, 0) != nil || w.Read() != nil {
				t.Fatal(name)
			}
			return x, best
		}
		x, best := read()
		before := slices.Clone(w.States)
		if err := w.handOver(0.5); err != nil {
			t.Fatal(err)
		}
		then, kept := read()
		if !slices.Equal(best, kept) {
			t.Errorf("%s: incumbents have changed", name)
		}
		moved := 0
		for i, s := range w.States {
			own := then[i*n : (i+1)*n]
			if m.p.Cost(own) != s.Cost || s.Least != before[i].Least || s.Iteration != before[i].Iteration {
				t.Errorf("%s: search %d is at %+v, before at %+v", name, i, s, before[i])
			}
			if !slices.Equal(own, x[i*n:(i+1)*n]) {
				if moved++; s.Cost >= before[i].Cost {
					t.Errorf("%s: search %d went from %d to %d", name, i, before[i].Cost, s.Cost)
				}
			}
		}
		if moved == 0 && name != "tour of 3" { // its only tour

			t.Errorf("%s: nothing was handed over", name)
		}
		if _, err := w.Unit(multiwalk.NewSlice(1)); err != nil {
			t.Fatal(err)
		}
		if err := w.Check(); err != nil {
			t.Fatal(err)
		}
	}
}

// With a budget of evaluations what annealing finds does not depend on how long launches are.
func TestAnneal_PopulationWhateverTheLaunches(t *testing.T) {
	unraced.Test(t)
	p := sample.NewLabels(40, 3)
	find := func(nanoseconds float64) string {
		defer tuning.Try("explore.iteration", nanoseconds)()
		r, err := multiwalk.Minimize(t.Context(), p, Anneal{}, multiwalk.Settings{Walks: 16, Device: device.Emulator(), Seed: 2,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(100_000)}})
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(r.Cost, r.Best, r.Moves)
	}
	if a, b := find(5_000), find(200_000); a != b {
		t.Errorf("%s, with shorter launches %s", a, b)
	}
}
