package nqueens

import (
	"context"
	"errors"
	"fmt"
	"math"
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

// evaluations measures those of the cases that are not known, in turns. All have one kind and one size.
func (l *Lab) evaluations(ctx context.Context, cases []Case) error {
	pools, of := map[Candidates]*pool{}, 0 // the round that they are of: each has candidates of its own
	pick := func(c Candidates, n, round int) (p *pool, err error) {
		if round != of {
			clear(pools)
			of = round
		}
		if pools[c] == nil {
			if p, err = l.pool(c, n, round); err != nil {
				return nil, err
			}
			pools[c] = p
		}
		return pools[c], nil
	}
	return l.measure(ctx, cases, func(ctx context.Context, s *subject) error { return l.timed(ctx, s, pick) })
}

// timed makes a subject of calls of a scheme, which are compared with what counting by lines says.
func (l *Lab) timed(ctx context.Context, s *subject, pick func(c Candidates, n, round int) (*pool, error)) error {
	e, seconds, err := l.opened(ctx, s.Case)
	if err != nil {
		return err
	}
	s.calls = min(mostCalls, 1+int(shortest.Seconds()/seconds))
	conflicts := 0.0
	s.turn = func(ctx context.Context, round int) error {
		p, err := pick(s.Candidates, s.N, round)
		if err != nil {
			s.Missing = reason(err)
			return nil
		}
		r := l.call(ctx, instrument{s.System, s.Parameter}, e, p.list, s.calls)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case r.err != nil:
			s.Missing = reason(r.err)
			return nil
		}
		for k, got := range r.conflicts[:min(s.calls, len(p.list))] {
			if got != p.conflicts[k] {
				return fmt.Errorf("multiwalk: %s counts %d conflicts of a %s candidate of %d queens, which has %d",
					s.System, got, s.Candidates, s.N, p.conflicts[k])
			}
		}
		s.add(r.elapsed, r.elapsed*float64(s.calls))
		conflicts += float64(p.conflicts[0])
		s.Conflicts = conflicts / float64(s.Trials)
		return nil
	}
	s.end = func(ctx context.Context) error { return l.kernels(ctx, s, e) }
	return nil
}

// kernels finds out how long the kernels of an evaluation take, where there are any and that is quick.
func (l *Lab) kernels(ctx context.Context, s *subject, e evaluator) error {
	if e.kernels == nil || s.Kind != Evaluation || s.Missing != "" || s.spent > l.Limit.Seconds()/10*float64(s.Trials) {
		return nil
	}
	p, err := l.pool(s.Candidates, s.N, 0)
	if err != nil {
		return err
	}
	r := l.alone(ctx, instrument{s.System, s.Parameter}, func() reading {
		took, err := e.kernels(p.list[0])
		return reading{elapsed: took.Seconds(), err: err}
	})
	s.Device = r.elapsed
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
