package successor_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/runtest/everywhere"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

func minimize(t *testing.T, p multiwalk.Problem, m walk.Method, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	return must.Have(multiwalk.Minimize(context.Background(), p, m, s))(t)
}

func TestIteratedGreedy_Conforms(t *testing.T) {
	p := sample.NewTasks(20, 4, 1)
	conformance.Problem(t, p)
	bad := conformance.Refuses(successor.IteratedGreedy{Population: -1}, successor.IteratedGreedy{Release: -1}, successor.IteratedGreedy{Select: -2},
		successor.IteratedGreedy{Temperature: -1}, successor.IteratedGreedy{Temperature: math.NaN()}, successor.IteratedGreedy{Temperature: math.Inf(1)})
	m := successor.IteratedGreedy{Population: 5, Select: 3}
	conformance.Method(t, m, p, bad)
	conformance.Method(t, m, sample.NewTasks(6, 3, 1), conformance.On(device.Emulator()), conformance.Budget(60))
	for _, n := range []int{2, 3, 12} { // orders
		conformance.Method(t, successor.IteratedGreedy{}, sample.NewOrder(n, 1), bad)
	}
}

// Settings beyond all that can matter are as good as the greatest that does.
func TestIteratedGreedy_GreatSettings(t *testing.T) {
	p, stop := sample.NewTasks(12, 3, 1), []multiwalk.Stop{multiwalk.Evaluations(400)}
	for _, c := range [][2]successor.IteratedGreedy{
		{{Release: 1 << 14}, {Release: 12}}, {{Select: 1 << 32}, {Select: -1}}, {{Select: 1<<32 + 2}, {Select: -1}}, {{Select: math.MaxInt}, {Select: -1}},
	} {
		for _, d := range everywhere.Devices()[:2] {
			s := multiwalk.Settings{Seed: 3, Walks: 1, Device: d, Stop: stop}
			if got, want := minimize(t, p, c[0], s), minimize(t, p, c[1], s); got.Moves != want.Moves || !slices.Equal(got.Best, want.Best) {
				t.Errorf("%+v on %v: %v\n%+v: %v", c[0], d, got, c[1], want)
			}
		}
	}
}

// A population has the same history on a core and on a machine.
func TestIteratedGreedy_DeviceIsCores(t *testing.T) {
	unraced.Test(t)
	p, m := sample.NewTasks(70, 5, 1), successor.IteratedGreedy{Population: 6, Release: 9, Select: 4, Temperature: 3}
	s := multiwalk.Settings{Seed: 3, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(200)}}
	want := minimize(t, p, m, s)
	for _, d := range everywhere.Devices()[1:] {
		s.Device = d
		got := minimize(t, p, m, s)
		if got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) || got.Moves != want.Moves || got.FullEvaluations != want.FullEvaluations {
			t.Errorf("%v: %v; cores: %v", d, got, want)
		}
	}
}

// Generations are the same one by one and many in a launch.
func TestIteratedGreedy_Colonies(t *testing.T) {
	p := sample.NewTasks(70, 5, 1)
	cold, warm, hot := successor.ColoniesAgree(t, p, 0), successor.ColoniesAgree(t, p, 20), successor.ColoniesAgree(t, p, 1e300)
	if all := int64(7 * 27); cold >= warm || warm >= hot || hot != all {
		t.Errorf("%d, %d and %d of %d successors are accepted as it gets warmer", cold, warm, hot, all)
	}
	successor.HerdStops(t, sample.NewTasks(30, 5, 1))
}

// The optimum is found, which enumeration proves.
func TestIteratedGreedy_FindsTheOptimum(t *testing.T) {
	unraced.Test(t)
	p := sample.NewTasks(8, 3, 2)
	least := runtest.Least(p)
	for _, d := range everywhere.Devices() {
		s := multiwalk.Settings{Seed: 1, Device: d, Stop: []multiwalk.Stop{multiwalk.Target(least), multiwalk.Evaluations(20_000)}}
		if r := minimize(t, p, successor.IteratedGreedy{}, s); r.Status != multiwalk.TargetReached {
			t.Errorf("%v: %v, optimum %d", d, r, least)
		}
	}
}

// A heuristic's fault ends the run with an error that tells it.
func TestIteratedGreedy_BadHeuristics(t *testing.T) {
	tasks := sample.NewTasks(9, 3, 1)
	for want, p := range map[string]multiwalk.Problem{
		"Pick returned 99":        picks{tasks},
		"is no successor.Release": rigid{tasks},
		"by Price successor":      cheap{tasks},
		"states of 3 elements":    small{tasks},
	} {
		_, err := multiwalk.Minimize(context.Background(), p, successor.IteratedGreedy{}, multiwalk.Settings{
			Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(1000)}})
		must.Fail(t, want)(err)
	}
	_, err := multiwalk.Minimize(context.Background(), sample.NewLabels(5, 1), successor.IteratedGreedy{}, multiwalk.Settings{
		Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	must.Fail(t, multiwalk.ErrNoDelta)(err)
}

type picks struct{ *sample.Tasks }

func (p picks) Pick([]int32, uint64) int32 { return 99 }
func (p picks) Construction() successor.Construction {
	c := p.Tasks.Construction()
	c.Kinds[0] = successor.Weighed(p, int(p.N), int(p.Machines))
	return c
}

type cheap struct{ *sample.Tasks }

func (p cheap) Price([]int32) int64 { return -7 }
func (p cheap) Construction() successor.Construction {
	c := p.Tasks.Construction()
	c.Kinds[0] = successor.Weighed(p, int(p.N), int(p.Machines))
	return c
}

type rigid struct{ *sample.Tasks }

func (p rigid) Construction() successor.Construction {
	return successor.Construction{Kinds: []successor.Kind[int32]{successor.Weighed(&table{weights: []int64{1, 1, 1}}, int(p.N), 3)}}
}

type small struct{ *sample.Tasks }

func (p small) Construction() successor.Construction {
	c := p.Tasks.Construction()
	c.Size = 3
	return c
}
