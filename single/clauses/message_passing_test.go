package clauses_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/single/clauses"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
)

func planted(t testing.TB, m, n int, seed uint64) *perceptron.Instance {
	t.Helper()
	return must.Have(perceptron.Draw(m, n, seed))(t)
}

func TestMessagePassing_Conforms(t *testing.T) {
	conformance.Method(t, clauses.MessagePassing{Flips: 40}, planted(t, 61, 69, 1), conformance.Budget(300))
	conformance.Method(t, clauses.MessagePassing{Flips: 40}, planted(t, 61, 69, 1), conformance.Budget(60), conformance.On(device.Emulator()))
}

// Planted instances are solved, on cores and by kernels. Random solutions of these would take 2^60 draws.
func TestMessagePassing_Solves(t *testing.T) {
	unraced.Test(t)
	for _, c := range []struct {
		m, n  int
		seeds []uint64
		nodes int64
		d     multiwalk.Device
	}{
		{61, 61, []uint64{1, 2, 4, 5}, 3_000, nil},
		{60, 61, []uint64{1, 2}, 6_000, nil}, // two classes of 30 rows are not told apart by their number
		{73, 73, []uint64{3, 5, 8}, 3_000, nil},
		{41, 41, []uint64{1, 2}, 300, device.Emulator()},
	} {
		for _, seed := range c.seeds {
			r, err := multiwalk.Minimize(t.Context(), planted(t, c.m, c.n, seed), clauses.MessagePassing{}, multiwalk.Settings{Seed: 1, Walks: 2, Device: c.d,
				Stop: []multiwalk.Stop{multiwalk.Evaluations(c.nodes), multiwalk.Target(0)}})
			if err != nil || r.Cost != 0 || r.Status != multiwalk.TargetReached {
				t.Errorf("%dx%d:%d: %v, %v", c.m, c.n, seed, r, err)
			}
			t.Logf("%dx%d:%d: %d evaluations", c.m, c.n, seed, r.Evaluations())
		}
	}
}

// On a GPU the same walk finds the same solution with the same node as in the emulator.
func TestMessagePassing_OnAGPU(t *testing.T) {
	g := must.Ready(t, device.GPU(0))
	for seed := range uint64(6) {
		p := planted(t, 61, 61, seed+1)
		var results []*multiwalk.Result
		for _, d := range []multiwalk.Device{device.Emulator(), g} {
			r := must.Have(multiwalk.Minimize(t.Context(), p, clauses.MessagePassing{}, multiwalk.Settings{Seed: 1, Walks: 8, Device: d,
				Stop: []multiwalk.Stop{multiwalk.Evaluations(2_400)}}))(t)
			results = append(results, r)
		}
		a, b := results[0], results[1]
		if a.Evaluations() != b.Evaluations() || (a.Cost == 0) != (b.Cost == 0) || a.Cost == 0 && !slices.Equal(a.Best, b.Best) {
			t.Errorf("%d: %v in the emulator, %v on the GPU", seed+1, a, b)
		}
		t.Logf("%d: %v", seed+1, b)
	}
}

// costlier costs more than its signs say.
type costlier struct{ *perceptron.Instance }

func (l costlier) Cost(x []int32) int64 { return 7 + l.Instance.Cost(x) }

// A problem whose cost is not what its signs say is told so, and loses nothing.
func TestMessagePassing_TellsLies(t *testing.T) {
	for _, d := range []multiwalk.Device{device.CPU(1), device.Emulator()} {
		r, err := multiwalk.Minimize(t.Context(), costlier{planted(t, 41, 41, 2)}, clauses.MessagePassing{}, multiwalk.Settings{Seed: 1, Walks: 1, Device: d,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(3_000)}})
		if err == nil || !strings.Contains(err.Error(), "it costs 7") || r == nil || r.Cost != 7 {
			t.Errorf("%v: %v, %v", d, r, err)
		}
	}
}

func TestMessagePassing_Refuses(t *testing.T) {
	for says, v := range map[string]struct {
		m clauses.MessagePassing
		p multiwalk.Problem
	}{
		"flips -1 are outside":                        {clauses.MessagePassing{Flips: -1}, planted(t, 9, 11, 1)},
		"there are 201 columns":                       {clauses.MessagePassing{}, planted(t, 9, 201, 1)},
		"message passing takes up to":                 {clauses.MessagePassing{}, planted(t, 301, 101, 1)},
		"needs a problem with bits and rows of signs": {clauses.MessagePassing{}, trial.FlipProblem(t, 9)},
	} {
		_, err := multiwalk.Minimize(t.Context(), v.p, v.m, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		must.Fail(t, says)(err)
	}
	must.Fail(t, multiwalk.ErrNoKernel)(walk.Place(trial.FlipProblem(t, 9), clauses.MessagePassing{}, device.Emulator()))
}

// A walk ends with its solution.
func TestMessagePassing_Ends(t *testing.T) {
	for _, d := range []multiwalk.Device{device.CPU(1), device.Emulator()} {
		r, err := multiwalk.Minimize(t.Context(), planted(t, 41, 41, 2), clauses.MessagePassing{}, multiwalk.Settings{Seed: 1, Walks: 1, Device: d,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(3_000)}})
		if err != nil || r.Cost != 0 || r.Status != multiwalk.MethodEnded {
			t.Errorf("%v: %v, %v", d, r, err)
		}
	}
}
