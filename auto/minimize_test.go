package auto_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/tools/own"
)

// Minimize is the chosen method's run: on cores that of For, on a device that of On, with the same solution and history.
func TestMinimize_IsTheChosenMethods(t *testing.T) {
	p := tsp.Random(30, 1)
	for name, d := range map[string]multiwalk.Device{"cores": nil, "emulator": device.Emulator()} {
		s := multiwalk.Settings{Seed: 3, Device: d, Stop: []multiwalk.Stop{multiwalk.Work(3)}, Walks: 2}
		got, err := auto.Minimize(t.Context(), p, s)
		if err != nil {
			t.Fatal(name, err)
		}
		want, err := multiwalk.Minimize(t.Context(), p, auto.On(p, d), s)
		if err != nil || got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) || got.Evaluations() != want.Evaluations() || got.Method != want.Method {
			t.Errorf("on %s %v is %v, want %v; %v", name, got.Method, got, want, err)
		}
	}
}

// What no method can do on a device that was named is an error, and nothing else runs.
func TestMinimize_KeepsToTheDevice(t *testing.T) {
	bare := anything{multiwalk.Permutation(9)}
	s := multiwalk.Settings{Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Work(1)}}
	if res, err := auto.Minimize(t.Context(), bare, s); !errors.Is(err, multiwalk.ErrNoKernel) || res != nil {
		t.Errorf("%v, %v", res, err)
	}
}

// On a GPU alone a problem whose cores move groups of equal values says so.
func TestMinimize_SaysThatGroupsStay(t *testing.T) {
	for _, c := range own.All("") {
		_, _, notes, err := auto.Choose(c.Problem, nil, device.Emulator())
		if err != nil {
			t.Fatal(c.Name, err)
		}
		got := slices.ContainsFunc(notes, func(n string) bool { return strings.Contains(n, "groups of equal values") })
		if want := strings.HasPrefix(c.Name, "sites"); got != want {
			t.Errorf("%s: %q", c.Name, notes)
		}
	}
}

// Where a GPU that nobody named fails at the start, the cores go on alone, and a note says why.
func TestMinimize_GoesOnWithoutTheGPU(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	gputest.Computer(t, 1, nil).Fail("cuDevicePrimaryCtxRetain", 0, cuda.DeviceUnavailable)
	s := multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(200 * time.Millisecond)}}
	p := must.Have(qubo.Random(60, 1))(t)
	res, err := auto.Minimize(t.Context(), p, s)
	if err != nil || res.Sides != nil || !slices.ContainsFunc(res.Notes, func(n string) bool { return strings.HasPrefix(n, "the GPU is not used: ") }) {
		t.Errorf("%v, %v", res, err)
	}
}
