package tabu_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/flowshop"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single/tabu"
	"github.com/multiwalk/multiwalk/walk"
)

func perceptronOf(t testing.TB, m, n int) *perceptron.Instance {
	t.Helper()
	p := must.Have(perceptron.Draw(m, n, 1))(t)
	return p
}

// held is a problem some of whose bits are fixed.
type held struct{ *perceptron.Instance }

func (held) Fixed() []multiwalk.Fixed {
	return []multiwalk.Fixed{{Position: 0, Value: 1}, {Position: 5, Value: 0}, {Position: 6, Value: 1}}
}

// A machine that explores the neighbourhoods makes the moves that a core makes, of every kind: many cost the same, bursts end and begin,
// and what is tabu is forbidden. A search has several blocks of threads, with a remainder. Where there is a GPU it runs too.
func TestTeam_IsTheSearchOfACore(t *testing.T) {
	unraced.Test(t)
	small, sparse := perceptronOf(t, 9, 13), sparseProblem(t, 40)
	pairs := must.Have(qubo.Random(24, 4))(t)
	few := must.Have(qubo.Random(13, 4))(t)
	general, jobs := oneWay(t), flowShop(t, 11)
	weighty := must.Have(qubo.New(20, nil, []qubo.Term{{I: 0, J: 1, Weight: -1000}, {I: 3, J: 9, Weight: 700}, {I: 9, J: 15, Weight: -900}, {I: 2, J: 9, Weight: 5}}))(t)
	by := func(name string) tabu.Tabu { return tabu.Tabu{Neighbourhood: name} }
	for name, v := range map[string]struct {
		p multiwalk.Problem
		m walk.Method
	}{
		"flip":             {perceptronOf(t, 40, 75), tabu.Tabu{}},
		"flip2":            {small, by("flip2")},
		"flip3":            {perceptronOf(t, 11, 17), by("flip3")},
		"union":            {small, by("flip+flip3")},
		"tenure":           {small, tabu.Tabu{Neighbourhood: "flip2", Tenure: 12}},
		"iterated":         {small, tabu.IteratedTabu{Tabu: by("flip2"), Length: 7, Weakest: 2, Strongest: 4}},
		"weighty flips":    {weighty, tabu.IteratedTabu{}},
		"joint swap, held": {firstFixed{q3ap.Random(9, 1)}, tabu.IteratedTabu{Length: 30}},
		"held":             {held{small}, by("flip3")},
		"qubo":             {sparse, tabu.Tabu{}},
		"qubo by pairs":    {pairs, by("flip2")},
		"qubo by triples":  {few, by("flip+flip3")},
		"sparse by pairs":  {sparse, by("flip2")},
		"insert":           {sample.NewOrder(23, 1), tabu.Tabu{}},
		"insert, iterated": {sample.NewOrder(23, 1), tabu.IteratedTabu{Length: 5}},
		"change":           {sample.NewLabels(20, 1), tabu.Tabu{}},
		"change by table":  {&sample.Sums{Labels: *sample.NewLabels(20, 1)}, tabu.Tabu{}},
		"tour":             {sample.NewRoad(12, false, 1), by("oropt+2opt")},
		"tour, one way":    {sample.NewRoad(14, true, 1), by("2opt")},
		"blocks":           {sample.NewRoad(13, true, 1), by("blockswap")},
		"3-opt":            {sample.NewRoad(9, false, 1), by("3opt")},
		"two orders":       {q3ap.Random(9, 1), tabu.Tabu{}},
		"pairs":            {q3ap.Random(7, 1), by("pair")},
		"pairs, few":       {q3ap.Random(3, 1), by("pair")},
		"pairs and swaps":  {q3ap.Random(6, 2), tabu.IteratedTabu{Tabu: by("jointswap+pair+swap"), Length: 30}},
		"swap":             {general, by("swap")},
		"alone":            {cities(t, 13), tabu.IteratedTabu{Tabu: tabu.Tabu{Neighbourhood: "2opt", Mapping: "search"}, Length: 6}},
		"alone, barred":    {cities(t, 7), tabu.Tabu{Neighbourhood: "2opt", Mapping: "search", Tenure: 60}},
		"jobs, alone":      {jobs.Makespan(), tabu.Tabu{Mapping: "search"}},
		"jobs":             {jobs.Makespan(), tabu.IteratedTabu{Length: 9}},
		"total, by ones":   {flowShop(t, 9).Flowtime(), tabu.Tabu{Mapping: "iteration"}},
		"iterations":       {general, tabu.IteratedTabu{Tabu: tabu.Tabu{Mapping: "iteration"}, Length: 30}},
		"swap by ones":     {qap.Uniform(9, 1), tabu.IteratedTabu{Tabu: tabu.Tabu{Mapping: "iteration"}, Length: 25}},
		"joint swap":       {general, tabu.IteratedTabu{Tabu: by("jointswap+swap"), Length: 30}},
	} {
		t.Run(name, func(t *testing.T) {
			evaluations := int64(90 * v.p.Space().Len())
			a := tabuOn(t, v.p, v.m, device.CPU(1), evaluations)
			machines := []multiwalk.Accelerator{device.Emulator()}
			if gpu := device.GPU(0); gpu.Ready() == nil && gputest.Made(v.p) {
				machines = append(machines, gpu)
			}
			for _, d := range machines {
				b := tabuOn(t, v.p, v.m, d, evaluations)
				if a.Cost != b.Cost || !slices.Equal(a.Best, b.Best) || a.Moves != b.Moves || a.Evaluations() != b.Evaluations() || a.Moves < 3 {
					t.Errorf("a core: %v, %d moves, %d evaluations\n%v: %v, %d moves, %d evaluations", a, a.Moves, a.Evaluations(), d, b, b.Moves, b.Evaluations())
				}
			}
		})
	}
}

// cities are at whole coordinates, for which a GPU has all kernels of tours.
func cities(t *testing.T, n int) *tsp.Instance {
	t.Helper()
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		x[i], y[i] = float64(i*i*7%101), float64(i*37%89)
	}
	p := must.Have(tsp.New("cities", tsp.Euc2D, x, y))(t)
	return p
}

func flowShop(t *testing.T, jobs int) *flowshop.Instance {
	t.Helper()
	p := must.Have(flowshop.Draw(jobs, 3, 1))(t)
	return p
}

func tabuOn(t *testing.T, p multiwalk.Problem, m walk.Method, d multiwalk.Device, evaluations int64) *multiwalk.Result {
	t.Helper()
	r := must.Have(multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 7, Device: d, Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}))(t)
	return r
}

func TestTeam_Conforms(t *testing.T) {
	unraced.Test(t)
	conformance.Method(t, tabu.Tabu{Neighbourhood: "flip3"}, perceptronOf(t, 4, 12), conformance.On(device.Emulator()))
}

// oneWay is no symmetric problem.
func oneWay(t *testing.T) multiwalk.Problem {
	t.Helper()
	p := q3ap.Random(9, 1)
	p.Dist[1]++
	general := must.Have(q3ap.New("one way", 9, p.Flow, p.Dist))(t)
	return general
}

func TestTeam_Refuses(t *testing.T) {
	p, general := perceptronOf(t, 9, 13), oneWay(t)
	for says, v := range map[string]struct {
		p    multiwalk.Problem
		m    walk.Method
		soft bool // no fault of the kernels
	}{
		"its kernels have no delta for flip3":        {sample.NewBits(9, 4), tabu.Tabu{Neighbourhood: "flip3"}, false},
		`its kernels have no delta for swap`:         {p, tabu.Tabu{Neighbourhood: "swap"}, false},
		"its kernels have no delta for pair":         {general, tabu.Tabu{Neighbourhood: "pair"}, false},
		"candidates 5 are fewer than the 78 moves":   {p, tabu.Tabu{Neighbourhood: "flip2", Candidates: 5}, true},
		"tabu's aspiration 9 is by age":              {p, tabu.Tabu{Aspiration: 9}, true},
		"multiwalk: unknown neighbourhood":           {p, tabu.Tabu{Neighbourhood: "flop"}, true},
		"is no kernel.Carrier; see multiwalk kernel": {bare{p}, tabu.Tabu{}, false},
		"a solution and its table take 240000 bytes": {sparseProblem(t, 30_000), tabu.Tabu{}, false},
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
