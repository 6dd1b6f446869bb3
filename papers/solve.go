package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/exhibit"
)

// Trial names one run of a system on an instance. Equal trials of equal settings are the same run.
type Trial struct {
	Instance string `journal:"instance"`
	System   string `journal:"system"` // its ID
	Number   int    `journal:"number"` // of the trials that differ in the seed alone, from 0
}

// Key is the trial itself, of a run its own.
func (t Trial) Key() Trial { return t }

// Run is what came out of a trial.
type Run struct {
	Trial
	Walks       int           `journal:"walks"` // searches side by side
	Cost        int64         `journal:"cost"`  // of the best solution, evaluated anew
	Moves       int64         `journal:"moves"`
	Evaluations int64         `journal:"evaluations"`
	Elapsed     time.Duration `journal:"elapsed_s"`
}

// Valid refuses a run that a journal cannot have.
func (r Run) Valid() error {
	if r.Elapsed <= 0 || r.Walks < 1 {
		return fmt.Errorf("a run of %v with %d searches cannot be", r.Elapsed, r.Walks)
	}
	return nil
}

// Runs is a set of runs.
type Runs []Run

// Hits is how many came to a cost.
func (r Runs) Hits(target int64) (count int) {
	for _, x := range r {
		if x.Cost <= target {
			count++
		}
	}
	return count
}

// Mean is that of a figure of all; there is at least one.
func (r Runs) Mean(of func(Run) float64) float64 {
	sum := 0.0
	for _, x := range r {
		sum += of(x)
	}
	return sum / float64(len(r))
}

// Seconds, Priced and Made are figures of a run: how long it took, how many solutions it priced, how many moves it made.
func (r Run) Seconds() float64 { return r.Elapsed.Seconds() }
func (r Run) Priced() float64  { return float64(r.Evaluations) }
func (r Run) Made() float64    { return float64(r.Moves) }

// Costs and Times are those of all, ascending.
func (r Runs) Costs() (list []int64) {
	for _, x := range r {
		list = append(list, x.Cost)
	}
	slices.Sort(list)
	return list
}

func (r Runs) Times() (list []float64) {
	for _, x := range r {
		list = append(list, x.Seconds())
	}
	slices.Sort(list)
	return list
}

// Median is the middle one of an ascending list, or the mean of the two in the middle.
func Median(list []float64) float64 {
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}

// Solver is a System whose trials are runs of Minimize.
type Solver interface {
	System
	fmt.Stringer
}

// Solving is a Lab whose trials are runs of systems on instances, to the instance's target, if it is not 0, or for the limit. Its
// methods must not be called concurrently.
type Solving[P multiwalk.Problem, S Solver] struct {
	Lab[Trial, Run]
	Refused map[string]string // why a system cannot run on an instance, by ID, a space and the instance
	// Method is what a system runs on an instance; Stops ends a trial, beside the limit and the target; nil: nothing does.
	Method func(in Instance[P], s S) multiwalk.Method
	Stops  func(in Instance[P], s S) []multiwalk.Stop
	Walks  func(s S) int // how many searches a system has, 0 as the place says; nil: as all places say
}

// Find returns the first runs of a system on an instance, in their order.
func (l *Solving[P, S]) Find(in Instance[P], id string, runs int) Runs {
	list := l.Results(func(r Run) bool { return r.Instance == in.Name && r.System == id && r.Number < runs })
	slices.SortFunc(list, func(a, b Run) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// Entry is a row of a table: a system on an instance.
type Entry[P multiwalk.Problem, S System] struct {
	In Instance[P]
	S  S
}

// SolveAll runs every system of a lab on every instance: see Solve.
func (l *Solving[P, S]) SolveAll(ctx context.Context, setup *Setup[S], instances []Instance[P], runs int, limit time.Duration) error {
	return Each(ctx, instances, func(in Instance[P]) error {
		return Each(ctx, setup.Systems, func(s S) error { return l.Solve(ctx, setup, in, s, runs, limit) })
	})
}

// Solve runs those of the first trials of a system on an instance that have no result.
func (l *Solving[P, S]) Solve(ctx context.Context, setup *Setup[S], in Instance[P], s S, runs int, limit time.Duration) error {
	if !setup.Runs(s) {
		return ctx.Err()
	}
	var trials []Trial
	for k := range runs {
		t := Trial{in.Name, s.Key(), k}
		if _, ok := l.Result(t); !ok {
			trials = append(trials, t)
		}
	}
	if len(trials) == 0 {
		return ctx.Err()
	}
	if ok, err := l.warmUp(ctx, setup, in, s); !ok || err != nil {
		return err
	}
	err := l.Run(ctx, setup.JobsOf(s), trials, func() bool { return false }, func(t Trial) error { return l.trial(ctx, setup, in, s, t, limit) })
	if err = errors.Join(ctx.Err(), err); err == nil {
		list := l.Find(in, s.Key(), runs)
		setup.Log(fmt.Sprintf("%-8s %s %v: %d of %d runs found %d, median %.3g s", in.Name, s.Place(), s, list.Hits(in.Best), len(list), in.Best,
			Median(list.Times())))
	}
	return err
}

// trial runs one trial and keeps what came out of it, unless it was interrupted.
func (l *Solving[P, S]) trial(ctx context.Context, setup *Setup[S], in Instance[P], s S, t Trial, limit time.Duration) error {
	settings := setup.Settings(s, t.Number)
	settings.Stop = []multiwalk.Stop{multiwalk.Time(limit)}
	if in.Target > 0 {
		settings.Stop = append(settings.Stop, multiwalk.Target(in.Target))
	}
	if l.Stops != nil {
		settings.Stop = append(settings.Stop, l.Stops(in, s)...)
	}
	if l.Walks != nil {
		settings.Walks = cmp.Or(l.Walks(s), settings.Walks)
	}
	r, err := multiwalk.Minimize(ctx, in.Problem, l.Method(in, s), settings)
	if err != nil {
		return fmt.Errorf("%s with %s, run %d: %w", in.Name, s.Key(), t.Number, err)
	}
	if r.Status == multiwalk.Cancelled {
		return ctx.Err()
	}
	return l.Keep(Run{Trial: t, Walks: max(1, r.Walks), Cost: r.Cost, Moves: r.Moves, Evaluations: r.Evaluations(), Elapsed: r.Elapsed})
}

// warmUp loads a system's kernels for an instance, so that the first run does not last longer than the others. It is false where the
// system cannot run.
func (l *Solving[P, S]) warmUp(ctx context.Context, setup *Setup[S], in Instance[P], s S) (bool, error) {
	d, gpu := setup.Device(s.Place()).(multiwalk.Accelerator)
	if !gpu {
		return true, nil
	}
	m := l.Method(in, s)
	if err := multiwalk.Place(in.Problem, m, d); err != nil {
		if errors.Is(err, multiwalk.ErrNoKernel) {
			if l.Refused == nil {
				l.Refused = map[string]string{}
			}
			l.Refused[s.Key()+" "+in.Name] = strings.TrimPrefix(err.Error(), "multiwalk: ")
			return false, nil
		}
		return false, err
	}
	_, err := multiwalk.Minimize(ctx, in.Problem, m, multiwalk.Settings{Device: d, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	return err == nil, err
}

// Told is the cell of a figure of a system's runs on an instance, or why there is none.
func (l *Solving[P, S]) Told(setup *Setup[S], in Instance[P], s S, runs int, of func(Runs) exhibit.Cell) exhibit.Cell {
	list := l.Find(in, s.Key(), runs)
	switch {
	case len(list) == 0 && !setup.Runs(s):
		return exhibit.Missing("no GPU")
	case len(list) == 0 && l.Refused[s.Key()+" "+in.Name] != "":
		return exhibit.Missing("n/a")
	case len(list) == 0:
		return exhibit.Missing("-")
	}
	c := of(list)
	if len(list) < runs && c.Has() {
		c.Mark += exhibit.Partial
	}
	return c
}

// Reasons are notes on what cannot run: each reason with the instances that it is of.
func (l *Solving[P, S]) Reasons(setup *Setup[S], instances []Instance[P]) (notes []string) {
	if setup.Device(OneGPU) == nil {
		notes = append(notes, "No GPU: systems for one are left out.")
	}
	reasons := map[string][]string{}
	for _, in := range instances {
		for _, s := range setup.Systems {
			if why := l.Refused[s.Key()+" "+in.Name]; why != "" {
				reasons[s.Key()+": "+why] = append(reasons[s.Key()+": "+why], in.Name)
			}
		}
	}
	var list []string
	for why, names := range reasons {
		list = append(list, fmt.Sprintf("n/a: %s (%s).", why, strings.Join(names, ", ")))
	}
	slices.Sort(list)
	return append(notes, list...)
}
