package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/asking"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/problem"
)

// costFlags say which program tells what solutions of a model cost. No record and no checkpoint keeps them: what runs a program is for the
// user alone to say.
type costFlags struct {
	CostCommand string        `json:"-" only:"own" placeholder:"COMMAND" help:"Ask a program what solutions of a model of kind own cost, by lines of JSON (docs/python.md): COMMAND is a line for the shell. - asks on the standard output, and is answered on the standard input."`
	CostWorkers int           `json:"-" only:"own" placeholder:"N" help:"How many of it run side by side. (default: one for each core)"`
	CostTimeout time.Duration `json:"-" only:"own" default:"1m" placeholder:"DURATION" help:"How long it may be silent while it is asked, and before its first answer ten seconds at least; 0: for ever."`
}

// costStart is the least time that the program has for its first answer.
const costStart = 10 * time.Second

// ask has problems whose costs others tell ask the program of the flags. The function that it returns sends it away.
func (f *costFlags) ask(c *console.Console, p *Program) (func(), error) {
	if f.CostCommand == "" {
		return func() {}, nil
	}
	if f.CostWorkers < 0 || f.CostWorkers > console.MaxWorkers || f.CostTimeout < 0 {
		return nil, fmt.Errorf("--cost-workers %d --cost-timeout %v is no way to ask; give up to %d workers, and a time of 0 or more",
			f.CostWorkers, f.CostTimeout, console.MaxWorkers)
	}
	o := asking.Options{Command: f.CostCommand, Children: f.CostWorkers, Timeout: f.CostTimeout, Starting: costStart}
	if o.Children == 0 {
		o.Children = runtime.GOMAXPROCS(0)
	}
	if f.CostCommand == problem.Stdin {
		o.Command, o.In, o.Out = "", c.In, c.Out
	}
	p.prices = asking.NewPool(o)
	return func() { p.prices.Close() }, nil
}

// Parse is that of the catalogue. A problem whose costs others tell asks them from then on.
func (p *Program) Parse(content []byte, file, format string) (*problem.Instance, error) {
	in, err := p.Catalogue.Parse(content, file, format)
	if err != nil {
		return nil, err
	}
	asker, ok := in.Problem.(problem.Asker)
	switch {
	case ok && p.prices == nil:
		return nil, fmt.Errorf("multiwalk: %s: another program tells what its solutions cost; name that with --cost-command, on the command line", filename.Shown(file))
	case !ok && p.prices != nil:
		return nil, fmt.Errorf("multiwalk: %s is a problem of %s, which knows its costs; leave --cost-command out", filename.Shown(file),
			in.Format.Name)
	case ok:
		if p.prices.Err() != nil && p.prices.Renewable() { // what failed is over, and what it told is to be verified
			p.prices.Close()
			p.prices = asking.NewPool(p.prices.Options())
		}
		asker.Ask(asking.NewMemo(p.prices))
	}
	return in, nil
}

// untilFailed is a context that ends too when nobody can tell costs any more, and what keeps them from it.
func (p *Program) untilFailed(ctx context.Context) (context.Context, func() error) {
	pool := p.prices
	if pool == nil {
		return ctx, func() error { return nil }
	}
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-pool.Failed():
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, func() error {
		cancel()
		return pool.Err()
	}
}

// asked is what a run came to if somebody else told the costs, until he failed. The cheapest solution that was asked for counts even if its
// round was broken off: such rounds take long.
func (j *job) asked(res *multiwalk.Result, err, failed error) (*multiwalk.Result, error) {
	p, ok := j.in.Problem.(problem.Asker)
	if !ok {
		return res, err
	}
	p.Stop()
	j.program.prices.Settle()
	x, cost := p.Cheapest()
	if failed != nil && (x == nil || res == nil) {
		return nil, console.Missed(failed)
	}
	if failed == nil && x == nil && errors.Is(err, multiwalk.ErrNoIncumbent) {
		return nil, console.Missed(errors.New("the run was over before the program that tells costs had answered its first question; see that it writes a " +
			"line for each line that it reads, and flushes it (docs/python.md), or give the run more time"))
	}
	over := failed != nil || res != nil && (res.Partial || res.Status == multiwalk.Cancelled || res.Status == multiwalk.TimeLimit)
	if over && x != nil && res != nil && (res.Best == nil || cost < res.Cost) {
		j.takeAsked(res, x, cost)
	}
	if failed != nil {
		return res, console.Missed(fmt.Errorf("the run has ended, and the best solution so far is kept: %w", failed))
	}
	return res, err
}

// takeAsked makes a solution of the round that was broken off the best.
func (j *job) takeAsked(res *multiwalk.Result, x []int32, cost int64) {
	var last multiwalk.Point
	if n := len(res.History); n > 0 {
		last = res.History[n-1]
	}
	if last.Walk < 0 && j.settings.Start == nil { // a random solution, of a run without another
		res.History = nil
	}
	last.Cost, last.Walk, last.Round, last.Elapsed = cost, max(0, last.Walk), res.Rounds+1, res.Elapsed
	res.Best, res.Cost, res.Walk, res.Partial = x, cost, last.Walk, true
	res.History = append(res.History, last)
}
