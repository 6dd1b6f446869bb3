// Package command is multiwalk nqueens: the sub-commands that count, make and check solutions of N queens.
package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/queens/solutions"
)

// Command has a sub-command for each question about N queens but that of one solution, which multiwalk solve nqueens:N answers.
type Command struct {
	Count     countCmd     `cmd:"" help:"Count all solutions of N queens."`
	Solutions solutionsCmd `cmd:"" help:"Make many different solutions of N queens."`
	Check     checkCmd     `cmd:"" help:"Check a file of solutions."`
}

type checkCmd struct {
	File string `arg:"" help:"File that nqueens solutions wrote, in either format."`
	JSON bool   `help:"Print one JSON object, and nothing else, to the standard output."`
}

// checkReport is what nqueens check --json prints.
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
		return fmt.Errorf("%w; multiwalk nqueens solutions --out makes one", err)
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
