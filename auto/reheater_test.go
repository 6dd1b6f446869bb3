package auto_test

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/single"
)

// Permuted perceptrons are searched as was measured, and small ones are solved with no more said, on cores and by kernels.
func TestFor_Perceptron(t *testing.T) {
	p := must.Have(perceptron.Draw(15, 19, 1))(t)
	large := must.Have(perceptron.Draw(151, 167, 1))(t)
	if m, l := auto.For(p).Name(), auto.For(large).Name(); m != "message-passing" || l != "tabu" {
		t.Errorf("on cores %s, and %s for a large one", m, l)
	}
	if m := auto.On(p, device.Emulator()).Name(); m != "message-passing" {
		t.Errorf("on a device %s", m)
	}
	if m, ok := auto.On(large, device.Emulator()).(single.Anneal); !ok || m.Start != 40 || m.End != 15 {
		t.Errorf("a large one on a device: %+v", m)
	}
	for _, d := range []multiwalk.Device{device.CPU(1), device.Emulator()} {
		r, err := multiwalk.Minimize(t.Context(), p, auto.On(p, d), multiwalk.Settings{Seed: 1, Walks: 4, Device: d,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(3_000)}})
		if err != nil || r.Cost != 0 || p.Cost(r.Best) != 0 {
			t.Errorf("on %v: %v, %v", d, r, err)
		}
	}
}
