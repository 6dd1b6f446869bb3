// Command queens counts all solutions of N queens, makes many different ones, and checks a file of them. One solution is
// what multiwalk solve nqueens:N finds.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

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
	File string `arg:"" help:"File that queens solutions wrote, in either format."`
	JSON bool   `help:"Print one JSON object, and nothing else, to the standard output."`
}

// checkReport is what queens check --json prints.
type checkReport struct {
	File      string `json:"file"`      // that was checked
	N         *int   `json:"n"`         // null where the file holds no solution
	Format    string `json:"format"`    // of the file
	Solutions int64  `json:"solutions"` // before the first flaw
	Sound     bool   `json:"sound"`     // all are solutions, and different
	Flaw      string `json:"flaw"`      // what is wrong; empty if nothing is
}

// Run checks a file of solutions.
func (q *checkCmd) Run(c *console.Console) error {
	if err := console.CheckInput(q.File); err != nil {
		return fmt.Errorf("%w; queens solutions --out makes one", err)
	}
	a, err := solutions.CheckFile(q.File)
	unsound := errors.Is(err, solutions.ErrUnsound)
	if err != nil && !unsound {
		return err
	}
	if unsound {
		err = console.Missed(err)
	}
	if !q.JSON {
		if err != nil {
			return err
		}
		return q.print(c.Out, a)
	}
	r := checkReport{File: filename.Text(q.File), Format: a.Format.String(), Solutions: a.Solutions, Sound: !unsound}
	if a.N > 0 {
		r.N = &a.N
	}
	if unsound {
		r.Flaw = err.Error()
	}
	if failed := console.WriteJSON(c.Out, r); failed != nil {
		return console.Environment(failed)
	}
	return err
}

func (q *checkCmd) print(w io.Writer, a solutions.Audit) error {
	text := fmt.Sprintf("%s of %s, all different, %v", console.Count(a.Solutions, "solution"), console.Count(a.N, "queen"), a.Format)
	if a.Solutions == 0 {
		text = "no solution in it"
	}
	if _, err := fmt.Fprintf(w, "%s: %s\n", filename.Shown(q.File), text); err != nil {
		return console.Environment(err)
	}
	return nil
}
