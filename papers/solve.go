package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/walk"
)

// Solving is a Lab whose trials are runs of Minimize: of systems on instances. Its methods must not be called concurrently.
type Solving[P multiwalk.Problem, S System] struct {
	Lab[Trial, Run]
	On *Setup[S] // of the paper's lab
	// Method is what a system runs in a trial on an instance.
	Method func(in Instance[P], s S, t Trial) walk.Method
	// Set puts what ends a trial into its settings, and what else it has beside those of the system's place.
	Set func(in Instance[P], s S, t Trial, settings *multiwalk.Settings)
	// See takes up what a result has beside a run's cost, times and counts; nil: nothing.
	See func(m walk.Method, result *multiwalk.Result, r *Run)
	// Enough ends the trials of a system before there are as many as asked for; nil: nothing does.
	Enough func(s S, list Runs) bool
	// Told sums up the runs of a system in a line; nil: how many found the best cost known, and how soon.
	Told func(in Instance[P], s S, list Runs) string

	refused map[string]string // why a system cannot run on an instance, by ID, a space and the instance
	ready   map[Trial]bool    // systems whose kernels are loaded, by instance and size
}

// Until ends a run at a cost, if it is not 0, or after a time.
func Until(cost int64, limit time.Duration) []multiwalk.Stop {
	list := []multiwalk.Stop{multiwalk.Time(limit)}
	if cost > 0 {
		list = append(list, multiwalk.Target(cost))
	}
	return list
}

// Like returns the runs of a trial whatever its number, those with numbers below a bound, in their order.
func (l *Solving[P, S]) Like(t Trial, below int) Runs {
	list := l.Results(func(r Run) bool {
		t.Number = r.Number
		return r.Trial == t && r.Number < below
	})
	slices.SortStableFunc(list, func(a, b Run) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// Find returns the first runs of a system on an instance.
func (l *Solving[P, S]) Find(in Instance[P], id string, runs int) Runs {
	return l.Like(Trial{Instance: in.Name, System: id}, runs)
}

// Entry is a row of a table: a system on an instance.
type Entry[P multiwalk.Problem, S System] struct {
	In Instance[P]
	S  S
}

// Entries are all systems on all instances, by instance.
func (l *Solving[P, S]) Entries(instances []Instance[P]) (list []Entry[P, S]) {
	for _, in := range instances {
		for _, s := range l.On.Systems {
			list = append(list, Entry[P, S]{in, s})
		}
	}
	return list
}

// SolveAll runs the first trials of every system on every instance: see Solve.
func (l *Solving[P, S]) SolveAll(ctx context.Context, instances []Instance[P], runs int) error {
	return Each(ctx, l.Entries(instances), func(e Entry[P, S]) error { return l.Solve(ctx, e.In, e.S, Trial{}, runs) })
}

// Solve runs those of the first trials like t of a system on an instance that have no result, until there are enough.
func (l *Solving[P, S]) Solve(ctx context.Context, in Instance[P], s S, t Trial, runs int) error {
	t.Instance, t.System = in.Name, s.Key()
	before := l.Like(t, runs)
	enough := func() bool { return l.Enough != nil && l.Enough(s, l.Like(t, runs)) }
	if !l.On.Runs(s) || len(before) == runs || enough() {
		return ctx.Err()
	}
	if ok, err := l.Ready(ctx, in, s, t); !ok || err != nil {
		return err
	}
	list := slices.Repeat([]Trial{t}, runs)
	for k := range list {
		list[k].Number = k
	}
	err := l.Run(ctx, l.On.JobsOf(s), list, enough, func(t Trial) error { return l.trial(ctx, in, s, t) })
	if list := l.Like(t, runs); len(list) > len(before) {
		l.On.Log(l.told(in, s, list))
	}
	return errors.Join(ctx.Err(), err)
}

func (l *Solving[P, S]) told(in Instance[P], s S, list Runs) string {
	if l.Told != nil {
		return l.Told(in, s, list)
	}
	return fmt.Sprintf("%-8s %s %v: %d of %d runs found %d, median %.3g s", in.Name, s.Place(), s, list.Hits(in.Best), len(list), in.Best,
		Median(list.Times()))
}

// trial runs one trial and keeps what came out of it, unless it was interrupted.
func (l *Solving[P, S]) trial(ctx context.Context, in Instance[P], s S, t Trial) error {
	r, err := l.Minimize(ctx, in, s, t, l.Settings(in, s, t))
	switch {
	case err != nil:
		return err
	case r.Status == multiwalk.Cancelled:
		return ctx.Err()
	}
	return l.Keep(r)
}

// Settings are those of a trial.
func (l *Solving[P, S]) Settings(in Instance[P], s S, t Trial) multiwalk.Settings {
	settings := l.On.Settings(s, t.Number)
	l.Set(in, s, t, &settings)
	return settings
}

// Minimize runs a system in a trial, and evaluates its answer anew.
func (l *Solving[P, S]) Minimize(ctx context.Context, in Instance[P], s S, t Trial, settings multiwalk.Settings) (r Run, err error) {
	method := l.Method(in, s, t)
	result, err := multiwalk.Minimize(ctx, in.Problem, method, settings)
	if err == nil {
		err = Check(in.Problem, result.Best, result.Cost)
	}
	if err != nil {
		return r, fmt.Errorf("%s with %s, trial %d: %w", in.Name, s.Key(), t.Number, err)
	}
	r = Run{Trial: t, Walks: max(1, result.Walks), Cost: result.Cost, Reached: result.Cost <= in.Target, Moves: result.Moves,
		Evaluations: result.Evaluations(), Elapsed: max(time.Nanosecond, result.Elapsed), Status: result.Status}
	if l.See != nil {
		l.See(method, result, &r)
	}
	return r, nil
}

// Check evaluates an answer independently of who found it.
func Check(p multiwalk.Problem, x []int32, cost int64) error {
	if err := p.Space().Check(x); err != nil {
		return fmt.Errorf("the answer is no solution: %w", err)
	}
	if c := p.Cost(x); c != cost {
		return fmt.Errorf("the answer costs %d, and not %d as was said", c, cost)
	}
	return nil
}

// Ready loads a system's kernels for a trial on an instance, so that the first run does not last longer than the others. It is false
// where the system cannot run, which Reasons says.
func (l *Solving[P, S]) Ready(ctx context.Context, in Instance[P], s S, t Trial) (bool, error) {
	t = Trial{Instance: in.Name, System: s.Key(), Size: t.Size}
	if l.ready == nil {
		l.ready, l.refused = map[Trial]bool{}, map[string]string{}
	}
	d := l.On.Device(s.Place())
	_, both := d.(multiwalk.Both)
	if _, gpu := d.(multiwalk.Accelerator); !gpu && !both || l.ready[t] {
		return true, ctx.Err()
	}
	if err := walk.Place(in.Problem, l.Method(in, s, t), d); errors.Is(err, multiwalk.ErrNoKernel) {
		l.refused[s.Key()+" "+in.Name] = strings.TrimPrefix(err.Error(), "multiwalk: ")
		return false, ctx.Err()
	} else if err != nil {
		return false, err
	}
	settings := l.Settings(in, s, t)
	settings.Stop = []multiwalk.Stop{multiwalk.Work(1)}
	_, err := l.Minimize(ctx, in, s, t, settings)
	l.ready[t] = err == nil
	return err == nil, errors.Join(err, ctx.Err())
}

// Cell shows a figure of a system's runs on an instance, those of trials like t, or says why there is none. With fewer than runs of them
// it is partial.
func (l *Solving[P, S]) Cell(in Instance[P], s S, t Trial, runs int, of func(Runs) exhibit.Cell) exhibit.Cell {
	t.Instance, t.System = in.Name, s.Key()
	list := l.Like(t, runs)
	if len(list) == 0 {
		return l.Missing(in, s)
	}
	c := of(list)
	if len(list) < runs && c.Has() {
		c.Mark += exhibit.Partial
	}
	return c
}

// Missing is the cell of a system that has no runs on an instance.
func (l *Solving[P, S]) Missing(in Instance[P], s S) exhibit.Cell {
	switch {
	case !l.On.Runs(s):
		return exhibit.Missing("no GPU")
	case l.refused[s.Key()+" "+in.Name] != "":
		return exhibit.Missing("n/a")
	}
	return exhibit.Missing("-")
}

// NoGPU is the note of tables that lack systems for one.
const NoGPU = "No GPU: systems for one are left out."

// Reasons are notes on what cannot run: each reason with the instances that it is of.
func (l *Solving[P, S]) Reasons(instances []Instance[P]) (notes []string) {
	if l.On.Device(OneGPU) == nil {
		notes = append(notes, NoGPU)
	}
	reasons := map[string][]string{}
	for _, e := range l.Entries(instances) {
		if why := l.refused[e.S.Key()+" "+e.In.Name]; why != "" {
			reasons[e.S.Key()+": "+why] = append(reasons[e.S.Key()+": "+why], e.In.Name)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		notes = append(notes, fmt.Sprintf("n/a: %s (%s).", why, strings.Join(reasons[why], ", ")))
	}
	return notes
}
