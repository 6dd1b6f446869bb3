package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/nearest"
	"github.com/multiwalk/multiwalk/problem/maxsat"
)

// setAnswer has the answer go to the standard output where no file was named.
func (j *job) setAnswer() error {
	form := maxsat.Form(j.cmd.Answer)
	if form == "" {
		return nil
	}
	if _, ok := j.in.Problem.(*maxsat.Instance); !ok {
		return fmt.Errorf("--answer is for problem maxsat, and %s is one of %s; leave it out", j.in.Name, j.in.Format.Name)
	}
	if !slices.Contains(maxsat.Forms(), form) {
		var known []string
		for _, f := range maxsat.Forms() {
			known = append(known, string(f))
		}
		return fmt.Errorf("--answer %q is no form%s; known are literals and word", j.cmd.Answer, nearest.Hint(j.cmd.Answer, known))
	}
	if j.cmd.Out == "" {
		j.cmd.Out = toStdout
	}
	return nil
}

// writeSolution writes the solution in the form that was asked for.
func (j *job) writeSolution(w io.Writer, x []int32) error {
	if p, ok := j.in.Problem.(*maxsat.Instance); ok && j.cmd.Answer != "" {
		return maxsat.WriteSolution(w, p, x, maxsat.Form(j.cmd.Answer))
	}
	return j.in.WriteSolution(w, x)
}

// verdict is the exit code of an answer as the evaluations have it, and nil of any other.
func (j *job) verdict(res *multiwalk.Result) error {
	p, ok := j.in.Problem.(*maxsat.Instance)
	if !ok || j.cmd.Answer == "" {
		return nil
	}
	if code := p.Status(answer(res)).ExitCode(); code > 0 {
		return console.Verdict(code)
	}
	return nil
}

// violated are the clauses that have to hold and do not; nil of other problems.
func (j *job) violated(x []int32) []maxsat.Place {
	if p, ok := j.in.Problem.(*maxsat.Instance); ok {
		return append([]maxsat.Place{}, p.Violated(x)...)
	}
	return nil
}
