package cli

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/walk"
)

// TestServes_IsWhatRuns runs every method on every sample and device, and checks the answers. What is listed runs, and what
// runs is listed. One worker makes each run, and the tests of each family race its kernels in the emulator.
func TestServes_IsWhatRuns(t *testing.T) {
	unraced.Test(t)
	for _, m := range methods() {
		t.Run(m.Name(), func(t *testing.T) {
			t.Parallel()
			ran := map[string][]string{}
			for _, p := range testProgram.samples() {
				for name, d := range map[string]multiwalk.Device{onCores: device.CPU(1), onGPUs: device.Emulator()} {
					kind := p.Space().Kind().String()
					if runs(t, m, p, d) && !slices.Contains(ran[kind], name) {
						ran[kind] = append(ran[kind], name)
						slices.Sort(ran[kind])
					}
				}
			}
			if claims := testProgram.describe(m).Spaces; !reflect.DeepEqual(claims, ran) {
				t.Errorf("listed are %v, but what runs is %v", claims, ran)
			}
		})
	}
}

// runs tries a method on a problem, and checks what it answers.
func runs(t *testing.T, m walk.Method, p multiwalk.Problem, d multiwalk.Device) bool {
	t.Helper()
	r, err := multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 3, Device: d, Walks: 2,
		Stop: []multiwalk.Stop{multiwalk.Evaluations(1200)}})
	if err != nil {
		return false
	}
	at := p.Space().String() + " on " + d.String()
	if err := walk.Feasible(p, r.Best); err != nil {
		t.Errorf("%s: %v", at, err)
	} else if c := p.Cost(r.Best); c != r.Cost || r.Units == 0 {
		t.Errorf("%s: the best costs %d, not %d, after %+v", at, c, r.Cost, r.Counters)
	}
	return true
}

// TestServes_KnownOnes names some by hand, so that a sample that nobody takes any more shows.
func TestServes_KnownOnes(t *testing.T) {
	both, cores := []string{onCores, onGPUs}, []string{onCores}
	everywhere := map[string][]string{"permutation": both, "tour": both, "binary": both, "integers": both, "product": both}
	for name, want := range map[string]map[string][]string{
		"anneal": everywhere, "climb": everywhere, "late-acceptance": everywhere, "threshold": everywhere, "record-to-record": everywhere, "great-deluge": everywhere, "vns": everywhere, "ils": everywhere,
		"eax":             {"tour": {onGPUs}},
		"beam":            {"permutation": cores},
		"iterated-greedy": {"integers": both, "permutation": both},
		"message-passing": {"binary": both},
		"minconflict":     {"permutation": cores},
		"weighting":       {"binary": both},
		"memetic":         {"permutation": both, "tour": cores, "binary": cores, "integers": both, "product": cores},
	} {
		m := must.Have(testProgram.methodNamed(name))(t)
		if got := testProgram.describe(m); !reflect.DeepEqual(got.Spaces, want) || !slices.Equal(got.Devices, devicesOf(want)) {
			t.Errorf("%s serves %v on %v, want %v", name, got.Spaces, got.Devices, want)
		}
	}
}
