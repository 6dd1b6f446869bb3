package single

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/kernels/explorer"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/tuning"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/walk"
)

// Searches that go on from others have the solutions and the costs of those, and keep their own incumbents.
func TestMachineExplore_HandsOver(t *testing.T) {
	unraced.Test(t)
	for name, m := range everyMove() {
		e := explore.Exploring{Method: "ruled", Neighbourhood: m.neighbourhood, Rule: rule.Rule{Kind: rule.Metropolis, PerStep: math.MaxInt64},
			Cools: func(part float64) float64 { return 40 * (1 - part) }}
		w := on(t, device.Emulator(), m.p, e, 20)
		n := m.p.Space().Len()
		read := func() (x, best []int32) {
			x, best = make([]int32, 20*n), make([]int32, 20*n)
			if w.Elements.Read(x, 0) != nil || w.Bests.Read(best, 0) != nil || w.Read() != nil {
				t.Fatal(name)
			}
			return x, best
		}
		x, best := read()
		before := slices.Clone(w.States)
		must.Do(t, w.HandOver(0.5))
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
		differ := slices.ContainsFunc(before, func(s explorer.Explored) bool { return s.Cost != before[0].Cost })
		if moved == 0 && differ {
			t.Errorf("%s: nothing was handed over", name)
		}
		must.Have(w.Unit(walk.NewSlice(1)))(t)
		must.Do(t, w.Check())
	}
}

// With a budget of evaluations what annealing finds does not depend on how long launches are.
func TestAnneal_PopulationWhateverTheLaunches(t *testing.T) {
	unraced.Test(t)
	p := sample.NewLabels(40, 3)
	find := func(nanoseconds float64) string {
		defer tuning.Try("explore.iteration", nanoseconds)()
		r := must.Have(multiwalk.Minimize(t.Context(), p, anneal.Anneal{}, multiwalk.Settings{Walks: 16, Device: device.Emulator(), Seed: 2,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(100_000)}}))(t)
		return fmt.Sprint(r.Cost, r.Best, r.Moves)
	}
	if a, b := find(5_000), find(200_000); a != b {
		t.Errorf("%s, with shorter launches %s", a, b)
	}
}
