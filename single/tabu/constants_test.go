package tabu

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/walk"
	"testing"
)

// Taillard's tenures are drawn from 0.9n to 1.1n, and his later program aspires after 5*n*n.
func TestTabu_RuleIsTaillards(t *testing.T) {
	for m, want := range map[Tabu]tabuRule{
		{}:                           {90, 110, 50_000},
		{Tenure: 30}:                 {27, 33, 50_000},
		{Tenure: 7, Aspiration: 123}: {6, 8, 123},
		{Aspiration: -1}:             {90, 110, 0},
	} {
		if got := m.rule(100); got != want {
			t.Errorf("%+v: %+v, want %+v", m, got, want)
		}
	}
	seen, r := map[int32]int{}, multiwalk.NewRand(1, 0)
	for range 10_000 {
		seen[Tabu{}.rule(100).tenure(r)]++
	}
	if len(seen) != 21 || seen[90] == 0 || seen[110] == 0 {
		t.Errorf("tenures %v, want 90 to 110", seen)
	}
}

// What is documented of iterated tabu search: a tenure of 3n/10, bursts of 8n, perturbations of n/6 to n/2 positions.
func TestIteratedTabu_Defaults(t *testing.T) {
	s := must.Have(IteratedTabu{}.Prepare(assignment.Uniform(60, 1), walk.Plan{Walks: 1}))(t)
	i := s.(*tabuSearch)
	if i.rule != (tabuRule{16, 20, 18_000}) || i.bursts.Length != 480 || i.bursts.Weakest != 10 || i.bursts.Strongest != 30 {
		t.Errorf("%+v, %+v", i.rule, i.bursts)
	}
}

// However many searches there are, a launch makes some iteration.
func TestTabu_LaunchesOnTheEmulator(t *testing.T) {
	m := must.Have(gpu.Of(device.Emulator(), 0))(t)
	for walks, want := range map[int]int64{1: 256, 100: 2, 1000: 1} {
		w := &machineTabu{f: &tabuFleet{}}
		w.Machine, w.Size = m, walks
		if got := w.launchIterations(); got != want {
			t.Errorf("%d searches: %d iterations, want %d", walks, got, want)
		}
	}
}

// A search on a GPU is a block of the more warps the more positions there are, but of no more than 16.
func TestTabu_WarpsOfABlock(t *testing.T) {
	m := must.Have(gpu.Of(device.Emulator(), 0))(t)
	last := 1
	for n := 2; n <= 5000; n++ {
		warps := tabuWarps(m, n)
		if warps < last || warps > 16 {
			t.Fatalf("%d positions: %d warps, one less %d", n, warps, last)
		}
		last = warps
	}
	if last != 16 || vastWarps != 16 {
		t.Errorf("5000 positions: %d warps; with matrices far away %d", last, vastWarps)
	}
}
