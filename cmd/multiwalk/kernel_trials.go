package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/tuning"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

// trial measures one parameter of package tuning, at some sizes: with each value, if there are several to choose from; else
// how long a launch takes, which has to be some 10 ms.
type trial struct {
	name   string
	method walk.Method
	make   func(n int) (multiwalk.Problem, error)
	sizes  []int
	values []float64
	rate   bool // the parameter counts iterations: a launch takes longer with more
}

// launchTime is how long a launch of a machine full of searches is to take: so long that the host costs nothing, so short
// that runs end in time.
const launchTime = 10 * time.Millisecond

func assignments(n int) (multiwalk.Problem, error) { return qap.Uniform(n, 1), nil }
func tours(n int) (multiwalk.Problem, error)       { return tsp.Random(n, 1), nil }
func quadratic(n int) (multiwalk.Problem, error)   { return qubo.Random(n, 1) }
func tasks(n int) (multiwalk.Problem, error)       { return sample.NewTasks(n, 16, 1), nil }
func fewTasks(n int) (multiwalk.Problem, error)    { return sample.NewTasks(n, 2, 1), nil }

// trials are in the order in which they are made. A parameter that a launch's length follows from is measured where it makes up most of
// it. Those that are not here say in the table what they were estimated from.
var trials = []trial{
	{name: "tabu.warps", method: single.Tabu{}, make: assignments, sizes: []int{30, 36, 50, 70, 100}, values: []float64{1, 2, 4, 8, 16}},
	{name: "tempering.delay", method: single.ParallelTempering{}, make: assignments, sizes: []int{100, 150}, values: []float64{1, 2, 4, 6, 8}},
	{name: "tabu.delta", method: single.Tabu{}, make: assignments, sizes: []int{50}},
	{name: "tabu.vast", method: single.Tabu{}, make: assignments, sizes: []int{200}},
	{name: "tempering.swap", method: single.ParallelTempering{}, make: assignments, sizes: []int{50}},
	{name: "tempering.far", method: single.ParallelTempering{}, make: assignments, sizes: []int{150}},
	{name: "pspm.swap", method: cooperate.PSPM{}, make: assignments, sizes: []int{50}, rate: true},
	{name: "pspm.tour", method: cooperate.PSPM{}, make: tours, sizes: []int{200}, rate: true},
	{name: "flip.delta", method: single.IteratedTabu{}, make: quadratic, sizes: []int{1500}},
	{name: "flip.iteration", method: single.IteratedTabu{}, make: quadratic, sizes: []int{50}},
	{name: "explore.iteration", method: single.LateAcceptance{}, make: tours, sizes: []int{200}},
	{name: "explore.delta", method: single.LateAcceptance{}, make: assignments, sizes: []int{100}},
	{name: "explore.full", method: single.LateAcceptance{Neighbourhood: "insert"}, make: assignments, sizes: []int{100}},
	{name: "explore.resident", method: single.LateAcceptance{}, make: tours, sizes: []int{1500, 3000, 6000}, values: []float64{4, 8, 16, 32}},
	{name: "greedy.variable", method: successor.IteratedGreedy{Select: -1}, make: tasks, sizes: []int{200}},
	{name: "greedy.copy", method: successor.IteratedGreedy{Select: -1, Release: 1}, make: fewTasks, sizes: []int{10000}},
	{name: "greedy.alone", method: successor.IteratedGreedy{Select: -1, Population: 64}, make: tasks, sizes: []int{200}},
	{name: "greedy.warps", method: successor.IteratedGreedy{}, make: tasks, sizes: []int{200, 2000, 4000}, values: []float64{1, 2, 4, 8}},
	{name: "greedy.resident", method: successor.IteratedGreedy{}, make: tasks, sizes: []int{1000, 2000, 4000}, values: []float64{2, 4, 8, 16, 32}},
}

// run measures a parameter, and returns the row for the machine if it is better than the present one.
func (t trial) run(ctx context.Context, each time.Duration, d multiwalk.Device, m *gpu.Machine, w io.Writer) (row tuning.Row, better bool, err error) {
	rows := tuning.Rows(m.Capability())
	row = rows[slices.IndexFunc(rows, func(r tuning.Row) bool { return r.Name == t.name })]
	if t.values == nil {
		return t.launch(ctx, each, d, m, w, row)
	}
	var best []float64
	for _, n := range t.sizes {
		known := m.Tuned(t.name, n)
		value, most, now, err := t.choose(ctx, each, d, n, known)
		if err != nil {
			return row, false, err
		}
		better = better || value != known
		best = append(best, value)
		fmt.Fprintf(w, "%s\t%d\t%v\t%v\t%.4g evaluations/s, %.4g now\n", t.name, n, known, value, most, now)
	}
	return row.Better(m.Capability(), t.sizes, best, "multiwalk kernel tune on "+m.String()), better, nil
}

// choose returns the value with the most evaluations a second at a size, and how many it has and the known value. Another than the known
// one must have 3 % more. The known one is tried first and last, since a GPU may take a while to come to its clock rate.
func (t trial) choose(ctx context.Context, each time.Duration, d multiwalk.Device, n int, known float64) (value, most, now float64, err error) {
	rates := map[float64]float64{}
	for _, v := range slices.Concat([]float64{known}, t.values, []float64{known}) {
		restore := tuning.Try(t.name, v)
		_, rate, err := t.measure(ctx, each, d, n)
		restore()
		if err != nil {
			return 0, 0, 0, err
		}
		rates[v] = max(rates[v], rate)
	}
	value, most = known, rates[known]
	for _, v := range t.values {
		if rates[v] > 1.03*rates[known] && rates[v] > most {
			value, most = v, rates[v]
		}
	}
	return value, most, rates[known], nil
}

// launch measures how long a launch takes, and scales the parameter that it follows from.
func (t trial) launch(ctx context.Context, each time.Duration, d multiwalk.Device, m *gpu.Machine, w io.Writer, row tuning.Row) (tuning.Row, bool, error) {
	n := t.sizes[0]
	took, _, err := t.measure(ctx, each, d, n)
	if err != nil {
		return row, false, err
	}
	value := m.Tuned(t.name, n)
	factor, better := t.scale(took)
	fmt.Fprintf(w, "%s\t%d\t%v\t%.4g\ta launch takes %v\n", t.name, n, value, value*factor, took.Round(10*time.Microsecond))
	return row.Scaled(m.Capability(), factor, "multiwalk kernel tune on "+m.String()), better, nil
}

// scale returns by how much to multiply the parameter where launches take that long, and whether it is worth it: to within a
// factor of two they may take what they like.
func (t trial) scale(took time.Duration) (factor float64, better bool) {
	factor = float64(took) / float64(launchTime)
	if factor > 0.5 && factor < 2 {
		return 1, false
	}
	if t.rate {
		factor = 1 / factor
	}
	return factor, true
}

// measure runs the method for a while, and returns how long a launch takes and how many evaluations a second there are.
func (t trial) measure(ctx context.Context, each time.Duration, d multiwalk.Device, n int) (launch time.Duration, rate float64, err error) {
	p, err := t.make(n)
	if err != nil {
		return 0, 0, err
	}
	res, err := multiwalk.Minimize(ctx, p, t.method, multiwalk.Settings{Seed: 1, Device: d, Stop: []multiwalk.Stop{multiwalk.Time(each)}})
	if ctx.Err() == nil && errors.Is(err, multiwalk.ErrNoIncumbent) {
		return each, 0, nil // a slow or busy machine has not made one launch by then
	}
	if err == nil && ctx.Err() != nil {
		err = errors.New("multiwalk: interrupted; nothing was written")
	}
	if err != nil {
		return 0, 0, err
	}
	launches := max(1, res.Counters.Units)
	return res.Elapsed / time.Duration(launches), float64(res.Counters.Evaluations()) / res.Elapsed.Seconds(), nil
}
