package main

import (
	"errors"
	"fmt"

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
		_, err = fmt.Fprintf(c.out, "%s: %s of %d queens, all different, %v\n", q.File, count(a.Solutions, "solution"), a.N, a.Format)
		return err
	}
	r := checkReport{File: q.File, Format: a.Format.String(), Solutions: a.Solutions, Sound: !unsound}
	if a.N > 0 {
		r.N = &a.N
	}
	if unsound {
		r.Flaw = err.Error()
	}
	return errors.Join(writeJSON(c.out, r), err)
}
