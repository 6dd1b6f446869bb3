package anneal_test

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single/anneal"
)

// Annealing by regions keeps its promises, and a run that is resumed goes on as it was.
func TestRegionDevice_Conforms(t *testing.T) {
	unraced.Test(t)
	p := tsp.Random(120, 1)
	conformance.Method(t, anneal.ByRegions{Places: 40}, p, conformance.Budget(64*120*12), conformance.On(device.Emulator()))
}

// A tour of several regions comes nearer the optimum than local search alone would. A GPU makes the same.
func TestRegionDevice_IsWhereverItIsMade(t *testing.T) {
	unraced.Test(t)
	p := tsp.Random(400, 3)
	on := []multiwalk.Device{device.Emulator()}
	if d, err := device.Parse("gpu"); err == nil && d.(multiwalk.Accelerator).Ready() == nil {
		on = append(on, d)
	}
	var first *multiwalk.Result
	for _, d := range on {
		r := must.Have(multiwalk.Minimize(t.Context(), p, anneal.ByRegions{Places: 128, Iterations: 4}, multiwalk.Settings{Seed: 2, Device: d,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(64 * 400 * 60)}}))(t)
		t.Logf("%v: %d after %d launches and %d moves", d, r.Cost, r.Units, r.Moves)
		if first == nil {
			first = r
		} else if r.Cost != first.Cost || r.Moves != first.Moves || !slices.Equal(r.Best, first.Best) {
			t.Errorf("%v: cost %d after %d moves, and the emulator has %d after %d", d, r.Cost, r.Moves, first.Cost, first.Moves)
		}
	}
	if most := int64(15_600_000); first.Cost > most {
		t.Errorf("cost %d, above %d", first.Cost, most)
	}
}
