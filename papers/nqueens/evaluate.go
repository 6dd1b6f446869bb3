package nqueens

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/papers"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// Streams of random numbers that no walk has.
const (
	candidateStream = math.MaxInt32 - iota
	probeStream
)

const (
	// shortest is how long calls are timed together: the clock is not worth its reading below.
	shortest = 20 * time.Microsecond
	// mostCalls is how many that may be.
	mostCalls = 256
	// fewest is how many times a case is timed for a median to mean something, for which it gets five times as long.
	fewest = 3
	// several is how many candidates take turns among calls timed together, so that no branch predictor learns them.
	several = 16
)

// reading is what calls of an evaluator gave.
type reading struct {
	elapsed   float64 // of one call, on average, in seconds
	conflicts []int64 // of each candidate
	err       error
}

// call evaluates the candidates in turns.
func (l *Lab) call(ctx context.Context, i instrument, e evaluator, pool [][]int32, calls int) reading {
	return l.alone(ctx, i, func() reading {
		r := reading{conflicts: make([]int64, len(pool))}
		began := time.Now()
		for k := 0; k < calls && r.err == nil; k++ {
			at := k % len(pool)
			r.conflicts[at], r.err = e.evaluate(pool[at])
		}
		r.elapsed = time.Since(began).Seconds() / float64(calls)
		return r
	})
}

// alone has an instrument work. Once ctx is done it breaks the work off if that can be, and does not wait for it.
func (l *Lab) alone(ctx context.Context, i instrument, work func() reading) reading {
	done := make(chan reading, 1)
	go func() { done <- work() }()
	select {
	case r := <-done:
		return r
	case <-ctx.Done():
		if stop := l.ready[i].stop; stop != nil {
			stop()
		}
		delete(l.ready, i) // it may still be at work, and can be neither used nor closed
		return reading{err: ctx.Err()}
	}
}

// timing is a case of evaluations while it is measured.
type timing struct {
	Measurement
	by    evaluator
	calls int
	times []float64
	spent float64
}

// evaluations measures those of the cases that are not known, in turns. All have one kind and one size.
func (l *Lab) evaluations(ctx context.Context, cases []Case) error {
	defer l.onCores()()
	list, err := unknown(ctx, l, cases, l.prepare)
	if err != nil {
		return err
	}
	err = l.turns(ctx, list)
	for _, t := range list {
		if err == nil {
			err = l.kernels(ctx, t)
		}
	}
	return keepAll(l, list, l.going, err)
}

// subject is a case while it is measured.
type subject interface {
	comparable
	summed() (m *Measurement, times int) // what came out so far, and of how many times
	String() string                      // in a line of the log
}

// unknown prepares those of the cases that are not known.
func unknown[S subject](ctx context.Context, l *Lab, cases []Case, prepare func(context.Context, Case) (S, error)) ([]S, error) {
	var list []S
	var none S
	for _, c := range cases {
		if _, ok := l.Result(c); ok {
			continue
		}
		s, err := prepare(ctx, c)
		if err != nil {
			return nil, err
		}
		if s != none {
			list = append(list, s)
		}
	}
	return list, nil
}

// inTurns goes round the subjects until none is to go on. Each round begins with another one.
func inTurns[S subject](list []S, going func(S) bool, turn func(round int, s S) error) error {
	for round := 0; slices.ContainsFunc(list, going); round++ {
		for k := range list {
			if s := list[(round+k)%len(list)]; going(s) {
				if err := turn(round, s); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// keepAll takes up what came out of subjects whose turns ended with an error, or nil.
func keepAll[S subject](l *Lab, list []S, going func(S) bool, err error) error {
	parts := []string{}
	for _, s := range list {
		parts = append(parts, s.String())
		m, times := s.summed()
		if times == 0 && m.Missing == "" {
			continue
		}
		m.partial = err != nil && going(s)
		if failed := l.keep(*m); failed != nil {
			return errors.Join(err, failed)
		}
	}
	if len(list) > 0 && err == nil {
		m, _ := list[0].summed()
		l.Log(fmt.Sprintf("%-11s N=%-7d %s", m.Kind, m.N, strings.Join(parts, ", ")))
	}
	return err
}

// summed implements subject.
func (t *timing) summed() (*Measurement, int) {
	m := t.Measurement
	m.Trials = len(t.times)
	m.Mean, m.Median = papers.Mean(t.times), papers.Median(t.times)
	m.Conflicts /= float64(max(1, m.Trials))
	return &m, m.Trials
}

// String implements subject.
func (t *timing) String() string {
	name := t.System
	if t.Parameter > 0 {
		name += fmt.Sprintf("(%d)", t.Parameter)
	}
	if t.Missing != "" {
		return name + ": " + t.Missing
	}
	return fmt.Sprintf("%s %.3g ms", name, 1000*papers.Median(t.times))
}

// prepare opens a case's system; nil where the case has to be left out, which is noted.
func (l *Lab) prepare(ctx context.Context, c Case) (*timing, error) {
	s, _ := l.System(c.System)
	t := &timing{Measurement: Measurement{Case: c}}
	seconds, err := l.predict(ctx, s, c.Parameter, c.N)
	if err == nil && seconds <= l.Limit.Seconds() {
		t.by, err = l.open(instrument{c.System, c.Parameter})
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		t.Missing = reason(err)
	case seconds > l.Limit.Seconds():
		t.Missing = overLimit
	default:
		t.calls = min(mostCalls, 1+int(shortest.Seconds()/seconds))
		return t, nil
	}
	return nil, l.keep(t.Measurement)
}

// reason is an error as a table's note has it, in one line.
func reason(err error) string {
	text, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "multiwalk: "), "\n")
	return text
}

// going says whether a case is to be repeated.
func (l *Lab) going(t *timing) bool {
	enough := l.Limit.Seconds() / 20
	if len(t.times) < fewest {
		enough *= 5
	}
	return t.Missing == "" && len(t.times) < l.Trials && t.spent < enough
}

// turns times the cases. Each round has candidates of its own.
func (l *Lab) turns(ctx context.Context, list []*timing) error {
	pools, of := map[Candidates]*pool{}, 0 // the round that they are of
	return inTurns(list, l.going, func(round int, t *timing) error {
		if round != of {
			clear(pools)
			of = round
		}
		p := pools[t.Candidates]
		if p == nil {
			var err error
			if p, err = l.pool(t.Candidates, t.N, round); err != nil {
				t.Missing = reason(err)
				return nil
			}
			pools[t.Candidates] = p
		}
		return l.turn(ctx, t, p)
	})
}

// turn times a case once and compares its counts with those of counting by lines.
func (l *Lab) turn(ctx context.Context, t *timing, p *pool) error {
	r := l.call(ctx, instrument{t.System, t.Parameter}, t.by, p.list, t.calls)
	if err := ctx.Err(); err != nil {
		return err
	}
	if r.err != nil {
		t.Missing = reason(r.err)
		return nil
	}
	for k, got := range r.conflicts[:min(t.calls, len(p.list))] {
		if got != p.conflicts[k] {
			return fmt.Errorf("multiwalk: %s counts %d conflicts of a %s candidate of %d queens, which has %d",
				t.System, got, t.Candidates, t.N, p.conflicts[k])
		}
	}
	t.times = append(t.times, r.elapsed)
	t.spent += r.elapsed * float64(t.calls)
	t.Conflicts += float64(p.conflicts[0])
	return nil
}

// kernels finds out how long the kernels of an evaluation take, where there are any and that is quick.
func (l *Lab) kernels(ctx context.Context, t *timing) error {
	if t.by.kernels == nil || t.Kind != Evaluation || t.Missing != "" || t.spent > l.Limit.Seconds()/10*float64(len(t.times)) {
		return nil
	}
	p, err := l.pool(t.Candidates, t.N, 0)
	if err != nil {
		return err
	}
	r := l.alone(ctx, instrument{t.System, t.Parameter}, func() reading {
		took, err := t.by.kernels(p.list[0])
		return reading{elapsed: took.Seconds(), err: err}
	})
	t.Device = r.elapsed
	return r.err
}

// pool is candidates with their conflicts.
type pool struct {
	list      [][]int32
	conflicts []int64
}

// pool makes the candidates of a round.
func (l *Lab) pool(kind Candidates, n, round int) (*pool, error) {
	if n < 2 {
		return nil, errors.New("one queen has no conflicts to count")
	}
	p := &pool{}
	if kind == Valid {
		x, err := queens.Hoffman(n)
		p.list, p.conflicts = [][]int32{x}, []int64{0}
		return p, err
	}
	random := multiwalk.NewRand(l.Seed+uint64(round), candidateStream)
	for len(p.list) < max(1, min(several, 1<<16/n)) {
		x := make([]int32, n)
		multiwalk.Permutation(n).Random(random, x)
		p.list, p.conflicts = append(p.list, x), append(p.conflicts, queens.Linear{}.Conflicts(x))
	}
	return p, nil
}
