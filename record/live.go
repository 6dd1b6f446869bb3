package record

import (
	"fmt"
	"io"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
)

// liveGap is the least time between two live lines, for each element of the solution: long solutions would otherwise
// fill the disk while a run makes its first, fast progress. At 500 elements it is 5 ms, at 100,000 a second.
const liveGap = 10 * time.Microsecond

// Live is the record of a run in progress. It writes each incumbent, with its solution, as it comes: so a run that is
// killed leaves its best solution behind. When the run has ended, the finished record replaces these lines.
//
// If there is a file at the path already, and it is not empty, the lines go to path.live, and the finished record
// replaces the file in one step. Else the lines go to the path itself.
type Live struct {
	path    string
	lock    *wholefile.Lock
	draft   *wholefile.Draft // nil before Begin, and if the path is no plain file
	found   snapshots
	logical bool
	err     error
}

// NewLive locks the file at path for the record of one run. If another process holds it, the error says which. A
// logical record holds no times. Close frees the file.
func NewLive(path string, logical bool) (*Live, error) {
	lock, err := wholefile.NewLock(path)
	if err != nil {
		return nil, err
	}
	return &Live{path: path, lock: lock, logical: logical}, nil
}

// Begin writes the run's header. If it was called before, because the run begins again on another device, the earlier
// lines are lost. If the path is no plain file, such as a pipe, Live writes only the finished record: nothing could
// replace lines that were written there.
func (l *Live) Begin(h Header) error {
	if !l.lock.Plain() {
		return nil
	}
	if l.draft != nil {
		if err := l.draft.Discard(); err != nil {
			return err
		}
		l.draft = nil
	}
	h = h.complete()
	if l.logical {
		h = h.logical()
	}
	text, err := line(lineRun, h)
	if err != nil {
		return err
	}
	draft, err := l.lock.NewDraft()
	if err == nil {
		_, err = draft.Write(text)
	}
	l.draft, l.err, l.found = draft, err, newSnapshots(time.Duration(h.N)*liveGap)
	return err
}

// Observe is for Settings.Observe. It looks for a new incumbent in events of every kind, because the solutions that
// walks begin with have no event of their own. If a line cannot be written, it writes no more of them: a full disk does
// not stop a run, and Finish tries again.
func (l *Live) Observe(e multiwalk.Event) {
	last := l.found.observe(e)
	if last == nil || l.draft == nil || l.err != nil {
		return
	}
	if l.logical {
		last.Elapsed = 0
	}
	text, err := line(lineLive, last)
	if err == nil {
		_, err = l.draft.Write(text)
	}
	l.err = err
}

// Finish replaces the live lines, and what was at the path before, by the finished record. If it cannot be written,
// because the disk is full for example, both stay as they are.
func (l *Live) Finish(r Run) error {
	if l.logical {
		r = r.Logical()
	}
	text, err := r.lines()
	if err != nil {
		return err
	}
	write := func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
	if l.draft == nil {
		err = wholefile.Write(l.path, write)
	} else if err = l.draft.Replace(write); err != nil {
		err = fmt.Errorf("%w; what the run had written before is in %s", err, filename.Shown(l.draft.Name()))
	}
	if err != nil {
		return fmt.Errorf("multiwalk: %w", err)
	}
	l.draft = nil
	return nil
}

// Close frees the file. If Finish has not replaced the live lines, they stay, as after a kill.
func (l *Live) Close() {
	if l.draft != nil {
		l.draft.Close()
	}
	l.lock.Release()
}
