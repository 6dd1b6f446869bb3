package population

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// colonies are settings of ants for tours, few enough for short runs.
var colonies = []Ants{{Ants: 5}, {Variant: "system", Ants: 4, LocalSearch: "none"},
	{Variant: "colony", Ants: 5, LocalSearch: "kopt", Alpha: 2, Beta: -1},
	{Variant: "focused", Ants: 3, Trips: 5, Neighbours: 4}, {Variant: "colony", Ants: 6, LocalSearch: "none", Neighbours: 3}}

// antBudget is smaller where little more than what goroutines share is looked for.
func antBudget() conformance.Option {
	if testing.Short() {
		return conformance.Budget(4_000)
	}
	return conformance.Budget(20_000)
}

func TestAnts_ConformOnTours(t *testing.T) {
	for i, p := range []multiwalk.Problem{tsp.Random(60, 1), tsp.Random(8, 1), sample.NewRoad(14, false, 1)} {
		for j, m := range colonies {
			if testing.Short() && (i+j)%3 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%d/%d", p.Space().Len(), j), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, antBudget(), conformance.Refuses(Ants{Variant: "x"}, Ants{Ants: -1}, Ants{Alpha: -2},
					Ants{Evaporation: 1}, Ants{Neighbours: 101}, Ants{LocalSearch: "tabu"}, Ants{Trips: -1}, Ants{Length: -1}))
			})
		}
	}
}

func TestAnts_ConformOnPermutations(t *testing.T) {
	for i, p := range []multiwalk.Problem{qap.Uniform(10, 1), sample.NewOrder(9, 1)} {
		for j, m := range []Ants{{}, {Variant: "system", LocalSearch: "none"}, {Variant: "colony", Ants: 3, Length: 5}} {
			if testing.Short() && (i+j)%2 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%T/%d", p, j), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, antBudget(), conformance.Refuses(Ants{Variant: "focused"}, Ants{LocalSearch: "oropt"}))
			})
		}
	}
}

// march is a run of ants, without its times.
func march(t *testing.T, p multiwalk.Problem, m walk.Method, workers int, stops ...multiwalk.Stop) *multiwalk.Result {
	t.Helper()
	return must.Have(multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 7, Device: device.CPU(workers), Stop: stops}))(t)
}

// The run has one colony, and what it finds is the same for any number of workers that divide it.
func TestAnts_AreTheSameOnAnyCores(t *testing.T) {
	most := multiwalk.Evaluations(50_000)
	if testing.Short() {
		most = multiwalk.Evaluations(8_000)
	}
	for _, p := range []multiwalk.Problem{tsp.Random(100, 2), qap.Uniform(12, 2)} {
		for _, m := range colonies {
			if p.Space().Kind() == multiwalk.KindPermutation {
				m = Ants{Variant: strings.ReplaceAll(m.Variant, "focused", "")}
			}
			one, three := march(t, p, m, 1, most), march(t, p, m, 3, most)
			if one.Walks != 1 || three.Walks != 1 || !slices.Equal(one.Best, three.Best) || one.Counters != three.Counters ||
				len(one.History) != len(three.History) {
				t.Errorf("%v %+v: %v and %+v by one worker, %v and %+v by three", p.Space(), m, one, one.Counters, three, three.Counters)
			}
		}
	}
}

// Ants find what is proven to be the best: 144 cities on a lattice, and what an enumeration finds.
func TestAnts_FindOptima(t *testing.T) {
	x, y := make([]float64, 144), make([]float64, 144)
	for i := range x {
		x[i], y[i] = float64(i%12*100), float64(i/12*100)
	}
	lattice := must.Have(tsp.New("lattice", tsp.Euc2D, x, y))(t)
	small := qap.Uniform(7, 3)
	least := march(t, small, single.Enumerate{}, 1).Cost
	for _, m := range []Ants{{}, {Variant: "system"}, {Variant: "colony"}, {Variant: "focused"}} {
		if r := march(t, lattice, m, 1, multiwalk.Target(14400), multiwalk.Evaluations(4_000_000)); r.Cost > 14400 {
			t.Errorf("%+v: %v", m, r)
		}
		if m.Variant == "focused" {
			continue
		}
		if r := march(t, small, m, 1, multiwalk.Target(least), multiwalk.Evaluations(1_000_000)); r.Cost > least {
			t.Errorf("%+v: %v, the best costs %d", m, r, least)
		}
	}
}

// In a max-min ant system pheromone stays between its limits, and is back at the upper one when it begins anew.
func TestAnts_PheromoneStaysWithinLimits(t *testing.T) {
	for _, p := range []multiwalk.Problem{tsp.Random(40, 3), qap.Uniform(9, 3)} {
		for _, variant := range []string{"max-min", "focused"} {
			m := Ants{Variant: variant, Ants: 3, Length: 3, Trips: 2}
			search, err := m.Prepare(p, walk.Plan{Seed: 2, Warn: func(string) {}})
			if err != nil {
				continue
			}
			made := must.Have(search.NewWalk(0))(t)
			w, ok := made.(*antWalk)
			if !ok {
				w = made.(*antTabu).colony
			}
			for range 300 {
				if made.Step(walk.NewSlice(1)); !ok {
					made.(*antTabu).iterate()
				}
				for i, much := range w.trail.Much {
					if least := w.s.rule.Least; much < least || much > 1 || w.trail.Weight[i] < 1 {
						t.Fatalf("%s: pheromone %v of weight %d, the limits are %v and 1", variant, much, w.trail.Weight[i], least)
					}
				}
				for i := range w.costs {
					if err := p.Space().Check(w.ant(i)); w.at > 1 && err != nil {
						t.Fatal(err)
					}
				}
			}
			if variant == "max-min" && made.Counters().Restarts == 0 {
				t.Errorf("%v: it has not begun anew in %d iterations", p.Space(), w.at)
			}
		}
	}
}

// On the emulator or, where there is one, a GPU ants find what they find on cores.
func TestAnts_DeviceIsWhereCoresAre(t *testing.T) {
	unraced.Test(t)
	var elsewhere multiwalk.Device = device.Emulator()
	if gpu := device.GPU(0); gpu.Ready() == nil {
		elsewhere = gpu
	}
	for i, p := range []multiwalk.Problem{tsp.Random(70, 1), sample.NewRoad(14, false, 1)} {
		for _, m := range []Ants{{}, {Variant: "max-min", Ants: 33}, {Variant: "system", Ants: 5, Alpha: 2},
			{Variant: "colony", Ants: 40, Neighbours: 5}} {
			if testing.Short() && i > 0 && m.Variant == "" {
				continue
			}
			m.LocalSearch, m.Ants = "none", cmp.Or(m.Ants, emulatedAnts)
			t.Run(fmt.Sprintf("%d/%s", p.Space().Len(), m.Variant), func(t *testing.T) {
				t.Parallel()
				stop := multiwalk.Evaluations(int64(1 + 8*m.Ants))
				core := march(t, p, m, 1, stop)
				on := must.Have(multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 7, Device: elsewhere, Stop: []multiwalk.Stop{stop}}))(t)
				if !slices.Equal(core.Best, on.Best) || core.Cost != on.Cost || core.FullEvaluations != on.FullEvaluations {
					t.Errorf("on a core %v %v, on %v %v %v", core, core.Counters, elsewhere, on, on.Counters)
				}
			})
		}
	}
}

// Ants with local search find the same on emulated machines and, where there is one, on a GPU.
func TestAnts_ClimbOnDevices(t *testing.T) {
	unraced.Test(t)
	places := []multiwalk.Device{device.Emulator(), device.Emulators(2)}
	if gpu := device.GPU(0); gpu.Ready() == nil {
		places = append(places, gpu)
	}
	run := func(p multiwalk.Problem, m Ants, walks int, d multiwalk.Device) *multiwalk.Result {
		return must.Have(multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 7, Device: d, Walks: walks,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(800_000)}}))(t)
	}
	for walks, m := range []Ants{{Ants: 2, Trips: 2, Variant: "focused"}, {Ants: 9, Variant: "max-min", LocalSearch: "oropt"}} {
		p := tsp.Random(400-330*walks, 1) // focused ants have all machines, others one
		first := run(p, m, walks, places[0])
		for _, d := range places[1:] {
			if r := run(p, m, walks, d); !slices.Equal(r.Best, first.Best) || r.Cost != first.Cost {
				t.Errorf("%v on the emulator, %v on %v", first, r, d)
			}
		}
		if first.DeltaEvaluations == 0 || first.FullEvaluations < 6 {
			t.Errorf("%v with %+v", first, first.Counters)
		}
	}
}

func TestAnts_ConformOnTheEmulator(t *testing.T) {
	unraced.Test(t)
	conformance.Method(t, Ants{Ants: 3, Length: 7}, qap.Uniform(8, 1), conformance.Budget(2000), conformance.On(device.Emulator()),
		conformance.Refuses(Ants{LocalSearch: "none"}, Ants{Variant: "focused"}))
	conformance.Method(t, Ants{Ants: 7, Neighbours: 6}, tsp.Random(20, 1), conformance.Budget(200), conformance.On(device.Emulator()),
		conformance.Refuses(Ants{LocalSearch: "kopt"}, Ants{Ants: 1 << 18}, Ants{Variant: "focused", Ants: 33}))
	conformance.Method(t, Ants{Variant: "focused", Ants: 2, Trips: 3}, tsp.Random(90, 1), conformance.Budget(100_000), conformance.On(device.Emulator()))
	conformance.Method(t, Ants{Ants: 3, LocalSearch: "oropt"}, tsp.Random(20, 1), conformance.Budget(500), conformance.On(device.Emulator()))
}

// colony begins ants with tabu search.
func colony(t *testing.T, p multiwalk.Problem, d multiwalk.Device) *antTabu {
	t.Helper()
	s := must.Have(Ants{Ants: 4, Length: 5}.Prepare(p, walk.Plan{Seed: 3, Device: d, Warn: func(string) {}}))(t)
	w := must.Have(s.NewWalk(0))(t)
	return w.(*antTabu)
}

// iterate goes on to the next iteration.
func (w *antTabu) iterate() {
	for before := w.colony.at; w.colony.at == before; {
		w.Step(walk.NewSlice(1))
	}
}

// Each ant's tabu search begins at what an ant of the pheromone made so far draws, and the best lays; on a device as on cores.
func TestAnts_TabuOnTheEmulator(t *testing.T) {
	p := qap.Uniform(9, 1)
	w, core := colony(t, p, device.Emulator()), colony(t, p, device.CPU(1))
	defer w.Close()
	for c := w.colony; c.at < 6; {
		w.iterate()
		core.iterate()
		drawn, maker := slices.Clone(c.x), c.s.newMaker(c)
		if !slices.Equal(c.x, core.colony.x) || c.state != core.colony.state {
			t.Fatalf("iteration %d: ants begin at %v, on a core at %v; %+v and %+v", c.at, c.x, core.colony.x, c.state, core.colony.state)
		}
		for i := range 4 {
			x := make([]int32, 9)
			if maker.make(i, x, nil); !slices.Equal(x, drawn[9*i:][:9]) {
				t.Fatalf("iteration %d: ant %d begins at %v, by the pheromone at %v", c.at, i, drawn[9*i:][:9], x)
			}
		}
		for i, v := range c.lead {
			if least := c.s.rule.Least; c.at > 1 && c.trail.Much[9*i+int(v)] < least+c.s.rule.Gone/2 && c.laid.Next[i] == v {
				t.Errorf("iteration %d: nothing lies on value %d at %d, which laid it", c.at, v, i)
			}
		}
	}
	if x, cost := w.Best(); p.Cost(x) != cost {
		t.Errorf("the best costs %d, by full evaluation %d", cost, p.Cost(x))
	}
}

// What ants are not for, they refuse.
func TestAnts_RefuseOthers(t *testing.T) {
	for _, p := range []multiwalk.Problem{sample.NewBits(9, 1), sample.NewLabels(9, 1), sample.NewMixed(7, 1), sample.NewRoad(12, true, 1)} {
		if _, err := (Ants{}).Prepare(p, walk.Plan{}); !errors.Is(err, multiwalk.ErrNoDelta) {
			t.Errorf("%v: %v", p.Space(), err)
		}
	}
	for _, m := range []Ants{{LocalSearch: "kopt"}, {Variant: "max-min", LocalSearch: "oropt"}} {
		if err := walk.Place(tsp.Random(4001, 1), m, device.Emulator()); !errors.Is(err, multiwalk.ErrNoKernel) {
			t.Errorf("%+v on the emulator: %v", m, err)
		}
	}
}

// deadEnd is an instance whose cost panics in every evaluation after some.
type deadEnd struct{ *sample.Order }

func (deadEnd) Cost(x []int32) int64 {
	if x[0] == 3 {
		panic("the first is 3")
	}
	return int64(x[0])
}

// A cost that panics at any ant is the run's error, with its place.
func TestAnts_CostPanics(t *testing.T) {
	m := Ants{LocalSearch: "none", Ants: 40}
	_, err := multiwalk.Minimize(t.Context(), deadEnd{sample.NewOrder(9, 1)}, m,
		multiwalk.Settings{Device: device.CPU(3), Stop: []multiwalk.Stop{multiwalk.Evaluations(5000)}})
	if err == nil || !strings.Contains(err.Error(), "the first is 3") || !strings.Contains(err.Error(), "deadEnd") {
		t.Fatalf("%v", err)
	}
}
