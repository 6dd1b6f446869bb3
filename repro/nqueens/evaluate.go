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

// call evaluates the candidates in turns, so many calls in all.
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
	list, err := l.prepareAll(ctx, cases)
	if err != nil {
		return err
	}
	err = l.turns(ctx, list)
	for _, t := range list {
		if err == nil {
			err = l.kernels(ctx, t)
		}
	}
	return errors.Join(err, l.keepAll(list, err))
}

// keepAll takes up what came out of cases whose turns ended with an error, or nil.
func (l *Lab) keepAll(list []*timing, err error) error {
	for _, t := range list {
		if len(t.times) == 0 && t.Missing == "" {
			continue
		}
		t.Trials = len(t.times)
		t.partial = err != nil && l.going(t)
		t.Mean, t.Median = average(t.times)
		t.Conflicts /= float64(max(1, t.Trials))
		if failed := l.keep(t.Measurement); failed != nil {
			return failed
		}
	}
	if len(list) > 0 && err == nil {
		l.Log(told(list))
	}
	return nil
}

// prepareAll prepares those of the cases that are not known.
func (l *Lab) prepareAll(ctx context.Context, cases []Case) ([]*timing, error) {
	var list []*timing
	for _, c := range cases {
		if _, ok := l.Result(c); ok {
			continue
		}
		t, err := l.prepare(ctx, c)
		if err != nil {
			return nil, err
		}
		if t != nil {
			list = append(list, t)
		}
	}
	return list, nil
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

// turns goes round the cases. Each round has candidates of its own, and begins with another case.
func (l *Lab) turns(ctx context.Context, list []*timing) error {
	for round := 0; slices.ContainsFunc(list, l.going); round++ {
		pools := map[Candidates]*pool{}
		for k := range list {
			t := list[(round+k)%len(list)]
			if !l.going(t) {
				continue
			}
			p := pools[t.Candidates]
			if p == nil {
				var err error
				if p, err = l.pool(t.Candidates, t.N, round); err != nil {
					t.Missing = reason(err)
					continue
				}
				pools[t.Candidates] = p
			}
			if err := l.turn(ctx, t, p); err != nil {
				return err
			}
		}
	}
	return nil
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

// told sums cases up in a line.
func told(list []*timing) string {
	var parts []string
	for _, t := range list {
		name := t.System
		if t.Parameter > 0 {
			name += fmt.Sprintf("(%d)", t.Parameter)
		}
		if t.Missing != "" {
			parts = append(parts, name+": "+t.Missing)
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %.3g ms", name, 1000*t.Median))
	}
	return fmt.Sprintf("%-11s N=%-7d %s", list[0].Kind, list[0].N, strings.Join(parts, ", "))
}
