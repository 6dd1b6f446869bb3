package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/multiwalk/multiwalk/problem/catalogue"
	"github.com/multiwalk/multiwalk/record"
)

type verifyCmd struct {
	Record   string `arg:"" help:"Record of one or more runs, or - for the standard input."`
	Instance string `placeholder:"FILE" help:"Instance of all the runs, if it does not lie where the record says."`
	JSON     bool   `help:"Print a JSON array with one object a run."`
}

// verdict is the outcome for one run.
type verdict struct {
	Run      string `json:"run"` // file and line of the record
	Instance string `json:"instance"`
	Cost     *int64 `json:"cost"` // as claimed; null if the record has no solution
	Status   string `json:"status"`
	Verified bool   `json:"verified"`
	Reason   string `json:"reason,omitempty"`
}

// Run evaluates the solution of each run of a record with the instance read again.
func (v *verifyCmd) Run(c *console) error {
	in, name := c.in, "standard input"
	if v.Record != catalogue.Stdin {
		f, err := os.Open(v.Record)
		if err != nil {
			return err
		}
		defer f.Close()
		in, name = f, v.Record
	}
	runs, err := record.Read(in, name)
	if err != nil {
		return err
	}
	verdicts := make([]verdict, len(runs))
	rejected := 0
	for i, r := range runs {
		if verdicts[i] = v.check(r); !verdicts[i].Verified {
			rejected++
		}
	}
	if err := v.print(c, verdicts); err != nil {
		return failure{exitEnvironment, err}
	}
	if rejected > 0 {
		return failure{exitMissed, fmt.Errorf("%d of %s rejected", rejected, count(len(runs), "run"))}
	}
	return nil
}

func (v *verifyCmd) check(r record.Run) verdict {
	out := verdict{Run: r.At, Instance: r.Instance, Status: "killed"}
	if _, cost, ok := r.Best(); ok {
		out.Cost = &cost
	}
	if r.End != nil {
		out.Status = string(r.End.Status)
	}
	file := r.File
	if v.Instance != "" {
		file = v.Instance
	}
	if err := verifyFile(r, file); err != nil {
		out.Reason = err.Error()
		return out
	}
	out.Verified = true
	return out
}

// verifyFile verifies a run against the instance in a file.
func verifyFile(r record.Run, file string) error {
	if file == catalogue.Stdin {
		return errors.New("the instance came from the standard input; name its file with --instance")
	}
	content, err := catalogue.Content(file, nil)
	if err != nil {
		return fmt.Errorf("%w; name the instance with --instance", err)
	}
	in, err := catalogue.Parse(content, file, r.Problem)
	if err != nil {
		return err
	}
	return record.Verify(r, in.Problem, in.Hash)
}

func (v *verifyCmd) print(c *console, verdicts []verdict) error {
	if v.JSON {
		return writeJSON(c.out, verdicts)
	}
	for _, d := range verdicts {
		text := "accepted"
		if !d.Verified {
			text = "REJECTED: " + d.Reason
		}
		cost := "no solution"
		if d.Cost != nil {
			cost = fmt.Sprintf("cost %d", *d.Cost)
		}
		if _, err := fmt.Fprintf(c.out, "%s: %s, %s, %s: %s\n", d.Run, d.Instance, cost, d.Status, text); err != nil {
			return err
		}
	}
	return nil
}
