package q3ap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/repro"
)

// Setup is what the labs of all papers are told.
type Setup = repro.Setup[System]

// Config says what a Lab works on. Instances must not be empty; the zero value of every other field has a meaning.
type Config struct {
	Setup // Jobs 0: as many as cores; what one GPU does is done by the first of several

	Instances []Instance
	Runs      int           // of each system and instance; 0: 20, which the chapter's figures fit
	Limit     time.Duration // ends a run that has not found the best cost known; 0: 5 s
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	c.Runs, c.Limit = cmp.Or(c.Runs, paperRuns), cmp.Or(c.Limit, 5*time.Second)
	if err := c.Fill(Systems(), 0); err != nil {
		return c, err
	}
	switch {
	case len(c.Instances) == 0:
		return c, errors.New("multiwalk: no instances to run; give some")
	case min(c.Runs, c.Cores, c.Jobs) < 1 || c.Limit < 0:
		return c, fmt.Errorf("multiwalk: runs %d, cores %d, jobs %d and limit %v must be above 0; leave them out for the defaults",
			c.Runs, c.Cores, c.Jobs, c.Limit)
	}
	return c, nil
}

// Lab runs trials and keeps what came out of them. Its methods must not be called concurrently.
type Lab struct {
	Config
	repro.Lab[Trial, Run]
	refused map[string]string // why a system cannot run on an instance, by both
}

// NewLab returns a Lab. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	return &Lab{Config: c, refused: map[string]string{}}, err
}

// Open takes up the runs in the journal of a file, or begins one. All that a trial depends on, but for what its line says, is in its
// first line. How many trials there are is not: more can be added.
func (l *Lab) Open(file string, m repro.Machine) error {
	return l.Resume(file, struct {
		Seed  uint64 `json:"seed"`
		Limit string `json:"limit"`
		repro.Machine
	}{l.Seed, l.Limit.String(), m})
}

// find returns the runs of a system on an instance, in their order.
func (l *Lab) find(in Instance, id string) Runs {
	list := l.Results(func(r Run) bool { return r.Instance == in.Name && r.System == id && r.Number < l.Runs })
	slices.SortFunc(list, func(a, b Run) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// run runs those trials of a system on an instance that have no result; to the target, if it is not 0.
func (l *Lab) run(ctx context.Context, in Instance, s System) error {
	if l.Device(s.Where) == nil {
		return ctx.Err()
	}
	var trials []Trial
	for k := range l.Runs {
		t := Trial{in.Name, s.ID, k}
		if _, ok := l.Result(t); !ok {
			trials = append(trials, t)
		}
	}
	if len(trials) == 0 {
		return ctx.Err()
	}
	if ok, err := l.warmUp(ctx, in, s); !ok || err != nil {
		return err
	}
	err := l.Lab.Run(ctx, l.JobsOf(s), trials, func() bool { return false }, func(t Trial) error { return l.trial(ctx, in, s, t) })
	if err = errors.Join(ctx.Err(), err); err == nil {
		list := l.find(in, s.ID)
		l.Log(fmt.Sprintf("%-8s %s %s: %d of %d runs found %d, median %.3g s", in.Name, s.Where, s.Title, list.hits(in.Best), len(list), in.Best,
			median(list.times())))
	}
	return err
}

// trial runs one trial and keeps what came out of it, unless it was interrupted.
func (l *Lab) trial(ctx context.Context, in Instance, s System, t Trial) error {
	settings := l.Settings(s, t.Number)
	settings.Stop = []multiwalk.Stop{multiwalk.Time(l.Limit)}
	if in.Target > 0 {
		settings.Stop = append(settings.Stop, multiwalk.Target(in.Target))
	}
	r, err := multiwalk.Minimize(ctx, in.Problem, s.Method, settings)
	if err != nil {
		return fmt.Errorf("%s with %s, run %d: %w", in.Name, s.ID, t.Number, err)
	}
	if r.Status == multiwalk.Cancelled {
		return ctx.Err()
	}
	return l.Keep(Run{Trial: t, Walks: max(1, r.Walks), Cost: r.Cost, Moves: r.Moves, Evaluations: r.Evaluations(), Elapsed: r.Elapsed})
}

// warmUp loads a system's kernels for an instance, so that the first run does not last longer than the others. It is false where the
// system cannot run.
func (l *Lab) warmUp(ctx context.Context, in Instance, s System) (bool, error) {
	d, gpu := l.Device(s.Where).(multiwalk.Accelerator)
	if !gpu {
		return true, nil
	}
	if err := multiwalk.Place(in.Problem, s.Method, d); err != nil {
		if errors.Is(err, multiwalk.ErrNoKernel) {
			l.refused[s.ID+" "+in.Name] = strings.TrimPrefix(err.Error(), "multiwalk: ")
			return false, nil
		}
		return false, err
	}
	_, err := multiwalk.Minimize(ctx, in.Problem, s.Method, multiwalk.Settings{Device: d, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	return err == nil, err
}
