package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/multiwalk/multiwalk/repro"
	"github.com/multiwalk/multiwalk/repro/pspm"
)

// journalFile holds the trials of --out, one line each.
const journalFile = "runs.csv"

// journal opens the journal of the output folder. All that a trial depends on, but for what its line says, is in its
// first line.
func (r *pspmCmd) journal(config pspm.Config, e repro.Environment) (*pspm.Journal, error) {
	if err := os.MkdirAll(r.Out, 0o755); err != nil {
		return nil, failure{exitEnvironment, fmt.Errorf("--out: %w", err)}
	}
	j, err := pspm.OpenJournal(filepath.Join(r.Out, journalFile), struct {
		Schedule  pspm.Schedule `json:"schedule"`
		Seed      uint64        `json:"seed"`
		Processor string        `json:"processor"`
		Cores     int           `json:"cores"`
		Device    string        `json:"device"`
		Searches  int           `json:"searches"`
	}{config.Schedule, config.Seed, e.Processor, e.Cores, e.Device, config.Searches})
	if err != nil && !errors.Is(err, pspm.ErrOtherSettings) {
		err = failure{exitEnvironment, err}
	}
	return j, err
}

// write shows an experiment as far as it got: its tables on the standard output, all there is in the output folder.
func (r *pspmCmd) write(c *console, e pspm.Experiment, lab *pspm.Lab, tables []*repro.Table, environment repro.Environment) error {
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
	if e.Charts == nil {
		return nil
	}
	for _, chart := range e.Charts(lab) {
		if err := r.files(chart.Name, map[string]func(io.Writer) error{".svg": chart.SVG, ".png": chart.PNG}); err != nil {
			return err
		}
	}
	return nil
}

// files writes the files of a name to the output folder, if there is one.
func (r *pspmCmd) files(name string, forms map[string]func(io.Writer) error) error {
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
func (r *pspmCmd) end(c *console, tables []*repro.Table, environment repro.Environment) error {
	if r.JSON {
		return writeJSON(c.out, struct {
			Environment repro.Environment `json:"environment"`
			Tables      []*repro.Table    `json:"tables"`
		}{environment, tables})
	}
	_, err := io.WriteString(c.out, environment.String())
	return err
}
