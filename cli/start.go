package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/walk"
)

// setStart reads the solution to start from: of the problem's own format, or the best of a record.
func (j *job) setStart() error {
	file := j.cmd.Start
	if file == "" {
		return nil
	}
	shown := filename.Shown(file)
	in, err := j.openStart()
	if err != nil {
		return err
	}
	defer in.Close()
	// Either is read as it comes, up to its own bounds: a pipe may have no end.
	text := bufio.NewReader(bounded.Unpacked(in))
	begins, _ := text.Peek(1 << 10)
	var x []int32
	if bytes.HasPrefix(bytes.TrimLeft(bounded.Unmark(begins), " \t\r\n"), []byte(`{"line":`)) { // no solution's format begins so
		x, err = j.bestOf(text, shown)
	} else {
		x, err = j.in.ReadSolution(text, shown)
	}
	if err != nil {
		return err
	}
	if err := walk.Feasible(j.in.Problem, x); err != nil {
		return fmt.Errorf("%s does not fit %s: %w", shown, filename.Shown(j.in.Name), err)
	}
	j.settings.Start = x
	return nil
}

func (j *job) openStart() (io.ReadCloser, error) {
	if j.cmd.Start != problem.Stdin {
		return os.Open(j.cmd.Start)
	}
	if j.cmd.File == problem.Stdin {
		return nil, errors.New("--start - is the standard input, which the instance comes from; name a file for one of them")
	}
	return io.NopCloser(j.console.In), nil
}

// bestOf returns the cheapest solution that the runs of a record found of this instance, also of runs that were killed.
func (j *job) bestOf(text io.Reader, file string) (best []int32, err error) {
	runs, err := record.Read(text, file)
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
