package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/catalogue"
	"github.com/multiwalk/multiwalk/record"
)

// checkOutputs refuses files that could not be written after the run, when it would be too late, and files that the
// run reads.
func (j *job) checkOutputs() error {
	if j.cmd.Logical && j.cmd.Record == "" {
		return errors.New("--logical needs a --record to write")
	}
	if j.cmd.Plot != "" {
		if err := j.in.CheckPicture(j.cmd.Plot); err != nil {
			return err
		}
	}
	taken := []string{j.cmd.File, j.cmd.Start}
	for _, out := range []struct{ flag, path string }{{"--out", j.cmd.Out}, {"--record", j.cmd.Record}, {"--plot", j.cmd.Plot}} {
		if out.path == "" {
			continue
		}
		for _, other := range taken {
			if same(out.path, other) {
				return fmt.Errorf("%s %s is a file that the run uses otherwise; name another", out.flag, out.path)
			}
		}
		taken = append(taken, out.path)
		if err := checkPlace(out.path); err != nil {
			return failure{exitEnvironment, fmt.Errorf("%s %s: %w", out.flag, out.path, err)}
		}
	}
	return nil
}

// same says whether two names stand for one file, which need not be there yet. An empty name stands for none, and
// something like a terminal takes any number of writers.
func same(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	at, errA := os.Stat(a)
	bt, errB := os.Stat(b)
	if errA != nil || errB != nil {
		return filepath.Clean(a) == filepath.Clean(b)
	}
	return at.Mode().IsRegular() && os.SameFile(at, bt)
}

// checkInput reports why there is no file to read.
func checkInput(path string) error {
	switch info, err := os.Stat(path); {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: no such file", path)
	case err == nil && info.IsDir():
		return fmt.Errorf("%s: is a directory and no file", path)
	}
	return nil
}

// checkPlace reports why a file cannot be written.
func checkPlace(path string) error {
	if path == "" {
		return errors.New("is no name; name a file")
	}
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return errors.New("is a directory; name a file")
		}
		return nil
	}
	info, err := os.Stat(filepath.Dir(path))
	if err != nil || !info.IsDir() {
		return fmt.Errorf("there is no directory %s; make it first", filepath.Dir(path))
	}
	return nil
}

// openRecord starts the live record. A record that is not a plain file cannot be rewritten, and so is written at the end
// alone; so is one that cannot be opened, which then says why.
func (j *job) openRecord() {
	if j.cmd.Record == "" {
		return
	}
	if info, err := os.Stat(j.cmd.Record); err == nil && !info.Mode().IsRegular() {
		return
	}
	f, err := os.Create(j.cmd.Record)
	if err != nil {
		return
	}
	j.file = f
	if live, err := record.Begin(f, j.header, j.cmd.Logical); err == nil {
		j.live = live
	}
}

func (j *job) closeRecord() {
	if j.file != nil {
		j.file.Close()
	}
}

// output is a file that the run leaves behind.
type output struct {
	what, path string
	write      func() error
}

// finish writes everything, whatever of it fails, then says how the run went.
func (j *job) finish(res *multiwalk.Result) error {
	run := record.New(j.header, res)
	verifyErr := j.verify(run)
	var written []output
	var failed []error
	for _, o := range []output{
		{"solution", j.cmd.Out, func() error {
			return writeFile(j.cmd.Out, func(w io.Writer) error { return j.in.WriteSolution(w, res.Best) })
		}},
		{"record", j.cmd.Record, func() error { return j.writeRecord(run) }},
		{"picture", j.cmd.Plot, func() error {
			return writeFile(j.cmd.Plot, func(w io.Writer) error { return j.in.Draw(w, j.cmd.Plot, res.Best) })
		}},
	} {
		if o.path == "" {
			continue
		}
		if err := o.write(); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", o.what, err))
		} else {
			written = append(written, o)
		}
	}
	err := errors.Join(append(failed, j.summarise(res, verifyErr, written))...)
	target, hasTarget := j.target()
	switch {
	case verifyErr != nil:
		return failure{exitMissed, fmt.Errorf("the answer does not hold: %w", verifyErr)}
	case err != nil:
		return failure{exitEnvironment, err}
	case hasTarget && j.cmd.Target != nil && res.Cost > target:
		return failure{exitMissed, fmt.Errorf("target %d missed by %d; give it more --time, or another --method",
			target, res.Cost-target)}
	}
	return nil
}

func (j *job) writeRecord(run record.Run) error {
	if j.live != nil {
		return j.live.Finish(run)
	}
	if j.cmd.Logical {
		run = run.Logical()
	}
	return writeFile(j.cmd.Record, func(w io.Writer) error { return record.Write(w, run) })
}

func writeFile(path string, write func(w io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	return errors.Join(err, f.Close())
}

// verify reads the instance again and evaluates the answer with what it then finds.
func (j *job) verify(run record.Run) error {
	content := j.content
	if content == nil {
		var err error
		if content, err = catalogue.Content(j.cmd.File, nil); err != nil {
			return err
		}
	}
	in, err := catalogue.Parse(content, j.cmd.File, j.in.Format.Name)
	if err != nil {
		return err
	}
	return record.Verify(run, in.Problem, in.Hash)
}

// target returns the cost at which the run stops, if there is one.
func (j *job) target() (int64, bool) {
	for _, s := range j.settings.Stop {
		if s.Kind == multiwalk.StopTarget {
			return s.Value, true
		}
	}
	return 0, false
}
