package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/record"
)

// keptRuns are the runs that a record has, and where further ones are added. Without a file there are none.
type keptRuns struct {
	runs []record.Run
	lock *wholefile.Lock
	file *os.File
}

// openKept reads the runs that a record has. A run that a killed command was writing just then is taken out.
func openKept(path string) (k *keptRuns, err error) {
	k = &keptRuns{}
	if path == "" {
		return k, nil
	}
	if info, missing := os.Stat(path); missing == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("--out %s is no plain file; give a file that can be read again", filename.Shown(path))
	}
	if k.lock, err = wholefile.NewLock(path); err != nil {
		return nil, console.Environment(fmt.Errorf("--out: %w", err))
	}
	if wholefile.Filled(path) {
		err = k.read(path)
	}
	if err == nil {
		if k.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
			err = console.Environment(err)
		}
	}
	if err != nil {
		k.close()
		return nil, fmt.Errorf("--out: %w", err)
	}
	return k, nil
}

func (k *keptRuns) read(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	k.runs, err = record.Read(f, filename.Shown(path))
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%w; name a record, or a file that is not there yet", err)
	}
	k.runs = slices.DeleteFunc(k.runs, func(r record.Run) bool { return r.End == nil && r.Last == nil })
	return wholefile.Write(path, func(w io.Writer) error { return record.Merge(w, k.runs) })
}

// find returns the run that a header asks for.
func (k *keptRuns) find(h record.Header) (record.Run, bool) {
	i := slices.IndexFunc(k.runs, func(r record.Run) bool { return r.End != nil && sameRun(r.Header, h) })
	if i < 0 {
		return record.Run{}, false
	}
	return k.runs[i], true
}

// sameRun says whether two headers ask for the same run, of the same program.
func sameRun(a, b record.Header) bool {
	return a.Program == b.Program && a.Problem == b.Problem && a.Hash == b.Hash && a.Seed == b.Seed && a.Device == b.Device &&
		a.Method.Name == b.Method.Name && bytes.Equal(a.Method.Settings, b.Method.Settings) &&
		slices.Equal(a.Stop, b.Stop) && slices.Equal(a.Start, b.Start)
}

// add appends a run.
func (k *keptRuns) add(r record.Run) error {
	if k.file == nil {
		return nil
	}
	return record.Write(k.file, r)
}

func (k *keptRuns) close() {
	if k.file != nil {
		k.file.Close()
	}
	if k.lock != nil {
		k.lock.Release()
	}
}
