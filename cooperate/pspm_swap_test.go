package cooperate

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/kernels/anneal"
	"github.com/multiwalk/multiwalk/internal/kernels/kerneltest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel"
)

// ranking has the kernels as Go functions alone, which is all that the emulator needs, and a first solution.
type ranking struct{ *kerneltest.Ranking }

func newRanking(n, scale int32) ranking { return ranking{kerneltest.NewRanking(n, scale)} }

func (p ranking) Construct(_ *multiwalk.Rand, x []int32) {
	for i := range x {
		x[i] = int32(i)
	}
	slices.SortStableFunc(x, func(a, b int32) int { return int(p.out(b) - p.out(a)) })
}

// out is the sum of a row.
func (p ranking) out(i int32) (sum int64) {
	for _, w := range p.W[i*p.N : (i+1)*p.N] {
		sum += int64(w)
	}
	return sum
}

func (p ranking) Kernels() (kernel.Module, error) {
	return kernel.Module{Name: "ranking", Problem: p.Ranking, Entries: map[string]kernel.Entry{
		"StartSwap":      {Symbol: "StartSwap", Func: anneal.StartSwap[*kerneltest.Ranking]},
		"AnnealSwap":     {Symbol: "AnnealSwap", Func: anneal.AnnealSwap[*kerneltest.Ranking]},
		"AnnealSwapWide": {Symbol: "AnnealSwapWide", Func: anneal.AnnealSwapWide[*kerneltest.Ranking]},
	}}, nil
}

func emulate(t *testing.T, p multiwalk.Problem, m PSPM, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	if s.Device == nil {
		s.Device = device.Emulator()
	}
	r := must.Have(multiwalk.Minimize(context.Background(), p, m, s))(t)
	if p.Cost(r.Best) != r.Cost {
		t.Errorf("the best costs %d, said to cost %d", p.Cost(r.Best), r.Cost)
	}
	return r
}

// Each way to search finds the optimum, on the emulator, with temperatures that nobody gave.
func TestPSPM_SwapFindsTheOptimum(t *testing.T) {
	unraced.Test(t)
	p := newRanking(7, 1)
	least := runtest.Least(p)
	for name, m := range map[string]PSPM{
		"paper": {}, "each": {Accept: "each"}, "wide": {Moves: 64, Searches: 1}, "few": {Moves: 3, Searches: 2},
		"tempering": {Tempering: true, Searches: 4}, "construct": {Construct: true, Searches: 1},
	} {
		r := emulate(t, p, m, multiwalk.Settings{Seed: 4, Stop: []multiwalk.Stop{multiwalk.Target(least), multiwalk.Work(20)}})
		if r.Status != multiwalk.TargetReached || r.Cost != least {
			t.Errorf("%s: %v, optimum %d", name, r, least)
		}
	}
}

// The counters say what was done.
func TestPSPM_SwapCounts(t *testing.T) {
	p := newRanking(10, 1)
	r := emulate(t, p, PSPM{Start: 100, End: 10, Alpha: 0.5, Sweeps: 3, Moves: 8, Once: true}, multiwalk.Settings{Walks: 5})
	const steps = 4 // 100, 50, 25, 12.5
	if r.Status != multiwalk.MethodEnded || r.DeltaEvaluations != steps*3*10*8*5 || r.FullEvaluations != 5 || r.Moves == 0 {
		t.Errorf("%v: %+v", r, r.Counters)
	}
}

// A budget of evaluations is passed by less than an iteration.
func TestPSPM_SwapBudget(t *testing.T) {
	for _, budget := range []int64{100, 999, 3000} {
		r := emulate(t, newRanking(10, 1), PSPM{Moves: 8}, multiwalk.Settings{Walks: 5, Stop: []multiwalk.Stop{multiwalk.Evaluations(budget)}})
		if over := r.Evaluations() - budget; r.Status != multiwalk.EvaluationLimit || over < 0 || over >= 8*5 {
			t.Errorf("%d evaluations of %d: %v", r.Evaluations(), budget, r)
		}
	}
}

// The result is no worse than the start, machines exchange, and what a run with a target reports does not depend on when
// its walks look around.
func TestPSPM_SwapStartsAndExchanges(t *testing.T) {
	p := newRanking(12, 1)
	start := make([]int32, 12)
	p.Construct(nil, start)
	r := emulate(t, p, PSPM{Start: 1, End: 0.5, Every: 1}, multiwalk.Settings{Walks: 4, Device: device.Emulators(2), Start: start,
		Stop: []multiwalk.Stop{multiwalk.Work(6)}})
	if r.Walks != 4 || r.Cost > p.Cost(start) {
		t.Errorf("%v from %d", r, p.Cost(start))
	}
	again := emulate(t, p, PSPM{Start: 1, End: 0.5, Every: 1}, multiwalk.Settings{Walks: 4, Device: device.Emulators(2), Start: start, Workers: 1,
		Stop: []multiwalk.Stop{multiwalk.Work(6)}})
	if history(again) != history(r) {
		t.Errorf("not the same:\n%s\n%s", history(r), history(again))
	}
}

func TestPSPM_SwapConforms(t *testing.T) {
	unraced.Test(t)
	methods := []PSPM{{Searches: 2}, {Searches: 1, Moves: 64, Accept: "each", Every: 2, Alpha: 0.5}, {Searches: 3, Moves: 4, Tempering: true}}
	if testing.Short() {
		methods = methods[:1]
	}
	for _, m := range methods {
		conformance.Method(t, m, newRanking(9, 1), conformance.On(device.Emulator()), conformance.Budget(30_000),
			conformance.Refuses(PSPM{Moves: -1}, PSPM{Accept: "all"}, PSPM{End: -1}, PSPM{Neighbourhood: "insert"}))
	}
}

func TestPSPM_SwapRefuses(t *testing.T) {
	p := newRanking(6, 1)
	s := multiwalk.Settings{Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Work(1)}}
	for _, c := range []struct {
		p    multiwalk.Problem
		m    PSPM
		none bool
		want string
	}{
		{struct{ multiwalk.Problem }{p}, PSPM{}, true, "is no kernel.Carrier; see multiwalk kernel gen"},
		{p, PSPM{Neighbourhood: "2opt"}, true, "there are none for moves by 2opt of a permutation"},
		{newRanking(1, 1), PSPM{}, true, "a permutation of 1 has no swaps"},
		{p, PSPM{Moves: 33}, false, "33 moves are neither"},
		{p, PSPM{Start: 5, End: 6}, false, "end temperature 6"},
		{p, PSPM{Alpha: 1 - 1e-9}, false, "alpha"},
		{p, PSPM{Sweeps: 1 << 20, Start: math.NaN()}, false, "start temperature NaN"},
	} {
		_, err := multiwalk.Minimize(context.Background(), c.p, c.m, s)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, multiwalk.ErrNoKernel) != c.none {
			t.Errorf("%+v: %v, want %q", c.m, err, c.want)
		}
	}
}

// Temperatures follow the costs, and are on the ladder in equal ratios.
func TestPSPM_SwapTemperatures(t *testing.T) {
	for _, scale := range []int32{1, 1000, 1_000_000} {
		p := newRanking(30, scale)
		m := must.Have(PSPM{}.swapDefaults(p, p, 1))(t)
		if mean := m.Start / float64(scale); mean < 50 || mean > 1000 || m.End >= m.Start/500 || m.End < 0.1 {
			t.Errorf("scale %d: from %v to %v", scale, m.Start, m.End)
		}
	}
	heat := ladder(1000, 1)
	if len(heat) != rungCount || heat[0] != 1000 || math.Abs(heat[rungCount-1]-1) > 1e-9 || math.Abs(heat[16]-math.Sqrt(1000)) > 1e-9 {
		t.Errorf("ladder %v", heat)
	}
}

// Neighbours trade when the hot one is better, and hardly when it is much worse; searches stay one a rung.
func TestRungs_Trade(t *testing.T) {
	r := newRungs(rungCount+2, ladder(100, 1), 1, 0)
	costs := make([]int64, 2*(rungCount+2))
	costs[2*1] = -1000            // on rung 1: sinks
	costs[2*(rungCount)] = 100000 // on rung 0 of the second ladder: stays
	for range 2 * rungCount {
		trade(r, costs)
		for i, search := range r.on {
			if int(r.of[search]) != i%rungCount {
				t.Fatalf("search %d is on rung %d and at %d", search, i, r.of[search])
			}
		}
	}
	if r.of[1] < rungCount-2 || r.of[rungCount] != 0 {
		t.Errorf("the best is on rung %d, the bad one of the short ladder on %d", r.of[1], r.of[rungCount])
	}
}
