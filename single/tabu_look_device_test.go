package single_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/single"
)

func perceptronOf(t testing.TB, m, n int) *perceptron.Instance {
	t.Helper()
	p, err := perceptron.Draw(m, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// held is a problem some of whose bits are fixed.
type held struct{ *perceptron.Instance }

func (held) Fixed() []multiwalk.Fixed {
	return []multiwalk.Fixed{{Position: 0, Value: 1}, {Position: 5, Value: 0}, {Position: 6, Value: 1}}
}

// A machine that explores the neighbourhoods makes the moves that a core makes: many moves cost the same, bursts end and begin, and
// what is tabu is forbidden. There are several blocks of threads, with a remainder.
func TestLook_IsTheSearchOfACore(t *testing.T) {
	small, sparse := perceptronOf(t, 9, 13), sparseProblem(t, 40)
	tabu := func(name string) single.Tabu { return single.Tabu{Neighbourhood: name} }
	for name, v := range map[string]struct {
		p multiwalk.Problem
		m multiwalk.Method
	}{
		"flip":     {perceptronOf(t, 40, 75), single.Tabu{}},
		"flip2":    {small, tabu("flip2")},
		"flip3":    {perceptronOf(t, 11, 17), tabu("flip3")},
		"union":    {small, tabu("flip+flip3")},
		"tenure":   {small, single.Tabu{Neighbourhood: "flip2", Tenure: 12}},
		"iterated": {small, single.IteratedTabu{Tabu: tabu("flip2"), Length: 7, Weakest: 2, Strongest: 4}},
		"held":     {held{small}, tabu("flip3")},
		"qubo":     {sparse, single.Tabu{}},
	} {
		t.Run(name, func(t *testing.T) {
			var both [2]*multiwalk.Result
			for i, d := range []multiwalk.Device{device.CPU(1), device.Emulator()} {
				r, err := multiwalk.Minimize(t.Context(), v.p, v.m, multiwalk.Settings{Seed: 7, Device: d,
					Stop: []multiwalk.Stop{multiwalk.Evaluations(int64(90 * v.p.Space().Len()))}})
				if err != nil {
					t.Fatal(err)
				}
				both[i] = r
			}
			a, b := both[0], both[1]
			if a.Cost != b.Cost || !slices.Equal(a.Best, b.Best) || a.Moves != b.Moves || a.Evaluations() != b.Evaluations() || a.Moves < 3 {
				t.Errorf("a core: %v, %d moves, %d evaluations\na machine: %v, %d moves, %d evaluations", a, a.Moves, a.Evaluations(), b, b.Moves, b.Evaluations())
			}
		})
	}
}

func TestLook_Conforms(t *testing.T) {
	conformance.Method(t, single.Tabu{Neighbourhood: "flip3"}, perceptronOf(t, 4, 12), conformance.On(device.Emulator()))
}

func TestLook_Refuses(t *testing.T) {
	p := perceptronOf(t, 9, 13)
	pairs, err := qubo.Random(9, 4)
	if err != nil {
		t.Fatal(err)
	}
	for says, v := range map[string]struct {
		p    multiwalk.Problem
		m    multiwalk.Method
		soft bool // no fault of the kernels
	}{
		"its kernels have no delta for flip2":        {pairs, single.Tabu{Neighbourhood: "flip2"}, false},
		`the neighbourhood is "swap"`:                {p, single.Tabu{Neighbourhood: "swap"}, false},
		"candidates 5 are fewer than the 78 moves":   {p, single.Tabu{Neighbourhood: "flip2", Candidates: 5}, true},
		"tabu's aspiration 9 is by age":              {p, single.Tabu{Aspiration: 9}, true},
		"multiwalk: unknown neighbourhood":           {p, single.Tabu{Neighbourhood: "flop"}, true},
		"is no kernel.Carrier; see multiwalk kernel": {bare{p}, single.Tabu{}, false},
		"a solution and its table take 240000 bytes": {sparseProblem(t, 30_000), single.Tabu{}, false},
	} {
		_, err := multiwalk.Minimize(t.Context(), v.p, v.m, multiwalk.Settings{Device: device.Emulator(),
			Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if err == nil || !strings.Contains(err.Error(), says) || errors.Is(err, multiwalk.ErrNoKernel) == v.soft {
			t.Errorf("%v, want ... %s ...", err, says)
		}
	}
}

// bare has no kernels.
type bare struct{ multiwalk.Problem }
