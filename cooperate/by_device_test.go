package cooperate

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// On cores and an emulator runs are repeated, and go on from between any two of their rounds, whether one method is in both
// places or each has its own, and whether walks exchange something or not.
func TestByDevice_OnBoth(t *testing.T) {
	p := qap.Uniform(7, 1)
	for _, m := range []walk.Method{single.Tabu{}, single.Anneal{}, Exchange{Method: single.Tabu{}, Every: 2},
		ByDevice{Cores: single.ILS{}, Machines: population.Memetic{Population: 4}}, Islands{Method: population.Genetic{Population: 8}, Every: 5}} {
		s := multiwalk.Settings{Seed: 3, Walks: 4, Device: device.Both(device.CPU(2), device.Emulator()),
			Stop: []multiwalk.Stop{multiwalk.Evaluations(6_000)}}
		if err := conformance.CheckResume(m, p, s); err != nil {
			t.Errorf("%s: %v", m.Name(), err)
		}
		r, err := multiwalk.Minimize(t.Context(), p, m, s)
		if err != nil {
			t.Errorf("%s: %v", m.Name(), err)
			continue
		}
		if cores, machine := r.Sides[0], r.Sides[1]; cores.Evaluations() == 0 || machine.Evaluations() == 0 || r.Evaluations() < 6_000 ||
			cores.Method != onSide(m, device.CPU(1)) || machine.Method != onSide(m, device.Emulator()) {
			t.Errorf("%s: %+v", m.Name(), r.Sides)
		}
	}
}

func onSide(m walk.Method, d multiwalk.Device) string {
	if b, ok := m.(ByDevice); ok {
		return b.On(d).Name()
	}
	return m.Name()
}

// On one device it is the method for that device.
func TestByDevice_OnOne(t *testing.T) {
	p := qap.Uniform(7, 1)
	m := ByDevice{Cores: single.ILS{}, Machines: single.Tabu{}}
	for _, d := range []multiwalk.Device{nil, device.CPU(1), device.Emulator()} {
		s := multiwalk.Settings{Seed: 3, Walks: 2, Device: d, Stop: []multiwalk.Stop{multiwalk.Evaluations(2_000)}}
		got := must.Have(multiwalk.Minimize(t.Context(), p, m, s))(t)
		want, err := multiwalk.Minimize(t.Context(), p, m.On(d), s)
		if err != nil || got.Cost != want.Cost || got.Counters != want.Counters || got.Sides != nil {
			t.Errorf("on %v: %v, and by the method for it %v, %v", d, got, want, err)
		}
	}
	if m.Ends() || !(ByDevice{Cores: single.Climb{}, Machines: single.Climb{}}).Ends() {
		t.Error("it ends where both of its methods do")
	}
	must.Fail(t, "Cores and Machines")((ByDevice{}).Prepare(p, walk.Plan{Warn: func(string) {}}))
	_, err := multiwalk.Minimize(t.Context(), p, ByDevice{Cores: single.ILS{}}, multiwalk.Settings{Device: device.Both(device.CPU(2), device.Emulator()),
		Stop: []multiwalk.Stop{multiwalk.Work(3)}})
	must.Fail(t, "by-device lacks a method")(err)
}
