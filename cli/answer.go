package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/nearest"
	"github.com/multiwalk/multiwalk/problem"
)

// setAnswer has the answer go to the standard output where no file was named.
func (j *job) setAnswer() error {
	form := j.cmd.Answer
	if form == "" {
		return nil
	}
	p, ok := j.in.Problem.(problem.Answerer)
	if !ok {
		return fmt.Errorf("--answer is for problem maxsat, and %s is one of %s; leave it out", j.in.Name, j.in.Format.Name)
	}
	if known := p.Forms(); !slices.Contains(known, form) {
		return fmt.Errorf("--answer %q is no form%s; known are %s", form, nearest.Hint(form, known), strings.Join(known, " and "))
	}
	if j.cmd.Out == "" {
		j.cmd.Out = toStdout
	}
	return nil
}

// writeSolution writes the solution in the form that was asked for.
func (j *job) writeSolution(w io.Writer, x []int32) error {
	if p, ok := j.in.Problem.(problem.Answerer); ok && j.cmd.Answer != "" {
		return p.WriteAnswer(w, x, j.cmd.Answer)
	}
	return j.in.WriteSolution(w, x)
}

// verdict is the exit code of an answer as the evaluations have it, and nil of any other.
func (j *job) verdict(res *multiwalk.Result) error {
	p, ok := j.in.Problem.(problem.Answerer)
	if !ok || j.cmd.Answer == "" {
		return nil
	}
	if code := p.ExitCode(answer(res)); code > 0 {
		return console.Verdict(code)
	}
	return nil
}

// violated are the clauses that have to hold and do not; nil of other problems.
func (j *job) violated(x []int32) []problem.Place {
	if p, ok := j.in.Problem.(problem.Answerer); ok {
		return append([]problem.Place{}, p.Violated(x)...)
	}
	return nil
}
