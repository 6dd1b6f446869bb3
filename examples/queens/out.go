package main

import (
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
)

// open opens what the solutions go to; nil if they go nowhere.
func (q *solutionsCmd) open(c *console.Console) (*wholeSolutions, error) {
	if q.Out == toStdout {
		if q.JSON {
			return nil, nil
		}
		return &wholeSolutions{w: c.Out}, nil
	}
	if err := console.CheckPlace(q.Out, console.RoomFor(q.N)); err != nil {
		return nil, console.Environment(fmt.Errorf("--out %s: %w", filename.Shown(q.Out), err))
	}
	lock, err := wholefile.NewLock(q.Out)
	if err != nil {
		return nil, console.Environment(fmt.Errorf("--out: %w", err))
	}
	return &wholeSolutions{path: q.Out, lock: lock}, nil
}

// wholeSolutions is a file into which each Write puts whole solutions. What cannot be written in full is taken back. The
// first Write makes the draft of the file, so that a run which cannot begin leaves nothing behind, and end puts it into
// the place of a file that was there before.
type wholeSolutions struct {
	path  string
	w     io.Writer
	lock  *wholefile.Lock  // nil for the standard output, which is not ours to close, and takes nothing back
	draft *wholefile.Draft // nil before the first Write
}

func (f *wholeSolutions) Write(p []byte) (int, error) {
	if err := f.begin(); err != nil {
		return 0, err
	}
	return f.w.Write(p)
}

// begin makes the draft, once.
func (f *wholeSolutions) begin() (err error) {
	if f.w == nil {
		if f.draft, err = f.lock.NewDraft(); err == nil {
			f.w = f.draft
		}
	}
	return err
}

// end ends the file; err is what ended the search, nil if it came to its end. After an error the solutions that were made
// stay where they are, and not in the place of others.
func (f *wholeSolutions) end(err error) error {
	if f.lock == nil {
		return err
	}
	if err == nil {
		err = f.begin() // also where there was nothing to write
	}
	if err == nil {
		return f.draft.Commit()
	}
	if f.draft != nil {
		f.draft.Close()
		if f.draft.Name() != f.path {
			err = fmt.Errorf("%w; the solutions up to there are in %s", err, filename.Shown(f.draft.Name()))
		}
	}
	return err
}

// release lets other processes write the file.
func (f *wholeSolutions) release() {
	if f.lock != nil {
		f.lock.Release()
	}
}
