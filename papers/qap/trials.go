package qap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/papers"
)

// hopeless is how many generations without a better solution end a run that has no restarts.
const hopeless = 5000

// run runs trials of a system to the target, until there are as many as asked for or the budget is used up.
func (l *Lab) run(ctx context.Context, in Instance, id string, blocks int) error {
	s, ok := l.System(id)
	if !ok || l.Device(s.Where) == nil {
		return nil
	}
	t := Trial{Kind: ToTarget, Instance: in.Name, System: id, Blocks: blocks}
	before := l.toTarget(in, id, blocks)
	if l.enough(s, before) {
		return ctx.Err()
	}
	if ready, err := l.prepare(ctx, in, s); err != nil || !ready {
		return err
	}
	list := make([]Trial, l.Runs)
	for number := range list {
		list[number] = t
		list[number].Number = number
	}
	err := l.Run(ctx, l.JobsOf(s), list, func() bool { return l.enough(s, l.find(t, l.Runs)) },
		func(t Trial) error { return l.trial(ctx, in, s, t) })
	if list := l.toTarget(in, id, blocks); len(list) > len(before) {
		l.Log(l.told(in, s, blocks, list))
	}
	return errors.Join(ctx.Err(), err)
}

// enough says whether no more runs are to be begun.
func (l *Lab) enough(s System, list Runs) bool {
	return len(list) >= l.Runs || len(list) > 0 && list.Total()/float64(l.JobsOf(s)) >= l.Budget.Seconds()
}

// trial runs one trial and keeps what came out, unless it was interrupted.
func (l *Lab) trial(ctx context.Context, in Instance, s System, t Trial) error {
	settings := l.settings(s, t)
	settings.Stop = []multiwalk.Stop{multiwalk.Target(in.Target), multiwalk.Time(l.Limit)}
	if s.ID == noRestart {
		settings.Stop = append(settings.Stop, multiwalk.NoImprovement(hopeless))
	}
	r, err := l.minimize(ctx, in, s, t, settings)
	if err != nil || ctx.Err() != nil {
		return err
	}
	return l.Keep(r)
}

// settings are those of a run of a system but for its stop criteria.
func (l *Lab) settings(s System, t Trial) multiwalk.Settings {
	settings := l.Settings(s, t.Number)
	settings.Walks = cmp.Or(settings.Walks, t.Blocks)
	return settings
}

// minimize runs a system and checks its answer: the assignment is evaluated anew.
func (l *Lab) minimize(ctx context.Context, in Instance, s System, t Trial, settings multiwalk.Settings) (Run, error) {
	method := l.method(s, in, settings.Device)
	res, err := multiwalk.Minimize(ctx, in.Problem, method, settings)
	if err != nil {
		return Run{}, fmt.Errorf("%s with %s, trial %d: %w", in.Name, s.ID, t.Number, err)
	}
	if err := check(in, res.Best, res.Cost); err != nil {
		return Run{}, fmt.Errorf("%s with %s, trial %d: %w", in.Name, s.ID, t.Number, err)
	}
	r := Run{Trial: t, Walks: res.Walks, Cost: res.Cost, Reached: res.Cost <= in.Target, Elapsed: max(time.Nanosecond, res.Elapsed)}
	if g, ok := model(method); ok {
		size := g.Population
		if size == 0 {
			size = paperSize
		}
		r.Generations = res.FullEvaluations / int64(res.Walks*size)
	}
	return r, nil
}

// check evaluates an answer independently of who found it.
func check(in Instance, x []int32, cost int64) error {
	if err := in.Problem.Space().Check(x); err != nil {
		return fmt.Errorf("the answer is no assignment: %w", err)
	}
	if c := in.Problem.Cost(x); c != cost {
		return fmt.Errorf("the answer costs %d, and not %d as was said", c, cost)
	}
	return nil
}

// prepare loads a system's kernels for an instance, so that the first trial does not last longer than the others. It
// returns false where the system cannot run, and notes why.
func (l *Lab) prepare(ctx context.Context, in Instance, s System) (ready bool, err error) {
	key := s.ID + " " + in.Name
	if l.warm[key] || l.refused[key] != "" {
		return l.warm[key], ctx.Err()
	}
	d := l.Device(s.Where)
	if err := multiwalk.Place(in.Problem, l.method(s, in, d), d); err != nil {
		l.refused[key] = err.Error()
		return false, ctx.Err()
	}
	if s.Where == papers.OneGPU || s.Where == papers.AllGPUs {
		if _, err := l.minimize(ctx, in, s, Trial{}, multiwalk.Settings{Device: d, Stop: []multiwalk.Stop{multiwalk.Work(1)}}); err != nil {
			return false, err
		}
	}
	l.warm[key] = true
	return true, ctx.Err()
}

// told sums up the runs of a system in a line.
func (l *Lab) told(in Instance, s System, blocks int, list Runs) string {
	what := s.Title
	if blocks > 0 {
		what += fmt.Sprintf(", %d blocks", blocks)
	}
	return fmt.Sprintf("%-8s %-8s %-26s %3d of %3d runs at the target, %.3g s a hit", in.Name, l.Title(s.Where), what, list.Hits(), len(list),
		list.Total()/float64(max(1, list.Hits())))
}
