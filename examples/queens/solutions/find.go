// Package solutions makes many different solutions of N queens, as a stream: each proven, none twice; and checks such
// streams.
//
// A solution is a random start with few collisions, about half a dozen queens at any N, and a repair of these by
// exchanges of rows, each priced in O(1) by counters of the diagonals. A start draws from all that is random about it
// afresh, so two solutions have no more in common than two random permutations, one row on average.
package solutions

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/multiwalk/multiwalk/problem/nqueens"
)

// Options say what Find looks for. The zero value makes as many solutions as it can on all cores, until its context ends,
// and hands them to nobody.
type Options struct {
	Count   int64  // how many solutions; 0: as many as there are
	Seed    uint64 // of all random numbers
	Workers int    // goroutines that make and check solutions; 0: one a core

	// Each gets every solution, the row of each column from 0. x is valid during the call alone. An error ends Find,
	// which returns it.
	Each func(x []int32) error
}

// End says why no more solutions come.
type End string

// The reasons of an end.
const (
	Enough    End = "as many as asked for"
	Exhausted End = "there are no more"
	Cancelled End = "stopped" // the context ended
)

// Stats is what Find has done.
type Stats struct {
	Found      int64 // solutions handed out, all different
	Duplicates int64 // solutions that had been handed out before, and were dropped
	Elapsed    time.Duration
	End        End // empty after an error
}

// Find makes different solutions of n queens and hands each to Each, in an order that is a function of n, Count and Seed.
// The problem's own checker proves each before, from its rows alone.
//
// Up to 12 queens all solutions are enumerated and put into random order; up to 17 they are enumerated where more than
// an eighth of all is asked for. Elsewhere a solution is a random start that is repaired. Where fewer exist than were
// asked for, Stats.End is Exhausted.
//
// Memory is some 20 bytes for each solution handed out, and for each worker some 13 bytes a queen and 4 batches of
// what is under way, each of 0.5 MB, or a solution if that is more; above 131,072 queens it is one solution.
//
// When ctx ends, Find returns within some 10 ms, if Each does, with what it has handed out and no error. The error
// wraps nqueens.ErrNoSolution for 2 and 3 queens.
func Find(ctx context.Context, n int, o Options) (Stats, error) {
	began := time.Now()
	q, err := nqueens.New(n)
	if err == nil {
		err = errors.Join(q.Solvable(), o.check())
	}
	if err != nil {
		return Stats{}, err
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	s := newStream(q, &o)
	err = s.run(ctx)
	s.stats.Elapsed = time.Since(began)
	return s.stats, err
}

// check refuses options that cannot be.
func (o *Options) check() error {
	switch {
	case o.Count < 0:
		return fmt.Errorf("multiwalk: %d solutions: ask for 1 or more, or for 0 to get as many as there are", o.Count)
	case o.Workers < 0:
		return fmt.Errorf("multiwalk: %d workers: give 1 or more, or 0 for one a core", o.Workers)
	}
	return nil
}
