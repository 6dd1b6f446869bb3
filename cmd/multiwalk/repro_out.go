package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/multiwalk/multiwalk/repro"
)

// journalFile holds the trials of --out, one line each.
const journalFile = "runs.csv"

// journalIn opens the journal of the output folder, which it makes unless it is only to be shown.
func journalIn[J any](r *reproFlags, open func(file string) (J, error)) (j J, err error) {
	file := filepath.Join(r.Out, journalFile)
	if r.Show {
		if _, err := os.Stat(file); err != nil {
			return j, fmt.Errorf("--show: there is no %s; without --show the same command makes it", file)
		}
	} else if err := os.MkdirAll(r.Out, 0o755); err != nil {
		return j, failure{exitEnvironment, fmt.Errorf("--out: %w; name a folder", err)}
	}
	j, err = open(file)
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		err = failure{exitEnvironment, err}
	}
	return j, err
}

// write shows an experiment: its tables on the standard output, all there is in the output folder.
func (r *reproFlags) write(c *console, tables []*repro.Table, charts []*repro.Chart, environment repro.Environment) error {
	for _, t := range tables {
		if !r.JSON {
			if err := t.Text(c.out); err != nil {
				return err
			}
			fmt.Fprintln(c.out)
		}
		if err := r.files(t.Name, map[string]func(io.Writer) error{
			".txt": func(w io.Writer) error {
				if err := t.Text(w); err != nil {
					return err
				}
				_, err := fmt.Fprintf(w, "\n%s", environment)
				return err
			},
			".csv": t.CSV,
			".md":  t.Markdown,
		}); err != nil {
			return err
		}
	}
	for _, chart := range charts {
		if err := r.files(chart.Name, map[string]func(io.Writer) error{".svg": chart.SVG, ".png": chart.PNG}); err != nil {
			return err
		}
	}
	return nil
}

// files writes the files of a name to the output folder, if there is one.
func (r *reproFlags) files(name string, forms map[string]func(io.Writer) error) error {
	if r.Out == "" {
		return nil
	}
	for ending, write := range forms {
		if err := writeFile(filepath.Join(r.Out, name+ending), write); err != nil {
			return err
		}
	}
	return nil
}

// end prints where the figures come from.
func (r *reproFlags) end(c *console, tables []*repro.Table, environment repro.Environment) error {
	if r.JSON {
		return writeJSON(c.out, struct {
			Environment repro.Environment `json:"environment"`
			Tables      []*repro.Table    `json:"tables"`
		}{environment, tables})
	}
	_, err := io.WriteString(c.out, environment.String())
	return err
}
