package population

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// memeticOn begins the first walk of a run without Minimize, and closes it after the test.
func memeticOn(t *testing.T, p multiwalk.Problem, m Memetic, plan walk.Plan) walk.Walk {
	t.Helper()
	plan.Warn = func(string) {}
	s := must.Have(m.Prepare(p, plan))(t)
	w := must.Have(s.NewWalk(0))(t)
	if c, ok := w.(*memeticWalk); ok {
		t.Cleanup(func() {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	return w
}

// generation improves all children, and breeds the next ones.
func generation(t *testing.T, w *memeticWalk) {
	t.Helper()
	for again := true; again; again = w.at > 0 {
		for w.searches.Left() > 0 {
			w.Step(walk.NewSlice(1))
		}
		if _, err := w.next(); err != nil {
			t.Fatal(err)
		}
	}
}

// compareBroods makes so many generations on a device and on a core, and wants the same individuals.
func compareBroods(t *testing.T, p multiwalk.Problem, m Memetic, d multiwalk.Device, start []int32, generations int) {
	t.Helper()
	core := memeticOn(t, p, m, walk.Plan{Seed: 3, Walks: 1, Start: start}).(*memeticWalk)
	gpu := memeticOn(t, p, m, walk.Plan{Seed: 3, Device: d, Start: start}).(*memeticWalk)
	for g := range generations {
		generation(t, core)
		generation(t, gpu)
		a, b := core.broods.list[0], gpu.broods.list[0]
		if !slices.Equal(a.x, b.x) || !slices.Equal(a.costs, b.costs) || !slices.Equal(a.children, b.children) || core.least != gpu.least ||
			core.Counters().Restarts != gpu.Counters().Restarts {
			t.Fatalf("%+v, generation %d: costs %v, best %d on the device; %v, %d on a core", m, g, b.costs, gpu.least, a.costs, core.least)
		}
		for i, c := range a.costs {
			if full := p.Cost(a.individual(i)); full != c {
				t.Fatalf("%+v, generation %d: individual %d costs %d, by full evaluation %d", m, g, i, c, full)
			}
		}
	}
	if restarts := core.Counters().Restarts; generations > 1 && (restarts > 1) != (m.Stagnation > 0) {
		t.Errorf("%+v: %d restarts", m, restarts)
	}
	if core.broods.list[0].replaced == int64(m.Population) && generations > 1 {
		t.Errorf("population of %d: no child took a place", m.Population)
	}
}

// Equal populations of equal seeds have the same history on the emulator and on a core.
func TestMemetic_DeviceIsCores(t *testing.T) {
	unraced.Test(t)
	for _, c := range []struct {
		p          *qap.Instance
		m          Memetic
		generation int
	}{
		{qap.Structured(15, 3), Memetic{Population: 5, Length: 3, Patience: 2}, 6},
		{qap.Uniform(14, 3), Memetic{Population: 3, Length: 40, Search: single.IteratedTabu{Length: 7}}, 9},
		{qap.Uniform(3, 3), Memetic{Population: 2, Length: 3}, 1},
		{qap.Uniform(6, 3), Memetic{Population: 3, Length: 2, Stagnation: 1}, 9}, // with restarts
	} {
		start := make([]int32, c.p.N)
		for i := range start {
			start[i] = int32(c.p.N - 1 - i)
		}
		compareBroods(t, c.p, c.m, device.Emulator(), nil, c.generation)
		compareBroods(t, c.p, c.m, device.Emulator(), start, 1)
	}
}

// A GPU gives the populations of a core too.
func TestMemetic_GPUIsCores(t *testing.T) {
	d := device.GPU(0)
	if err := d.Ready(); err != nil {
		t.Skip(err)
	}
	for _, p := range []*qap.Instance{qap.Structured(30, 3), qap.Uniform(50, 2), qap.Uniform(81, 2), qap.Uniform(160, 1)} {
		compareBroods(t, p, Memetic{Population: 7, Length: 3 * p.N, Patience: 2}, d, nil, 5)
	}
	compareBroods(t, qap.Uniform(6, 3), Memetic{Population: 3, Length: 2, Stagnation: 1}, d, nil, 9) // with restarts
}

// emulateMemetic runs on the emulator.
func emulateMemetic(t *testing.T, p multiwalk.Problem, m Memetic, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	if s.Device == nil {
		s.Device = device.Emulator()
	}
	r := must.Have(multiwalk.Minimize(context.Background(), p, m, s))(t)
	if c := p.Cost(r.Best); c != r.Cost {
		t.Fatalf("the best costs %d, not %d", c, r.Cost)
	}
	return r
}

func TestMemetic_DeviceConforms(t *testing.T) {
	if testing.Short() {
		t.Skip("the emulator is slow under the race detector")
	}
	conformance.Method(t, Memetic{Length: 20, Patience: 2, Stagnation: 3}, qap.Uniform(7, 1),
		conformance.On(device.Emulators(2)), conformance.Budget(3_000),
		conformance.Refuses(Memetic{Length: -1}, Memetic{Patience: -1}, Memetic{Stagnation: -1}, Memetic{Population: -1}))
}

// One population is divided over one, two and three machines, and they find the same, also where one comes to the target.
func TestMemetic_SeveralMachinesAreOne(t *testing.T) {
	unraced.Test(t)
	clashes := sample.NewClashes(14, 4, 0.5, 1)
	for _, c := range []struct {
		p    multiwalk.Problem
		m    Memetic
		stop multiwalk.Stop
	}{
		{qap.Uniform(9, 5), Memetic{Population: 7, Length: 12, Patience: 2, Stagnation: 3}, multiwalk.Evaluations(60_000)},
		{qap.Uniform(9, 5), Memetic{Population: 7, Length: 12}, multiwalk.Target(runtest.Least(qap.Uniform(9, 5)))},
		{clashes, Memetic{Population: 5, Length: 10}, multiwalk.Evaluations(20_000)},
		{clashes, Memetic{Population: 1, Length: 10}, multiwalk.Evaluations(2_000)},
	} {
		one := emulateMemetic(t, c.p, c.m, multiwalk.Settings{Stop: []multiwalk.Stop{c.stop}})
		for machines := 2; machines <= 3; machines++ {
			r := emulateMemetic(t, c.p, c.m, multiwalk.Settings{Device: device.Emulators(machines), Stop: []multiwalk.Stop{c.stop}})
			if r.Counters.Units = one.Units; r.Counters != one.Counters || !slices.Equal(r.Best, one.Best) || r.Walks != c.m.Population {
				t.Errorf("%+v, %d machines: cost %d, %+v, %d walks, want %d, %+v", c.m, machines, r.Cost, r.Counters, r.Walks, one.Cost, one.Counters)
			}
		}
	}
}

// The first search to come to the target ends the run, which can be repeated; so can one of two machines.
func TestMemetic_DeviceTarget(t *testing.T) {
	unraced.Test(t)
	p, m := qap.Uniform(9, 5), Memetic{Length: 30}
	far := emulateMemetic(t, p, m, multiwalk.Settings{Walks: 3, Stop: []multiwalk.Stop{multiwalk.Work(4)}})
	for _, s := range []multiwalk.Settings{
		{Walks: 3, Stop: []multiwalk.Stop{multiwalk.Target(far.Cost)}},
		{Walks: 5, Device: device.Emulators(2), Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000)}},
	} {
		r, again := emulateMemetic(t, p, m, s), emulateMemetic(t, p, m, s)
		if r.Counters != again.Counters || !slices.Equal(r.Best, again.Best) || r.Walks != s.Walks {
			t.Errorf("%v with %d walks, again %v", r, r.Walks, again)
		}
		if s.Device == nil && r.Status != multiwalk.TargetReached {
			t.Errorf("%v", r)
		}
	}
}

// A child that comes up to the target before its search ends the run at once.
func TestMemetic_DeviceTargetAtTheStart(t *testing.T) {
	p := qap.Uniform(9, 5)
	w := memeticOn(t, p, Memetic{Population: 2, Length: 30}, walk.Plan{Device: device.Emulator()}).(*memeticWalk)
	_, cost := w.Best()
	for _, target := range []int64{cost, cost + 5} {
		r := emulateMemetic(t, p, Memetic{Population: 2, Length: 30},
			multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Target(target)}})
		if r.Status != multiwalk.TargetReached || r.FullEvaluations != 2 || r.DeltaEvaluations != 0 || r.Cost != cost {
			t.Errorf("target %d: %v", target, r)
		}
	}
}

func TestMemetic_DeviceStopsInTime(t *testing.T) {
	unraced.Test(t)
	p := qap.Uniform(60, 1)
	runtest.Stops(t, func(s multiwalk.Settings) *multiwalk.Result { return emulateMemetic(t, p, Memetic{Population: 4}, s) })
}

func TestMemetic_DeviceRefuses(t *testing.T) {
	q := qap.Uniform(8, 1)
	for _, c := range []struct {
		p    multiwalk.Problem
		m    Memetic
		none bool
		want string
	}{
		{struct{ multiwalk.Problem }{q}, Memetic{}, true, "method memetic cannot run on emulator: it has no kernels for that: struct { multiwalk.Problem } is no kernel.Carrier; see multiwalk kernel gen"},
		{bare{q}, Memetic{}, true, "its module lacks StartTabu"},
		{q, Memetic{Length: -1}, false, "memetic length -1"},
		{q, Memetic{Population: mostMates}, false, "memetic population 262144"},
	} {
		_, err := multiwalk.Minimize(context.Background(), c.p, c.m, multiwalk.Settings{Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, multiwalk.ErrNoKernel) != c.none {
			t.Errorf("%+v: %v, want %q", c.m, err, c.want)
		}
	}
}
