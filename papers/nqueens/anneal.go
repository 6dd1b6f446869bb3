package nqueens

import (
	"context"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/papers"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/walk"
)

// deltaID is the ID of annealing with the deltas of swaps, which evaluates nothing in full. It is no System.
const deltaID = "delta"

// beginnings is how often the beginning of a run is timed where a whole one would take too long.
const beginnings = 5

// microsecond is one, in seconds.
const microsecond = 1e-6

// annealer is a subject of Kind Annealing or Share, or of Kind Islands, which anneals nothing.
type annealer struct {
	*subject
	problem multiwalk.Problem
	method  walk.Method
	clock   *clocked  // of Kind Share, else nil
	budget  int64     // evaluations of a run; 0: to its end
	each    []float64 // time for an evaluation, of each run
	counts  int64     // evaluations of all runs
}

// annealings measures those of the cases that are not known, in turns. All have one size. A run has Table 1's schedule,
// starts from a random permutation and ends with the schedule or with a solution.
func (l *Lab) annealings(ctx context.Context, cases []Case) error {
	return l.measure(ctx, cases, func(ctx context.Context, s *subject) (err error) {
		a, seconds := &annealer{subject: s, method: ScheduleFor(s.N).Method()}, 0.0
		s.fewest = 0
		if s.System == deltaID {
			a.problem, err = queens.New(s.N)
		} else {
			seconds, err = l.full(ctx, a)
		}
		if err != nil {
			return err
		}
		s.turn = func(ctx context.Context, round int) error { return l.turnRun(ctx, a, round) }
		return l.fit(ctx, a, seconds)
	})
}

// full gives the run a problem that a scheme evaluates in full, and predicts how long an evaluation takes, in seconds.
func (l *Lab) full(ctx context.Context, a *annealer) (float64, error) {
	e, seconds, err := l.opened(ctx, a.Case)
	if err != nil {
		return 0, err
	}
	p := queens.Evaluated{N: a.N, Scheme: scheme{a.System, e}}
	a.problem = p
	if a.Kind == Share {
		a.clock = &clocked{Evaluated: p, every: 1}
		if seconds < brief.Seconds() {
			a.clock.every = sampled
		}
		a.problem = a.clock
	}
	return seconds, nil
}

// fit times short beginnings and sets the run's budget: none where a whole run takes no longer than the Limit. The
// quickest of them counts, since one that soon finds a solution is mostly its start.
func (l *Lab) fit(ctx context.Context, a *annealer, seconds float64) error {
	part := l.Limit.Seconds() / 20 / beginnings
	all := int64(ScheduleFor(a.N).Evaluations())
	a.budget = min(all, 1+int64(part/max(seconds, microsecond)))
	each := math.Inf(1)
	for trial := range fewest {
		r, err := l.anneal(ctx, a, trial)
		if err != nil {
			return err
		}
		each = min(each, r.Elapsed.Seconds()/float64(r.Evaluations()))
	}
	if each*float64(all) <= l.Limit.Seconds() && a.Kind == Annealing {
		a.budget, a.Complete = 0, true
	} else {
		a.budget = min(all, 1+int64(part/each))
		a.most, a.enough = min(l.Trials, beginnings), math.Inf(1)
	}
	if a.clock != nil {
		a.clock.reset()
	}
	return nil
}

// anneal runs a trial.
func (l *Lab) anneal(ctx context.Context, a *annealer, trial int) (*multiwalk.Result, error) {
	settings := multiwalk.Settings{Seed: l.Seed + uint64(trial), Device: device.CPU(1), Walks: 1, Start: make([]int32, a.N),
		Stop: []multiwalk.Stop{multiwalk.Target(0)}}
	multiwalk.Permutation(a.N).Random(multiwalk.NewRand(settings.Seed, candidateStream), settings.Start)
	if a.budget > 0 {
		settings.Stop = append(settings.Stop, multiwalk.Evaluations(a.budget))
	}
	r, err := multiwalk.Minimize(ctx, a.problem, a.method, settings)
	if err == nil && r.Status == multiwalk.Cancelled {
		err = ctx.Err()
	}
	return r, err
}

// turnRun runs a case once. All have the same start and the same random numbers in a round.
func (l *Lab) turnRun(ctx context.Context, a *annealer, round int) error {
	r, err := l.anneal(ctx, a, round)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		a.Missing = reason(err)
		return nil
	}
	seconds := r.Elapsed.Seconds()
	a.add(seconds, seconds)
	a.each, a.counts = append(a.each, seconds/float64(r.Evaluations())), a.counts+r.Evaluations()
	a.Each, a.Evaluations = papers.Median(a.each), float64(a.counts)/float64(a.Trials)
	if r.Cost == 0 {
		a.Solved++
	}
	if a.clock != nil {
		a.Share = min(1, a.clock.total().Seconds()/max(a.spent, microsecond))
	}
	return nil
}

// scheme is a system as the problem wants it: a failure is a panic, which ends the run with an error.
type scheme struct {
	name string
	by   evaluator
}

func (s scheme) Name() string { return s.name }

func (s scheme) Conflicts(x []int32) int64 {
	c, err := s.by.evaluate(x)
	if err != nil {
		panic(err)
	}
	return c
}
