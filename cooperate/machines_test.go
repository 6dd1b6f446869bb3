package cooperate

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// onMachines is cooperations of methods with a GPU half.
func onMachines() map[string]walk.Method {
	tabu := single.Tabu{}
	return map[string]walk.Method{
		"exchange":           Exchange{Method: tabu, Every: 2},
		"restart":            Restart{Method: tabu, Policy: "fixed", Every: 3},
		"restart, stagnant":  Restart{Method: tabu, Patience: 2},
		"portfolio":          Portfolio{Methods: []walk.Method{tabu, single.ParallelTempering{Replicas: 4}}, Shares: []int{2, 1}, Exchange: 2},
		"restarted exchange": Restart{Method: Exchange{Method: tabu, Every: 2}, Policy: "luby"},
		"restarted islands":  Restart{Method: Islands{Method: population.Genetic{Population: 8}, Every: 3}, Policy: "fixed", Every: 4},
	}
}

// What is made of methods runs where they run: here on the emulator.
func TestMethods_ConformOnMachines(t *testing.T) {
	unraced.Test(t)
	for name, m := range onMachines() {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "portfolio" && name != "restarted exchange" {
				t.Skip("the emulator is slow")
			}
			conformance.Method(t, m, qap.Uniform(9, 1), conformance.On(device.Emulator()), conformance.Budget(8000))
		})
	}
}

// The runs of a walk on a machine have random numbers of their own: no two begin at the same solutions.
func TestRestart_RunsOfAMachineDiffer(t *testing.T) {
	p := qap.Uniform(12, 1)
	s := must.Have(single.Tabu{}.Prepare(p, walk.Plan{Seed: 3, Walks: 2, Device: device.Emulator(), Warn: func(string) {}}))(t)
	var seen [][]int32
	for _, id := range []int{0, walkParts, 2 * walkParts, walkParts} {
		w := must.Have(s.NewWalk(id))(t)
		x, _ := w.Best()
		seen = append(seen, slices.Clone(x))
		must.Do(t, walk.Close(w))
	}
	if slices.Equal(seen[0], seen[1]) || slices.Equal(seen[1], seen[2]) || !slices.Equal(seen[1], seen[3]) {
		t.Errorf("first incumbents %v: want three different ones, and the second again", seen)
	}
}

// A portfolio whose machine is shared gives each method its share of the launches.
func TestPortfolio_SharesLaunches(t *testing.T) {
	m := Portfolio{Methods: []walk.Method{single.Tabu{}, single.IteratedTabu{}}, Shares: []int{3, 1}}
	s := must.Have(m.Prepare(qap.Uniform(9, 1), walk.Plan{Seed: 3, Device: device.Emulator(), Warn: func(string) {}}))(t)
	w := must.Have(s.NewWalk(0))(t)
	defer walk.Close(w)
	if s.Slice() != 4 {
		t.Errorf("a slice has %d launches, want 4", s.Slice())
	}
	for range 2 {
		w.Step(walk.NewSlice(s.Slice()))
	}
	parts := w.(*portfolioWalk).parts
	if a, b := parts[0].walk.Counters().Units, parts[1].walk.Counters().Units; a != 6 || b != 2 {
		t.Errorf("%d and %d launches, want 6 and 2", a, b)
	}
}
