package nqueens

import (
	"context"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/papers"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// deltaID is the ID of annealing with the deltas of swaps, which evaluates nothing in full. It is no System.
const deltaID = "delta"

// beginnings is how often the beginning of a run is timed where a whole one would take too long.
const beginnings = 5

// microsecond is one, in seconds.
const microsecond = 1e-6

// annealer is a case of Kind Annealing or Share while it is measured.
type annealer struct {
	Measurement
	problem multiwalk.Problem
	clock   *clocked // of Kind Share, else nil
	budget  int64    // evaluations of a run; 0: to its end
	times   []float64
	each    []float64 // for an evaluation
	counts  int64     // evaluations of all runs
	spent   float64
	inside  float64 // of it, evaluations, where the clock tells
}

// annealings measures those of the cases that are not known, in turns. All have one size. A run has Table 1's schedule,
// starts from a random permutation and ends with the schedule or with a solution.
func (l *Lab) annealings(ctx context.Context, cases []Case) error {
	defer l.onCores()()
	list, err := unknown(ctx, l, cases, l.prepareRun)
	if err != nil {
		return err
	}
	err = inTurns(list, l.runsOn, func(round int, a *annealer) error { return l.turnRun(ctx, a, round) })
	return keepAll(l, list, l.runsOn, err)
}

// prepareRun opens a case's system and finds out whether whole runs fit; nil where the case has to be left out.
func (l *Lab) prepareRun(ctx context.Context, c Case) (*annealer, error) {
	a := &annealer{Measurement: Measurement{Case: c}}
	seconds, err := 0.0, error(nil)
	if c.System == deltaID {
		a.problem, err = queens.New(c.N)
	} else {
		seconds, err = l.full(ctx, a)
	}
	if err == nil && seconds <= l.Limit.Seconds() {
		err = l.fit(ctx, a, seconds)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		a.Missing = reason(err)
	case seconds > l.Limit.Seconds():
		a.Missing = overLimit
	default:
		return a, nil
	}
	return nil, l.keep(a.Measurement)
}

// full gives the run a problem that a scheme evaluates in full, and predicts how long an evaluation takes, in seconds.
func (l *Lab) full(ctx context.Context, a *annealer) (float64, error) {
	s, _ := l.System(a.System)
	seconds, err := l.predict(ctx, s, 0, a.N)
	if err != nil || seconds > l.Limit.Seconds() {
		return seconds, err
	}
	e, err := l.open(instrument{system: a.System})
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
	r, err := multiwalk.Minimize(ctx, a.problem, ScheduleFor(a.N).Method(), settings)
	if err == nil && r.Status == multiwalk.Cancelled {
		err = ctx.Err()
	}
	return r, err
}

// runsOn says whether a case is to be repeated.
func (l *Lab) runsOn(a *annealer) bool {
	if a.Missing != "" {
		return false
	}
	if !a.Complete {
		return len(a.times) < min(l.Trials, beginnings)
	}
	return len(a.times) < l.Trials && a.spent < l.Limit.Seconds()/20
}

// turnRun runs a case once. All have the same start and the same random numbers in a round.
func (l *Lab) turnRun(ctx context.Context, a *annealer, round int) error {
	r, err := l.anneal(ctx, a, round)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		a.Missing = reason(err)
	default:
		a.add(r)
	}
	return nil
}

// add takes a run up.
func (a *annealer) add(r *multiwalk.Result) {
	seconds := r.Elapsed.Seconds()
	a.times = append(a.times, seconds)
	a.each = append(a.each, seconds/float64(r.Evaluations()))
	a.counts += r.Evaluations()
	a.spent += seconds
	if r.Cost == 0 {
		a.Solved++
	}
	if a.clock != nil {
		a.inside = a.clock.total().Seconds()
	}
}

// summed implements subject.
func (a *annealer) summed() (*Measurement, int) {
	m := a.Measurement
	m.Trials = len(a.times)
	m.Mean, m.Median, m.Each = papers.Mean(a.times), papers.Median(a.times), papers.Median(a.each)
	m.Evaluations = float64(a.counts) / float64(max(1, m.Trials))
	m.Share = min(1, a.inside/max(a.spent, microsecond))
	return &m, m.Trials
}

// String implements subject.
func (a *annealer) String() string {
	m, _ := a.summed()
	switch {
	case m.Missing != "":
		return m.System + ": " + m.Missing
	case m.Kind == Share:
		return fmt.Sprintf("%s %.2f %%", m.System, 100*m.Share)
	case m.Complete:
		return fmt.Sprintf("%s %.3g s, %d of %d solved", m.System, m.Median, m.Solved, m.Trials)
	}
	return fmt.Sprintf("%s %.3g us an evaluation", m.System, 1e6*m.Each)
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
