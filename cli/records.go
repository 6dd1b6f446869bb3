package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
)

// runsIn reads the runs of a record, - for the standard input. Where there is none, but the lines of a run that was
// killed beside an older record which is gone, the error says so.
func (p *Program) runsIn(file string, in io.Reader) ([]record.Run, error) {
	if file == problem.Stdin {
		return record.Read(in, "standard input")
	}
	if err := console.CheckInput(file); err != nil {
		if live := file + ".live"; console.CheckInput(live) == nil {
			return nil, fmt.Errorf("%w, but a run that was killed or goes on has left its lines in %s", err, filename.Shown(live))
		}
		return nil, fmt.Errorf("%w; %s solve --record writes one", err, p.Command)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return record.Read(f, filename.Shown(file))
}

// formatOf is what the program says of a run's problem. That its costs are real ones, or in a document's units, the record knows.
func (p *Program) formatOf(r record.Run) problem.Format {
	f := p.FormatOf(r.Problem)
	if f.Real = f.Real || r.Reals; r.Units != 0 {
		f.Units, f.Offset = r.Units, r.Offset
	}
	return f
}

// evidence finds the instances of records and verifies runs against them. It keeps the last instance, because most
// records are of one.
type evidence struct {
	program *Program
	file    string // of all instances, if the user named one
	read    string // the file and the problem of the instance that is kept
	content []byte
	in      *problem.Instance
}

// errElsewhere is wrapped by the error of an instance that is not where the record says.
var errElsewhere = errors.New("name the instance with --instance")

// noPipe refuses the file of an instance that a record or a checkpoint names, unless the user has named another, if it is a pipe, say:
// that would never end.
func (p *Program) noPipe(file, instead string) error {
	if file == problem.Stdin || instead != "" {
		return nil
	}
	if info, err := os.Stat(p.Source(file)); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is no plain file; %w", filename.Shown(file), errElsewhere)
	}
	return nil
}

func (e *evidence) instance(r record.Run) (*problem.Instance, error) {
	file := r.File
	if e.file != "" {
		file = e.file
	} else if file == problem.Stdin {
		return nil, fmt.Errorf("the instance came from the standard input; %w", errElsewhere)
	} else if err := e.program.noPipe(file, ""); err != nil {
		return nil, err
	}
	if n := e.program.LenOf(file); n > 0 && n != r.N { // drawing a large one takes long
		return nil, fmt.Errorf("multiwalk: instance %s differs: the record has n=%d, and solutions of %s have n=%d", filename.Shown(r.Instance), r.N,
			filename.Shown(file), n)
	}
	if key := r.Problem + "\x00" + file; key != e.read {
		content, err := e.program.Content(file, nil)
		if err != nil {
			return nil, fmt.Errorf("%w; %w", err, errElsewhere)
		}
		e.read, e.content, e.in = key, content, nil
	}
	if hash := record.Hash(e.content); hash != r.Hash {
		if e.file == "" { // the hash of a file that somebody's record names is nobody's business
			return nil, fmt.Errorf("multiwalk: instance %s differs: the record has %s, and the file %s is another; %w",
				filename.Shown(r.Instance), filename.Shown(r.Hash), filename.Shown(file), errElsewhere)
		}
		return nil, fmt.Errorf("multiwalk: instance %s differs: the record has %s, the file %s has %s",
			filename.Shown(r.Instance), filename.Shown(r.Hash), filename.Shown(file), hash)
	}
	if e.in == nil {
		in, err := e.program.Parse(e.content, file, r.Problem)
		if err != nil {
			e.read = ""
			return nil, err
		}
		e.in = in
	}
	return e.in, nil
}

// verify verifies a run against its instance, whose name and problem must be those of the record too.
func (e *evidence) verify(r record.Run) (*problem.Instance, error) {
	in, err := e.instance(r)
	if err != nil {
		return nil, err
	}
	if r.Problem != in.Format.Name {
		return nil, fmt.Errorf("the record has problem %q, its instance is one of %s", r.Problem, in.Format.Name)
	}
	if name := in.NameAs(r.File); r.Instance != name && r.Instance != in.NameAs(fromWindows(r.File)) {
		return nil, fmt.Errorf("the record calls its instance %s, but its name is %s", filename.Shown(r.Instance), filename.Shown(name))
	}
	return in, verified(r, in)
}

// verified evaluates the answer of a run with its instance, and once more by other means where the problem has any.
func verified(r record.Run, in *problem.Instance) error {
	if err := record.Verify(r, in.Problem, in.Hash); err != nil {
		return err
	}
	x, cost, _ := r.Best()
	return in.Verify(x, cost)
}

// fromWindows is a path of that system as others write it.
func fromWindows(path string) string { return strings.ReplaceAll(path, `\`, "/") }

// oneLine is the text of an error in a form that fits one line of a terminal. Parts of it may come from a file.
func oneLine(text string) string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "multiwalk: "), ": multiwalk: ", ": ")
	return strings.ReplaceAll(filename.Escaped(text), "\n", `\n`)
}
