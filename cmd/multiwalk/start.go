package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/problem/catalogue"
	"github.com/multiwalk/multiwalk/record"
)

// startLimit is for the text of a start: a solution, or a record of many.
var startLimit = bounded.Limit{Most: bounded.Instance, Remedy: "check that it is a solution or a record"}

// setStart reads the solution to start from: of the problem's own format, or the best of a record.
func (j *job) setStart() error {
	file := j.cmd.Start
	if file == "" {
		return nil
	}
	shown := filename.Shown(file)
	text, err := j.startText()
	if err != nil {
		return err
	}
	var x []int32
	if bytes.HasPrefix(bytes.TrimLeft(bounded.Unmark(text), " \t\r\n"), []byte("{")) { // no solution's format begins so
		x, err = j.bestOf(text, shown)
	} else {
		x, err = j.in.ReadSolution(bytes.NewReader(text), shown)
	}
	if err != nil {
		return err
	}
	if err := multiwalk.Feasible(j.in.Problem, x); err != nil {
		return fmt.Errorf("%s does not fit %s: %w", shown, filename.Shown(j.in.Name), err)
	}
	j.settings.Start = x
	return nil
}

func (j *job) startText() ([]byte, error) {
	if j.cmd.Start != catalogue.Stdin {
		return startLimit.ReadFile(j.cmd.Start)
	}
	if j.cmd.File == catalogue.Stdin {
		return nil, errors.New("--start - is the standard input, which the instance comes from; name a file for one of them")
	}
	return startLimit.ReadAll(j.console.In)
}

// bestOf returns the cheapest solution that the runs of a record found of this instance, also of runs that were killed.
func (j *job) bestOf(text []byte, file string) (best []int32, err error) {
	runs, err := record.Read(bytes.NewReader(text), file)
	if err != nil {
		return nil, err
	}
	var least int64
	for _, r := range runs {
		if x, cost, ok := r.Best(); ok && r.Hash == j.in.Hash && (best == nil || cost < least) {
			best, least = x, cost
		}
	}
	if best == nil {
		return nil, fmt.Errorf("%s has no solution of %s: none of its runs, %d in all, is of an instance with the hash %s",
			file, filename.Shown(j.in.Name), len(runs), j.in.Hash)
	}
	return best, nil
}
