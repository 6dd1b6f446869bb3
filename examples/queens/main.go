// Command queens counts all solutions of N queens, makes many different ones, and checks a file of them. One solution is
// what multiwalk solve nqueens:N finds.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/multiwalk/multiwalk/examples/queens/solutions"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

func main() {
	gpu.Notices(func(line string) { fmt.Fprintln(os.Stderr, "queens:", line) })
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // whose messages nobody reads goes on; for the standard output see console
	os.Exit(run(os.Args[1:], console.Process()))
}

// cli is the command line: a sub-command for each question.
type cli struct {
	Count     countCmd     `cmd:"" help:"Count all solutions of N queens."`
	Solutions solutionsCmd `cmd:"" help:"Make many different solutions of N queens."`
	Check     checkCmd     `cmd:"" help:"Check a file of solutions."`
}

// run executes the command with its arguments and returns the exit code.
func run(args []string, c console.Console) int {
	c.Name, c.About = "queens", "Count, make and check solutions of N queens."
	if info, ok := debug.ReadBuildInfo(); ok {
		c.Version = info.Main.Version
	}
	return c.Run(new(cli), args)
}

type checkCmd struct {
	File string `arg:"" help:"File of what queens solutions wrote."`
}

// Run checks a file of solutions.
func (q *checkCmd) Run(c *console.Console) error {
	if err := console.CheckInput(q.File); err != nil {
		return err
	}
	f, err := os.Open(q.File)
	if err != nil {
		return err
	}
	defer f.Close()
	n, count, err := solutions.Check(f, filename.Shown(q.File))
	if errors.Is(err, solutions.ErrUnsound) {
		return console.Missed(err)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Out, "%s: %s of %s, all different\n", filename.Shown(q.File), console.Count(count, "solution"), console.Count(n, "queen"))
	return console.InEnvironment(err)
}

// progress shows how a command goes: on a terminal a live line, elsewhere log lines, each a second after the one before, or a
// tenth of the time so far where that is more.
type progress struct {
	console.LiveLine
	width func() int
	quiet bool
	shown time.Duration // when the last line was written
}

func newProgress(c *console.Console, quiet bool) progress {
	return progress{LiveLine: console.LiveLine{W: c.Err}, width: c.Width, quiet: quiet}
}

// show writes the line if it is time to.
func (p *progress) show(elapsed time.Duration, line func() string) {
	if since := elapsed - p.shown; p.quiet || since < console.LogEvery/10 {
		return
	} else if width := p.width(); width > 0 {
		p.Redraw(line(), width)
	} else if since >= max(console.LogEvery, elapsed/10) {
		fmt.Fprintf(p.W, "%8.2fs  %s\n", elapsed.Seconds(), line())
	} else {
		return
	}
	p.shown = elapsed
}
