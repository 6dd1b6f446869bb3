package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk/examples/queens/solutions"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

type solutionsCmd struct {
	N int `arg:"" help:"Number of queens."`

	Count   *int64         `placeholder:"K" help:"How many solutions; 0 means all that exist. (default: 1, or no bound with --time)"`
	Time    *time.Duration `placeholder:"DURATION" help:"Stop after a time such as 10s or 2m."`
	Seed    uint64         `default:"1" help:"Seed of all random numbers; equal seeds give equal solutions."`
	Workers int            `placeholder:"N" help:"Threads that make and check solutions. (default: as many as there are cores)"`
	Quiet   bool           `short:"q" help:"Report nothing."`
}

// Run writes solutions to the standard output, as many as it gets to, and what it did to the standard error.
func (q *solutionsCmd) Run(c *console.Console) error {
	o := solutions.Options{Seed: q.Seed, Workers: q.Workers}
	switch {
	case q.Workers > console.MaxWorkers:
		return fmt.Errorf("--workers %d is too much; at most %d", q.Workers, console.MaxWorkers)
	case q.Time != nil && *q.Time <= 0:
		return fmt.Errorf("--time %v is no time to work; give one such as 10s", *q.Time)
	case q.Count != nil:
		o.Count = *q.Count
	case q.Time == nil:
		o.Count = 1
	}
	out := bufio.NewWriterSize(c.Out, 1<<16)
	progress, began, found, line := newProgress(c, q.Quiet), time.Now(), int64(0), []byte(nil)
	o.Each = func(x []int32) error {
		line = solutions.AppendLine(line[:0], x)
		_, err := out.Write(line)
		found++
		elapsed := time.Since(began)
		progress.show(elapsed, func() string {
			return fmt.Sprintf("%s solutions | %s solutions/s", console.Short(found), console.Short(console.Rate(found, elapsed)))
		})
		return console.InEnvironment(err)
	}
	ctx, release := c.Interruptible()
	defer release()
	if q.Time != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *q.Time)
		defer cancel()
	}
	stats, err := solutions.Find(ctx, q.N, o)
	progress.Erase()
	if errors.Is(err, nqueens.ErrNoSolution) {
		return console.Missed(err)
	}
	if err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return console.InEnvironment(err)
	}
	if !q.Quiet {
		fmt.Fprintf(c.Err, "%s: %s, all different and verified; %s\n%s, seed %d: %s solutions/s, %s dropped\n",
			console.Count(q.N, "queen"), console.Count(stats.Found, "solution"), stats.End, console.Duration(stats.Elapsed), q.Seed,
			console.Short(console.Rate(stats.Found, stats.Elapsed)), console.Count(stats.Duplicates, "duplicate"))
	}
	if stats.End == solutions.Exhausted && o.Count > 0 {
		return console.Missed(fmt.Errorf("%s have %s in all, fewer than the %d asked for",
			console.Count(q.N, "queen"), console.Count(stats.Found, "solution"), o.Count))
	}
	return nil
}
