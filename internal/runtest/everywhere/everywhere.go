// Package everywhere runs what auto chooses on all devices there are, for tests of problems.
package everywhere

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
)

// Devices are the processor, the emulator and, where there is one, a GPU.
func Devices() []multiwalk.Device {
	all := []multiwalk.Device{device.CPU(0), device.Emulator()}
	if gpu := device.GPU(); gpu.Ready() == nil {
		all = append(all, gpu)
	}
	return all
}

// Auto runs what auto chooses for a device, and checks the cost of what it finds: by other means than the search does, if the problem has any.
func Auto(t *testing.T, p multiwalk.Problem, on multiwalk.Device, walks int, stop ...multiwalk.Stop) *multiwalk.Result {
	t.Helper()
	method, on, _, err := auto.Choose(p, nil, on)
	must.Do(t, err)
	res := must.Have(multiwalk.Minimize(t.Context(), p, method, multiwalk.Settings{Seed: 2, Device: on, Walks: walks, Stop: stop}))(t)
	cost := p.Cost(res.Best)
	if v, ok := p.(interface {
		Verify(x []int32) (cost int64, err error)
	}); ok {
		cost = must.Have(v.Verify(res.Best))(t)
	}
	if cost != res.Cost {
		t.Errorf("cost %d, checked %d", res.Cost, cost)
	}
	return res
}

// Optimum checks that the least cost is found on all devices.
func Optimum(t *testing.T, p multiwalk.Problem, least int64) {
	t.Helper()
	for _, on := range Devices() {
		if res := Auto(t, p, on, 2, multiwalk.Target(least), multiwalk.Work(1000)); res.Status != multiwalk.TargetReached {
			t.Errorf("on %v: %v, optimum %d", on, res, least)
		}
	}
}

// OneResult checks that a seed gives one result: again on the emulator, and on a GPU.
func OneResult(t *testing.T, p multiwalk.Problem, walks int, evaluations int64) {
	t.Helper()
	want := Auto(t, p, device.Emulator(), walks, multiwalk.Evaluations(evaluations))
	for _, on := range Devices()[1:] {
		if got := Auto(t, p, on, walks, multiwalk.Evaluations(evaluations)); got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) {
			t.Errorf("on %v: %v; want %v", on, got, want)
		}
	}
}
