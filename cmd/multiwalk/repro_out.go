package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/papers"
)

// journalFile holds the trials of --out, one line each.
const journalFile = "runs.csv"

// journal opens the journal of the output folder, which it makes. One that is only to be shown is not written to.
func (r *reproFlags) journal(lab lab, m papers.Machine) error {
	if r.Out == "" {
		return nil
	}
	if !r.Show {
		if err := os.MkdirAll(r.Out, 0o755); err != nil {
			return console.Environment(fmt.Errorf("--out: %w; name a folder", err))
		}
	}
	file := filepath.Join(r.Out, journalFile)
	err := lab.Open(file, m)
	switch {
	case err == nil && !r.Show:
		err = lab.Begin()
	case r.Show && errors.Is(err, papers.ErrOtherSettings):
		err = fmt.Errorf("--show: %s: %w; give the flags that they were made with, which its first line tells",
			file, papers.ErrOtherSettings)
	}
	return console.InEnvironment(err)
}

// source returns the machine whose figures a folder has.
func source(folder string) (papers.Environment, error) {
	file := filepath.Join(folder, journalFile)
	e, err := papers.Source(file)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("--show: there is no %s; without --show the same command makes it", file)
	}
	return e, console.InEnvironment(err)
}

// standIn returns the device that a journal names, for a lab to know what there was: nothing is run on it, and it need
// not be here.
func standIn(words string) (multiwalk.Device, error) {
	name, _, _ := strings.Cut(words, ", ") // of "gpu:0, NVIDIA H200, 132 multiprocessors, CUDA 13.0"
	if strings.HasPrefix(name, "no GPU") {
		return nil, nil
	}
	d, err := device.Named(name)
	if err != nil {
		return nil, fmt.Errorf("--show: the journal is of no device that there can be: %w; give the folder of a run", err)
	}
	return d, nil
}

// write shows an experiment: its tables on the standard output, all there is in the output folder.
func (r *reproFlags) write(c *console.Console, tables []*exhibit.Table, charts []*exhibit.Chart, environment papers.Environment) error {
	for _, t := range tables {
		if !r.JSON {
			if err := t.Text(c.Out); err != nil {
				return err
			}
			fmt.Fprintln(c.Out)
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
		if err := wholefile.Write(filepath.Join(r.Out, name+ending), write); err != nil {
			return err
		}
	}
	return nil
}

// reproReport is what repro --json prints.
type reproReport struct {
	Environment papers.Environment `json:"environment"` // the machine and the program
	Tables      []*exhibit.Table   `json:"tables"`      // those that were asked for
}

// end prints where the figures come from.
func (r *reproFlags) end(c *console.Console, tables []*exhibit.Table, environment papers.Environment) error {
	if r.JSON {
		return console.WriteJSON(c.Out, reproReport{environment, tables})
	}
	_, err := io.WriteString(c.Out, environment.String())
	return err
}
