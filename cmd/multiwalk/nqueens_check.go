package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/problem/nqueens/solutions"
)

type nqueensCheckCmd struct {
	File string `arg:"" help:"File that nqueens solutions wrote, in either format."`
	JSON bool   `help:"Print one JSON object, and nothing else, to the standard output."`
}

// checkReport is what nqueens check --json prints.
type checkReport struct {
	File      string `json:"file"`
	N         *int   `json:"n"` // null where the file holds no solution
	Format    string `json:"format"`
	Solutions int64  `json:"solutions"` // before the first flaw
	Sound     bool   `json:"sound"`
	Flaw      string `json:"flaw"`
}

// Run checks a file of solutions.
func (q *nqueensCheckCmd) Run(c *console) error {
	if err := checkInput(q.File); err != nil {
		return fmt.Errorf("%w; multiwalk nqueens solutions --out makes one", err)
	}
	a, err := solutions.CheckFile(q.File)
	unsound := errors.Is(err, solutions.ErrUnsound)
	if err != nil && !unsound {
		return err
	}
	if unsound {
		err = failure{exitMissed, err}
	}
	if !q.JSON {
		if err != nil {
			return err
		}
		return q.print(c.out, a)
	}
	r := checkReport{File: filename.Text(q.File), Format: a.Format.String(), Solutions: a.Solutions, Sound: !unsound}
	if a.N > 0 {
		r.N = &a.N
	}
	if unsound {
		r.Flaw = err.Error()
	}
	if failed := writeJSON(c.out, r); failed != nil {
		return failure{exitEnvironment, failed}
	}
	return err
}

func (q *nqueensCheckCmd) print(w io.Writer, a solutions.Audit) error {
	text := fmt.Sprintf("%s of %s, all different, %v", count(a.Solutions, "solution"), count(a.N, "queen"), a.Format)
	if a.Solutions == 0 {
		text = "no solution in it"
	}
	if _, err := fmt.Fprintf(w, "%s: %s\n", filename.Shown(q.File), text); err != nil {
		return failure{exitEnvironment, err}
	}
	return nil
}
