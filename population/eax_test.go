package population_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// onEmulator runs EAX, on an emulator unless told otherwise.
func onEmulator(t *testing.T, p multiwalk.Problem, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	return crossed(t, p, population.EAX{}, s)
}

// crossed is onEmulator for EAX with settings.
func crossed(t *testing.T, p multiwalk.Problem, m population.EAX, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	if s.Device == nil {
		s.Device = gpu.Emulators(1)
	}
	s.Seed = 1
	r := must.Have(multiwalk.Minimize(context.Background(), p, m, s))(t)
	if err := p.Space().Check(r.Best); err != nil || p.Cost(r.Best) != r.Cost {
		t.Fatalf("%v: %v costs %d, not %d", err, r.Best, p.Cost(r.Best), r.Cost)
	}
	return r
}

func TestEAX_OnAnEmulatorFindsOptimalTours(t *testing.T) {
	unraced.Test(t)
	for n := 8; n <= 12; n++ {
		p := tsp.Random(n, uint64(n))
		want := shortest(p)
		r := onEmulator(t, p, multiwalk.Settings{Walks: 8, Stop: []multiwalk.Stop{multiwalk.Work(20), multiwalk.Target(want)}})
		if r.Cost != want {
			t.Errorf("%d cities: %d, optimum %d", n, r.Cost, want)
		}
		if r.Walks != 8 || r.FullEvaluations == 0 || r.DeltaEvaluations == 0 {
			t.Errorf("%d cities: %+v", n, r)
		}
	}
}

// One population is divided among the machines, and finds the same on any number of them: from turn to turn, with a start, from
// population to population, and where it comes to the target.
func TestEAX_OnEmulators(t *testing.T) {
	unraced.Test(t)
	p, small := tsp.Random(40, 2), tsp.Random(9, 2)
	start := onEmulator(t, p, multiwalk.Settings{Walks: 4, Stop: []multiwalk.Stop{multiwalk.Work(2)}}).Best
	for name, c := range map[string]struct {
		p multiwalk.Problem
		s multiwalk.Settings
	}{
		"turns":       {p, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(2)}}},
		"start":       {p, multiwalk.Settings{Start: start, Stop: []multiwalk.Stop{multiwalk.Work(2)}}},
		"populations": {small, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(6)}}},
		"target":      {p, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Target(p.Cost(start) * 101 / 100), multiwalk.Work(9)}}},
	} {
		var first *multiwalk.Result
		for machines := 1; machines <= 3; machines++ {
			c.s.Seed, c.s.Walks, c.s.Device = 1, 14, gpu.Emulators(machines)
			r := must.Have(multiwalk.Minimize(context.Background(), c.p, population.EAX{Arcs: 3}, c.s))(t)
			if first == nil {
				first = r
			}
			if r.Walks != 15 || !slices.Equal(r.Best, first.Best) || r.Units != first.Units {
				t.Errorf("%s, %d machines: %d walks, cost %d, %+v; on one %d, %+v", name, machines, r.Walks, r.Cost, r.Counters, first.Cost, first.Counters)
			}
			if name != "target" && r.Counters != first.Counters {
				t.Errorf("%s, %d machines: %+v; on one %+v", name, machines, r.Counters, first.Counters)
			}
		}
		if name == "populations" && first.Restarts < 1 || name == "target" && first.Status != multiwalk.TargetReached {
			t.Errorf("%s: %+v", name, first)
		}
	}
}

// A target that a generation in the middle of a unit meets ends the run with that generation's tour.
func TestEAX_OnAnEmulatorStopsAtTheTarget(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, and much longer under the race detector")
	}
	p := tsp.Random(90, 4)
	good := onEmulator(t, p, multiwalk.Settings{Walks: 12, Stop: []multiwalk.Stop{multiwalk.Work(2)}})
	for _, target := range []int64{good.Cost, good.Cost * 101 / 100, good.Cost * 103 / 100} {
		r := onEmulator(t, p, multiwalk.Settings{Walks: 12, Stop: []multiwalk.Stop{multiwalk.Target(target), multiwalk.Work(3)}})
		if r.Status != multiwalk.TargetReached || r.Cost > target {
			t.Errorf("target %d: %v", target, r)
		}
	}
}

// A problem of edges alone, without a matrix or neighbour lists, gets both made.
type plainEdges struct{ p *tsp.Instance }

func (e plainEdges) Space() multiwalk.Space      { return e.p.Space() }
func (e plainEdges) Cost(x []int32) int64        { return e.p.Cost(x) }
func (e plainEdges) Symmetric() bool             { return true }
func (e plainEdges) EdgeCost(i, j int32) int64   { return e.p.EdgeCost(i, j) }
func (e plainEdges) scaled(by int64) scaledEdges { return scaledEdges{e, by} }

type scaledEdges struct {
	plainEdges
	by int64
}

func (e scaledEdges) Cost(x []int32) int64      { return e.by * e.p.Cost(x) }
func (e scaledEdges) EdgeCost(i, j int32) int64 { return e.by * e.p.EdgeCost(i, j) }

func TestEAX_OnAnEmulatorNeedsEdgesAlone(t *testing.T) {
	onEmulator(t, plainEdges{tsp.Random(30, 4)}, multiwalk.Settings{Walks: 4, Stop: []multiwalk.Stop{multiwalk.Work(2)}})
}

func TestEAX_OnAnEmulatorRefuses(t *testing.T) {
	fixed := must.Have(tsp.Read(strings.NewReader("NAME: f\nTYPE: TSP\nDIMENSION: 8\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"+
		"1 0 0\n2 9 1\n3 3 8\n4 7 7\n5 2 2\n6 8 4\n7 1 6\n8 6 0\nFIXED_EDGES_SECTION\n1 8\n-1\nEOF\n"), "f.tsp"))(t)
	small := tsp.Random(20, 1)
	for _, v := range []struct {
		p    multiwalk.Problem
		m    population.EAX
		want string
	}{
		{oneWay(t, 20), population.EAX{}, "symmetric"},
		{tsp.Random(7, 1), population.EAX{}, "too few"},
		{fixed, population.EAX{}, "fixed"},
		{plainEdges{small}.scaled(-1), population.EAX{}, "scale the costs"},
		{plainEdges{small}.scaled(1000), population.EAX{}, "scale the costs"},
		{small, population.EAX{Tours: 1}, "tours"},
		{small, population.EAX{Neighbours: -1}, "neighbours"},
	} {
		s := multiwalk.Settings{Device: gpu.Emulators(1), Stop: []multiwalk.Stop{multiwalk.Work(1)}}
		_, err := multiwalk.Minimize(context.Background(), v.p, v.m, s)
		if err == nil || !strings.Contains(err.Error(), v.want) {
			t.Errorf("want an error about %q, have %v", v.want, err)
		}
		if v.m == (population.EAX{}) && !errors.Is(err, multiwalk.ErrNoKernel) {
			t.Errorf("%v does not wrap ErrNoKernel", err)
		}
	}
}

func TestEAX_GainsOnAGPU(t *testing.T) {
	d := gpu.Emulators(1)
	for _, v := range []struct {
		p    multiwalk.Problem
		want bool
	}{{tsp.Random(99, 1), false}, {tsp.Random(100, 1), true}, {oneWay(t, 120), false}} {
		if got := (population.EAX{}).Gains(v.p, d); got != v.want {
			t.Errorf("%d cities, symmetric %v: gains %v", v.p.Space().Len(), v.p.(*tsp.Instance).Symmetric(), got)
		}
	}
}

// BenchmarkEAX_GPUToOptimum reports how many of ten seeds are at the optimum after 2 s on the first GPU, and the median
// time to it, of the 20 instances of the paper of PSPM. Run it with -benchtime 1x.
func BenchmarkEAX_GPUToOptimum(b *testing.B) {
	d := device.GPU(0)
	if err := d.Ready(); err != nil {
		b.Skip(err)
	}
	names := strings.Fields("rd100 eil101 bier127 ch150 kroa150 pr152 u159 rat195 ts225 tsp225 gil262 pr264 a280 pr299 " +
		"lin318 rd400 fl417 pr439 pcb442 d493")
	for _, name := range names {
		p := must.Have(tsp.ReadFile(benchdata.File(b, "tsp", name+".tsp")))(b)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				benchmarkToOptimum(b, p, d)
			}
		})
	}
}

func benchmarkToOptimum(b *testing.B, p *tsp.Instance, d multiwalk.Device) {
	best, _, _ := p.BestKnown()
	hits, times := 0, make([]time.Duration, 0, 10)
	for seed := range uint64(10) {
		began := time.Now()
		r := must.Have(multiwalk.Minimize(context.Background(), p, population.EAX{}, multiwalk.Settings{Seed: seed + 1, Device: d,
			Stop: []multiwalk.Stop{multiwalk.Time(2 * time.Second), multiwalk.Target(best)}}))(b)
		times = append(times, time.Since(began))
		if r.Cost <= best {
			hits++
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(hits), "hits")
	b.ReportMetric((times[4]+times[5]).Seconds()/2*1e3, "median_ms")
	b.ReportMetric(times[9].Seconds()*1e3, "max_ms")
	b.ReportMetric(0, "ns/op")
}

// A GPU gives the bits that the emulator gives, with as many arcs.
func TestEAX_GPUAgreesWithTheEmulator(t *testing.T) {
	d := device.GPU(0)
	if err := d.Ready(); err != nil {
		t.Skip(err)
	}
	for _, n := range []int{8, 33, 60} {
		p := tsp.Random(n, 6)
		s := multiwalk.Settings{Walks: 10, Stop: []multiwalk.Stop{multiwalk.Work(20)}}
		want := crossed(t, p, population.EAX{Arcs: 2}, s)
		s.Device = d
		got := crossed(t, p, population.EAX{Arcs: 2}, s)
		if !slices.Equal(got.Best, want.Best) || got.Counters != want.Counters {
			t.Errorf("%d cities: on %v cost %d, %+v; in the emulator %d, %+v", n, d, got.Cost, got.Counters, want.Cost, want.Counters)
		}
	}
}

// With many cities distances come from coordinates.
func TestEAX_OnAnEmulatorWithManyCities(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	onEmulator(t, tsp.Random(3001, 4), multiwalk.Settings{Walks: 2, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
}

func TestEAX_ConformsOnAnEmulator(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, and much longer under the race detector")
	}
	conformance.Method(t, population.EAX{}, tsp.Random(12, 5), conformance.On(device.Emulators(2)), conformance.Budget(50_000),
		conformance.Refuses(population.EAX{Tours: -1}, population.EAX{Neighbours: 33}, population.EAX{Neighbours: -1}, population.EAX{Arcs: -1},
			population.EAX{Arcs: 65}))
}
