package population

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/problem/scheduling"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// demes are methods over a deme, with all operators between them.
var demes = []func(crossover string) walk.Method{
	func(c string) walk.Method { return Cellular{Width: 5, Height: 4, Crossover: c} },
	func(c string) walk.Method {
		return Cellular{Width: 3, Height: 7, Crossover: c, Neighbourhood: "c9", Selection: "best", Replacement: "no-worse", Move: "insertion"}
	},
	func(c string) walk.Method {
		return Cellular{Width: 6, Height: 5, Crossover: c, Neighbourhood: "c13", Selection: "roulette", Both: true, Replacement: "always",
			Move: "inversion", Cuts: 6}
	},
	func(c string) walk.Method {
		return Generational{Population: 9, Islands: 3, Every: 2, Migrants: 2, Crossover: c, Selection: "random", Mating: 0.5, Mutation: 0.3}
	},
	func(c string) walk.Method { return Generational{Population: 16, Crossover: c, Rivals: 3} },
	func(c string) walk.Method {
		return Generational{Population: 4, Islands: 6, Every: 1, Migrants: 3, Topology: "torus", Crossover: c, Replacement: "crowding"}
	},
	func(c string) walk.Method {
		return Generational{Population: 5, Islands: 4, Every: 2, Migrants: 2, Topology: "complete", Crossover: c}
	},
	func(c string) walk.Method {
		return Generational{Population: 3, Islands: 5, Every: 1, Migrants: 2, Topology: "random", Crossover: c, Replacement: "better"}
	},
	func(c string) walk.Method {
		return Cellular{Width: 5, Height: 4, Crossover: c, Replacement: "crowding"}
	},
}

// sweeps are demes whose children take their places one after the other.
var sweeps = []walk.Method{
	Cellular{Width: 5, Height: 4, Asynchronous: true},
	Cellular{Width: 5, Height: 4, Asynchronous: true, Replacement: "worst"},
	Generational{Population: 9, Islands: 3, Every: 2, Replacement: "worst", Asynchronous: true},
}

func TestSweeps_Conform(t *testing.T) {
	for _, p := range []multiwalk.Problem{sample.NewOrder(9, 1), sample.NewMixed(7, 1)} {
		for j, m := range sweeps {
			t.Run(fmt.Sprintf("%v/%d", p.Space(), j), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(3000), conformance.Refuses(Cellular{Replacement: "worst"}))
				if m.(walk.Placer).Place(p, device.Emulator()) == nil {
					t.Error("a device makes a generation side by side")
				}
			})
		}
	}
}

// A problem that prices a batch is asked once for the first generation and once for each that follows, and finds what it finds otherwise.
func TestDemes_AskForBatches(t *testing.T) {
	for i, of := range demes {
		one := sample.NewOrder(9, 1)
		many := &batched{Order: one}
		m := of("")
		a := history(t, one, m, device.CPU(1), 2000) // by whole units, which are several generations
		b := history(t, many, m, device.CPU(3), a.FullEvaluations)
		a.Counters.Units = b.Counters.Units
		if !slices.Equal(a.Best, b.Best) || a.Counters != b.Counters {
			t.Errorf("settings %d: %v and %+v one by one, %v and %+v by batches", i, a, a.Counters, b, b.Counters)
		}
		search := must.Have(m.Prepare(one, walk.Plan{Seed: 7, Device: device.CPU(1), Warn: func(string) {}}))(t)
		if want := b.Counters.FullEvaluations / int64(search.(*demeSearch).size); many.calls.Load() != want {
			t.Errorf("settings %d: %d batches of %d evaluations, want %d", i, many.calls.Load(), b.Counters.FullEvaluations, want)
		}
	}
}

// Islands that are drawn anew are so in batches too.
func TestGenetic_AsksForBatches(t *testing.T) {
	one := sample.NewOrder(6, 1)
	m := Genetic{Population: 5, Mutation: 0.1}
	a, b := history(t, one, m, device.CPU(1), 3000), history(t, &batched{Order: one}, m, device.CPU(1), 3000)
	if !slices.Equal(a.Best, b.Best) || a.Counters != b.Counters || a.Restarts == 0 {
		t.Errorf("%v and %+v one by one, %v and %+v by batches", a, a.Counters, b, b.Counters)
	}
}

// batched counts the batches that it is asked for.
type batched struct {
	*sample.Order
	calls atomic.Int64
}

func (p *batched) CostBatch(xs [][]int32, costs []int64) {
	p.calls.Add(1)
	for i, x := range xs {
		costs[i] = p.Cost(x)
	}
}

func TestDemes_Conform(t *testing.T) {
	for i, p := range append(sample.Problems(), paint{9, 4}) {
		for j, m := range demes {
			if testing.Short() && (i+j)%3 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%v/%T/%d", p.Space(), p, j), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m(""), p, conformance.Budget(3000), conformance.Refuses(Cellular{Crossover: "x"}, Cellular{Width: -1},
					Cellular{Mutation: 2}, Cellular{Selection: "x"}, Cellular{Neighbourhood: "l6"}, Cellular{Cuts: -1}, Cellular{Rivals: 99},
					Generational{Islands: -1}, Generational{Population: 1}, Generational{Every: -1}, Generational{Migrants: 1000}))
			})
		}
	}
}

// history is what a run found, without its times.
func history(t *testing.T, p multiwalk.Problem, m walk.Method, d multiwalk.Device, evaluations int64) *multiwalk.Result {
	t.Helper()
	return must.Have(multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 7, Device: d,
		Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}))(t)
}

// Equal seeds give equal populations on any number of cores, and on the emulator or, where there is one, a GPU, whatever the operators.
func TestDemes_AreWhereverTheyAreMade(t *testing.T) {
	elsewhere := []multiwalk.Device{device.CPU(3), device.Emulator()}
	if gpu := device.GPU(0); gpu.Ready() == nil {
		elsewhere[1] = gpu
	}
	for _, p := range []multiwalk.Problem{sample.NewOrder(9, 1), sample.NewBits(33, 1), sample.NewLabels(9, 1), sample.NewMixed(7, 1),
		sample.NewRoad(40, true, 1), scheduling.Generate(20, 3, 1).Makespan()} {
		t.Run(fmt.Sprintf("%T", p), func(t *testing.T) {
			for i, of := range demes {
				for _, crossover := range slices.Concat([]string{""}, demeOrders, demeValues) {
					m := of(crossover)
					search, err := m.Prepare(p, walk.Plan{Seed: 7, Device: device.CPU(1), Warn: func(string) {}})
					if err != nil || crossover != "" && i > 0 {
						continue // does not fit the space, or has been made with the other settings
					}
					s := search.(*demeSearch)
					whole := int64(s.size) * (1 + 2*s.generations()*(1+s.priced())) // the first generation, and two units of a core
					one := history(t, p, m, device.CPU(1), whole)
					for k, d := range elsewhere {
						if crossover != "" && (k == 0 || testing.Short()) {
							continue // cores share the work in the same way; other kernels, run by the same threads
						}
						o := history(t, p, m, d, whole)
						o.Counters.Units = one.Counters.Units
						if !slices.Equal(one.Best, o.Best) || one.Cost != o.Cost || one.Counters != o.Counters {
							t.Errorf("%v, settings %d, crossover %q: %v and %+v by one worker, else %v and %+v", p.Space(), i, crossover, one, one.Counters, o,
								o.Counters)
						}
					}
				}
			}
		})
	}
}

// A problem that refines children does so by default, and finds better schedules for it; others refuse to.
func TestDemes_Refine(t *testing.T) {
	p := scheduling.Generate(128, 8, 1).Makespan()
	plain := history(t, p, Cellular{Width: 3, Height: 3, Refine: -1}, device.CPU(1), 3000)
	for _, m := range []walk.Method{Cellular{Width: 3, Height: 3}, Cellular{Width: 3, Height: 3, Start: "construct", Refine: 10},
		Generational{Population: 9, Refine: 10}} {
		if r := history(t, p, m, device.CPU(2), 3_000_000); float64(r.Cost) > 1.01*float64(p.LowerBound()) || r.Cost >= plain.Cost {
			t.Errorf("%+v: %v, without refinement %v, bound %d", m, r, plain, p.LowerBound())
		}
	}
	for _, m := range []walk.Method{Cellular{Refine: 1}, Cellular{Start: "x"}, Cellular{Start: "construct"}, Generational{Refine: -2}} {
		if _, err := m.Prepare(sample.NewBits(9, 1), walk.Plan{Device: device.CPU(1)}); err == nil {
			t.Errorf("%+v is not refused", m)
		}
	}
}

// Where children are dear a unit is a part of a generation: a limit of evaluations is kept to a child or two, and a run that was stopped
// between two parts goes on from there.
func TestDemes_DivideAGeneration(t *testing.T) {
	p := scheduling.Generate(20, 3, 1).Makespan()
	m := Cellular{Width: 20, Height: 20, Refine: 1}
	search := must.Have(m.Prepare(p, walk.Plan{Seed: 7, Device: device.CPU(1), Warn: func(string) {}}))(t)
	whole := 400 * (1 + search.(*demeSearch).priced()) // the first generation, and another
	one, three := history(t, p, m, device.CPU(1), whole), history(t, p, m, device.CPU(3), whole)
	if one.Cost != three.Cost || !slices.Equal(one.Best, three.Best) || one.Counters != three.Counters || one.Units != 3 {
		t.Errorf("%v and %+v by one worker, %v and %+v by three", one, one.Counters, three, three.Counters)
	}
	if one.Workers != 1 || three.Workers != 3 || one.Walks+three.Walks != 2 {
		t.Errorf("a walk on a worker and one on three are told as %d on %d and %d on %d", one.Walks, one.Workers, three.Walks, three.Workers)
	}
	part := whole / 3
	if r := history(t, p, m, device.CPU(2), part); r.Evaluations() < part || r.Evaluations() > part+whole/200 {
		t.Errorf("%d evaluations in place of %d", r.Evaluations(), part)
	}
	conformance.Method(t, m, p, conformance.Budget(whole))
}

// A cost that panics in any worker is the run's error, with its place.
func TestDemes_CostPanics(t *testing.T) {
	p := &panicking{Bits: sample.NewBits(20, 1), after: 500}
	_, err := multiwalk.Minimize(t.Context(), p, Cellular{}, multiwalk.Settings{Device: device.CPU(4),
		Stop: []multiwalk.Stop{multiwalk.Evaluations(5000)}})
	if err == nil || !strings.Contains(err.Error(), "too good") || !strings.Contains(err.Error(), "panicking") {
		t.Fatalf("%v", err)
	}
}

// panicking panics in every evaluation of some solutions.
type panicking struct {
	*sample.Bits
	after int
}

func (p *panicking) Cost(x []int32) int64 {
	if c := p.Bits.Cost(x); c > -int64(p.after) {
		return c
	}
	panic("the cost is too good")
}

// Children that are improved make better populations, the same on any number of cores, and the work counts.
func TestDemes_Improve(t *testing.T) {
	p := sample.NewOrder(30, 1)
	plain := history(t, p, Cellular{Width: 4, Height: 4}, device.CPU(1), 16) // the first generation
	for _, by := range []walk.Method{single.Climb{}, single.Anneal{}, single.Tabu{}} {
		m := Cellular{Width: 4, Height: 4, Improve: by, Length: 100}
		one, three := history(t, p, m, device.CPU(1), 20_000), history(t, p, m, device.CPU(3), 20_000)
		if !slices.Equal(one.Best, three.Best) || one.Counters != three.Counters {
			t.Errorf("%v: %v and %+v by one worker, %v and %+v by three", by, one, one.Counters, three, three.Counters)
		}
		if one.Cost >= plain.Cost || one.Counters.DeltaEvaluations == 0 || one.Counters.Evaluations() > 40_000 {
			t.Errorf("%v: %v with %+v, and without %v", by, one, one.Counters, plain)
		}
		if err := m.Place(p, device.Emulator()); err == nil {
			t.Error("devices improve no children")
		}
	}
}
