package tabu_test

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/single/tabu"
)

// The searches keep their promises: deltas add up, equal seeds give equal runs, and a run that is resumed goes on as it was.
func TestJoint_Conform(t *testing.T) {
	unraced.Test(t)
	conformance.Method(t, tabu.IteratedTabu{Length: 20}, q3ap.Random(7, 1), conformance.On(device.Emulator()))
}

// firstFixed is an instance whose first element must not change.
type firstFixed struct{ *q3ap.Instance }

func (p firstFixed) Fixed() []multiwalk.Fixed {
	x := make([]int32, p.Space().Len())
	p.Space().Random(multiwalk.NewRand(9, 0), x)
	return multiwalk.Hold(x, 0)
}

func TestJoint_Refuse(t *testing.T) {
	d, p := device.Emulator(), q3ap.Random(9, 1)
	for says, v := range map[string]struct {
		m tabu.IteratedTabu
		p multiwalk.Problem
	}{
		"perturbations of up to 40 moves":     {tabu.IteratedTabu{Weakest: 2, Strongest: 40}, q3ap.Random(45, 1)},
		"aspiration 5 is by age":              {tabu.IteratedTabu{Tabu: tabu.Tabu{Aspiration: 5}}, p},
		"length 2000000000 and tabu tenure 0": {tabu.IteratedTabu{Length: 2_000_000_000}, p},
	} {
		_, err := multiwalk.Minimize(t.Context(), v.p, v.m, multiwalk.Settings{Device: d, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		must.Fail(t, says)(err)
	}
}

// Searches with the names of the kernel's neighbourhood are those without.
func TestJoint_TakesItsNeighbourhoodByName(t *testing.T) {
	p := q3ap.Random(7, 1)
	var costs []int64
	for _, name := range []string{"", "swap+jointswap", "jointswap+swap"} {
		r := must.Have(multiwalk.Minimize(t.Context(), p, tabu.IteratedTabu{Tabu: tabu.Tabu{Neighbourhood: name, Tenure: 5}},
			multiwalk.Settings{Seed: 2, Device: device.Emulator(), Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(3000)}}))(t)
		costs = append(costs, r.Cost)
	}
	if costs[0] != costs[1] || costs[0] != costs[2] {
		t.Errorf("costs %v", costs)
	}
}

// A GPU is used unasked where the best known cost takes cores longer than the driver takes to open, and where there is a kernel.
func TestJoint_GainsFromSomeSizeOn(t *testing.T) {
	d := device.Emulator()
	for n, want := range map[int]bool{12: false, 15: false, 16: true, 48: true, 49: false} {
		if (tabu.IteratedTabu{}).Gains(q3ap.Random(n, 1), d) != want {
			t.Errorf("n = %d gains: %v", n, !want)
		}
	}
}
