package cooperate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/walk"
)

// scatter is n cities in a square of side 1000.
func scatter(n int, seed uint64) *tsp.Instance {
	r := multiwalk.NewRand(seed, 0)
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = 1000*r.Float64(), 1000*r.Float64()
	}
	p, err := tsp.New("scatter", tsp.Euc2D, x, y)
	if err != nil {
		panic(err)
	}
	return p
}

// tourWays are the ways to search a tour on a device.
var tourWays = map[string]PSPM{
	"paper": {Searches: 5, Start: 50, Alpha: 0.7, Sweeps: 1, Every: 3}, "few": {Searches: 3, Moves: 5, Alpha: 0.6, Sweeps: 2},
	"many": {Searches: 3, Moves: 96, Alpha: 0.5, Sweeps: 1, Every: -1}, "each": {Searches: 4, Moves: 64, Accept: "each", Alpha: 0.5, Sweeps: 1},
	"oropt": {Searches: 3, Neighbourhood: "oropt", Alpha: 0.5, Sweeps: 1}, "2opt": {Searches: 3, Neighbourhood: "2opt", Alpha: 0.5, Sweeps: 1, Every: 2},
	"2opt each":        {Searches: 2, Neighbourhood: "2opt", Accept: "each", Moves: 64, Alpha: 0.5, Sweeps: 1},
	"independent":      {Searches: 5, Proposals: "independent", Start: 50, Alpha: 0.7, Sweeps: 1, Every: 3},
	"independent few":  {Searches: 3, Proposals: "independent", Moves: 5, Alpha: 0.6, Sweeps: 2},
	"independent many": {Searches: 3, Proposals: "independent", Moves: 160, Alpha: 0.5, Sweeps: 1, Every: -1},
	"independent each": {Searches: 4, Proposals: "independent", Moves: 64, Accept: "each", Alpha: 0.5, Sweeps: 1},
	"tempering":        {Searches: 35, Tempering: true, Sweeps: 1}, "construct": {Searches: 2, Construct: true, Start: 2000, Alpha: 0.5},
}

// Each way to search goes far below random tours, and the cost of what it finds is that of the instance.
func TestPSPM_TourImproves(t *testing.T) {
	if testing.Short() {
		t.Skip("the emulator is slow under the race detector")
	}
	x := make([]int32, 40)
	for name, m := range tourWays {
		p, scale := scatter(40, 1), 1.0
		if name == "paper" {
			p, scale = tsp.Random(40, 1), 1000 // edges above 16 bits
		}
		p.Construct(multiwalk.NewRand(1, 0), x)
		m.Start, m.End, m.Sweeps = 100*scale, scale, 2
		r := emulate(t, p, m, multiwalk.Settings{Seed: 4, Stop: []multiwalk.Stop{multiwalk.Work(20)}})
		if r.Cost > p.Cost(x)*14/10 {
			t.Errorf("%s: %v, greedy %d", name, r, p.Cost(x))
		}
	}
}

// How a run is cut into launches changes nothing, though searches drift between tours of one cost.
func TestPSPM_TourLaunchesChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("the emulator is slow under the race detector")
	}
	defer func(usual int64) { emulatedIterations = usual }(emulatedIterations)
	for _, n := range []int{50, 101} {
		for seed := range uint64(6) {
			want := ""
			for _, iterations := range []int64{5000, 500, 170} {
				emulatedIterations = iterations
				m := tourWays["independent"]
				m.Once = true
				r := emulate(t, scatter(n, uint64(n%10+2)), m, multiwalk.Settings{Seed: seed + 3, Stop: []multiwalk.Stop{multiwalk.Evaluations(100_000)}})
				if got := fmt.Sprint(r.Cost, r.Best); want == "" {
					want = got
				} else if got != want {
					t.Errorf("n %d, seed %d: with launches of %d iterations %s, want %s", n, seed, iterations, got, want)
				}
			}
		}
	}
}

// The counters say what was done.
func TestPSPM_TourCounts(t *testing.T) {
	unraced.Test(t)
	const steps = 4 // 100, 50, 25, 12.5
	for want, m := range map[int64]PSPM{
		steps * 3 * 40 * 5 * 8: {Moves: 8}, steps * 3 * 40 * 5 * 64: {Moves: 64}, steps * 3 * 40 * 5 * 3 * 32: {Moves: 96, Accept: "each"},
	} {
		m.Start, m.End, m.Alpha, m.Sweeps, m.Once = 100, 10, 0.5, 3, true
		r := emulate(t, scatter(40, 1), m, multiwalk.Settings{Walks: 5})
		if r.Status != multiwalk.MethodEnded || r.DeltaEvaluations != want || r.FullEvaluations != 5 {
			t.Errorf("%+v: %v: %+v, want %d", m, r, r.Counters, want)
		}
	}
}

// A run ends in the iteration in which the target is met, whatever the launches are.
func TestPSPM_TourStopsAtTheTarget(t *testing.T) {
	p := scatter(40, 3)
	m := PSPM{Searches: 3, Start: 100, End: 0.1, Alpha: 0.5, Sweeps: 5}
	free := emulate(t, p, m, multiwalk.Settings{Seed: 2, Stop: []multiwalk.Stop{multiwalk.Work(8)}})
	target := free.Cost * 12 / 10
	r := emulate(t, p, m, multiwalk.Settings{Seed: 2, Stop: []multiwalk.Stop{multiwalk.Target(target)}})
	if r.Status != multiwalk.TargetReached || r.Cost > target || r.DeltaEvaluations >= free.DeltaEvaluations || r.DeltaEvaluations%(3*32) != 0 {
		t.Errorf("%v: %+v", r, r.Counters)
	}
	again := emulate(t, p, m, multiwalk.Settings{Seed: 2, Stop: []multiwalk.Stop{multiwalk.Target(target)}})
	if history(again) != history(r) {
		t.Errorf("not the same:\n%s\n%s", history(r), history(again))
	}
}

// Machines exchange, and no result is worse than the start.
func TestPSPM_TourStartsAndExchanges(t *testing.T) {
	p := scatter(30, 1)
	start := make([]int32, 30)
	p.Construct(multiwalk.NewRand(1, 0), start)
	s := multiwalk.Settings{Walks: 4, Device: device.Emulators(2), Start: start, Stop: []multiwalk.Stop{multiwalk.Work(6)}}
	m := PSPM{Start: 1, End: 0.5, Every: 1, Sweeps: 2}
	r := emulate(t, p, m, s)
	s.Device, s.Workers = device.Emulators(2), 1
	if again := emulate(t, p, m, s); r.Walks != 4 || r.Cost > p.Cost(start) || history(again) != history(r) {
		t.Errorf("%v from %d:\n%s\n%s", r, p.Cost(start), history(r), history(again))
	}
}

// Tours that do not fit shared memory are searched in the device's.
func TestPSPM_TourOfManyCities(t *testing.T) {
	p := scatter(13_000, 1)
	x := make([]int32, 13_000)
	p.Construct(multiwalk.NewRand(1, 0), x)
	for _, proposals := range []string{"strided", "independent"} {
		m := PSPM{Searches: 2, Start: 1, Construct: true, Every: -1, Proposals: proposals}
		r := emulate(t, p, m, multiwalk.Settings{Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(5000)}})
		if r.DeltaEvaluations < 5000 || r.Cost > p.Cost(x) {
			t.Errorf("%s: %v: %+v, constructed %d", proposals, r, r.Counters, p.Cost(x))
		}
	}
}

func TestPSPM_TourConforms(t *testing.T) {
	if testing.Short() {
		t.Skip("the emulator is slow under the race detector")
	}
	for _, m := range []PSPM{{Searches: 2, Every: 2, Alpha: 0.5}, {Searches: 3, Moves: 4, Accept: "each"},
		{Searches: 2, Proposals: "independent", Every: 2, Alpha: 0.5}} {
		conformance.Method(t, m, scatter(35, 1), conformance.On(device.Emulator()), conformance.Budget(6_000),
			conformance.Refuses(PSPM{Moves: -1}, PSPM{Accept: "all"}, PSPM{Proposals: "random"}, PSPM{End: -1}, PSPM{Neighbourhood: "flip"}))
	}
}

// far is a tour problem without kernels or bounds of its own.
type far struct{ *tsp.Instance }

func (far) EdgeRange() (least, most int64) { return -1, 5 }

func TestPSPM_TourRefuses(t *testing.T) {
	p := scatter(20, 1)
	long := must.Have(tsp.New("long", tsp.Euc2D, make([]float64, 20), []float64{0, 2e7, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}))(t)
	s := multiwalk.Settings{Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Work(1)}}
	for _, c := range []struct {
		p    multiwalk.Problem
		m    PSPM
		none bool
		want string
	}{
		{ring{40}, PSPM{}, true, "is no kernel.Carrier; see multiwalk kernel gen"},
		{p, PSPM{Neighbourhood: "swap"}, true, "there are none for moves by swap of a tour; use insert, oropt or 2opt"},
		{p, PSPM{Neighbourhood: "2opt", Moves: 64}, true, "with 2opt an iteration compares up to 32 moves, not 64"},
		{p, PSPM{Neighbourhood: "oropt", Proposals: "independent"}, true, "moves by oropt are not proposed independently"},
		{p, PSPM{Proposals: "all"}, false, `no proposals "all"; use independent or strided`},
		{tsp.Random(4, 1), PSPM{}, true, "a tour of 4 cities has nothing to relocate"},
		{tsp.Random(2000, 1), PSPM{}, true, "edges cost from 0 to"},
		{long, PSPM{}, true, "divide the costs"},
		{scatter(30_000, 1), PSPM{}, true, "the places of 30000 cities take"},
		{scatter(14_000, 1), PSPM{Moves: 64}, true, "only inserts, up to 32 at once"},
		{scatter(14_000, 1), PSPM{Moves: 64, Proposals: "independent"}, true, "only inserts, up to 32 at once"},
		{scatter(14_000, 1), PSPM{Accept: "each"}, true, "each move cannot decide for itself"},
		{far{p}, PSPM{}, true, "edges cost from -1 to 5"},
		{p, PSPM{Moves: 33}, false, "33 moves are neither"},
		{p, PSPM{Alpha: 1 - 1e-9}, false, "alpha"},
	} {
		_, err := multiwalk.Minimize(context.Background(), c.p, c.m, s)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, multiwalk.ErrNoKernel) != c.none {
			t.Errorf("%+v: %v, want %q", c.m, err, c.want)
		}
	}
}

// Table 1 of "Parallel neighbourhood search on many-core platforms": temperatures from 10000 to 0.1 by 0.99, 1146 of them
// (Ss), ten sweeps each, and an exchange every 100 (Se). Moves and how they are drawn are ours.
func TestPSPM_DefaultsAreThePapers(t *testing.T) {
	m, err := PSPM{}.withDefaults()
	want := PSPM{Moves: 32, Start: 10000, End: 0.1, Alpha: 0.99, Sweeps: 10, Every: 100, Accept: "best", Proposals: strided}
	if err != nil || m != want || m.steps() != 1146 {
		t.Errorf("%+v with %d steps, %v; want %+v with 1146", m, m.steps(), err, want)
	}
	if c := m.cadence(70, m.steps(), 1); c != (cadence{perStep: 70, period: 7000, length: 80220}) {
		t.Errorf("cadence %+v", c)
	}
	s := must.Have(PSPM{}.Prepare(ring{30}, walk.Plan{Walks: 2}))(t)
	if e := s.(pspmTogether); e.every != 100 || e.period != 100*int64(e.Search.(Stepper).StepUnits()) {
		t.Errorf("on cores it exchanges every %d steps, %d units", e.every, e.period)
	}
}

// Searches have as many blocks as they fill, the last in part.
func TestPSPM_BlocksAreFilled(t *testing.T) {
	for _, searches := range []int{1, 3, 4, 5, 8, 9} {
		s := must.Have(PSPM{Searches: searches}.Prepare(scatter(20, 1), walk.Plan{Device: device.Emulator()}))(t)
		w := must.Have(s.NewWalk(0))(t)
		shape := w.(*pspmTourWalk).Shape
		if warps := shape.Threads / 32; shape.Blocks != (searches+warps-1)/warps {
			t.Errorf("%d searches have %d blocks of %d", searches, shape.Blocks, warps)
		}
		if c, ok := w.(io.Closer); ok {
			must.Do(t, c.Close())
		}
	}
}

// Bounds of edge costs that a problem does not say are found by looking at all, up to 4096 cities.
func TestEdgeRange_IsFound(t *testing.T) {
	if least, most, err := edgeRange(ring{30}); err != nil || least != 100 || most != 1500 {
		t.Errorf("from %d to %d, %v", least, most, err)
	}
	if _, _, err := edgeRange(ring{4096}); err != nil {
		t.Error(err)
	}
	if _, _, err := edgeRange(ring{4097}); err == nil {
		t.Error("4097 cities were looked at")
	}
}

// Searches trade temperatures by the time that an H200 takes for their iterations: so this constant is part of every result.
func TestPSPM_Pace(t *testing.T) {
	for n, want := range map[int]int64{30: 3333, 100: 588, 1000: 9, 10_000: 1} {
		if got := paceIterations(n); got != want {
			t.Errorf("%d elements: %d iterations, want %d", n, got, want)
		}
	}
}
