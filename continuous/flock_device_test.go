package continuous_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/bbob"
	"github.com/multiwalk/multiwalk/walk"
)

// flocks are the methods that make one population on a device, by whole warps and, what is larger, by a quarter of one a vector.
var flocks = []walk.Method{
	continuous.Swarm{Population: 13}, continuous.Swarm{Population: 61, Topology: "ring", OffChip: true}, continuous.Swarm{Population: 9, Topology: "global"},
	continuous.Swarm{Population: 10, Form: "2007"}, continuous.Differential{Population: 11, Strategy: "rand"},
	continuous.Differential{Population: 54, Strategy: "best", CR: 0.5}, continuous.Swarm{Population: 50, Topology: "global"},
}

func named(t *testing.T, name string) *bbob.Instance {
	t.Helper()
	return must.Have(bbob.Named(name))(t)
}

// made runs a method for a number of evaluations, by one walk, and returns the result.
func made(t *testing.T, p multiwalk.Problem, m walk.Method, d multiwalk.Device, evaluations int64) *multiwalk.Result {
	t.Helper()
	r := must.Have(multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 7, Device: d, Walks: 1,
		Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}))(t)
	r.Counters.Units = 0 // a launch or a generation
	return r
}

// elsewhere is where one worker's runs are made again: by three workers, and on a GPU or the emulator.
func elsewhere() []multiwalk.Device {
	if gpu := device.GPU(0); gpu.Ready() == nil {
		return []multiwalk.Device{device.CPU(3), gpu}
	}
	return []multiwalk.Device{device.CPU(3), device.Emulator()}
}

// Equal seeds give the same vectors, to the last bit, on any number of cores and on a device.
func TestFlocks_AreWhereverTheyAreMade(t *testing.T) {
	const evaluations = 400
	for j, name := range []string{"rastrigin:d9:i1", "rosenbrock:d37", "schwefel:d1", "weierstrass:d20:i2"} {
		p := named(t, name)
		for i, m := range flocks {
			if testing.Short() && (i+j)%2 > 0 {
				continue
			}
			one := made(t, p, m, device.CPU(1), evaluations)
			for _, d := range elsewhere() {
				o := made(t, p, m, d, one.Counters.FullEvaluations)
				if !slices.Equal(one.Best, o.Best) || one.Cost != o.Cost || one.Counters != o.Counters {
					t.Errorf("%s, settings %d: %v and %+v by one worker, on %v %v and %+v", name, i, one, one.Counters, d, o, o.Counters)
				}
			}
		}
	}
}

// A population that is over is followed by the same one everywhere, until they are larger.
func TestFlocks_RestartAlike(t *testing.T) {
	unraced.Test(t)
	p := named(t, "sphere:d2:i1")
	for i, m := range []walk.Method{continuous.Swarm{Population: 6, FTol: 1e-3}, continuous.Differential{Population: 5, Strategy: "rand", FTol: 1e-2}} {
		one := made(t, p, m, device.CPU(1), 4000)
		if one.Counters.Restarts < 5 {
			t.Fatalf("settings %d: %d restarts", i, one.Counters.Restarts)
		}
		for _, d := range elsewhere() {
			o := made(t, p, m, d, one.Counters.FullEvaluations)
			if !slices.Equal(one.Best, o.Best) || one.Counters.Restarts != o.Counters.Restarts {
				t.Errorf("settings %d: %v with %+v by one worker, on %v %v with %+v", i, one, one.Counters, d, o, o.Counters)
			}
		}
	}
}

// What settings change is kernels' alone, and compared above.
func TestFlocks_ConformOnDevices(t *testing.T) {
	unraced.Test(t)
	for _, m := range []walk.Method{flocks[0], flocks[4]} {
		conformance.Method(t, m, named(t, "rosenbrock:d3:i1"), conformance.Budget(300), conformance.On(device.Emulator()))
	}
}

// What no device can do is refused, with the reason.
func TestFlocks_RefusedOnDevices(t *testing.T) {
	whole := function(3, sphere)
	whole.Whole = []bool{true, true, true}
	for _, c := range []struct {
		p multiwalk.Problem
		m walk.Method
	}{
		{packed(t, function(3, sphere)), continuous.Swarm{}}, {packed(t, whole), continuous.Swarm{}},
		{named(t, "ackley:d3"), continuous.Swarm{}}, {named(t, "sphere:d5000"), continuous.Swarm{}},
		{named(t, "sphere:d5"), continuous.Differential{}}, {named(t, "sphere:d5"), continuous.CMAES{}},
	} {
		if err := walk.Place(c.p, c.m, device.Emulator()); !errors.Is(err, multiwalk.ErrNoKernel) {
			t.Errorf("%+v: %v", c.m, err)
		}
	}
}
