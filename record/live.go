package record

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
)

// liveGap is the least time between two live lines, for each element of the solution: long solutions would otherwise
// fill the disk while a run makes its first, fast progress. At 500 elements it is 5 ms, at 100,000 a second.
const liveGap = 10 * time.Microsecond

// File is what a live record needs of its file; *os.File has it.
type File interface {
	io.Writer
	io.Seeker
	Truncate(size int64) error
}

// Live is the record of a run in progress. Incumbents go to the file as they come, each with its solution, so that a
// run which is killed leaves its best solution behind. Once the run has ended, its history takes their place.
type Live struct {
	file    File
	start   int64         // where the run's record starts in the file
	gap     time.Duration // between two live lines
	written time.Duration // when the last one was written
	pending *Snapshot
	any     bool  // an incumbent has come
	cost    int64 // of the last one
	logical bool
	err     error
}

// Begin writes the run's header at the current end of f. A logical record holds no times.
func Begin(f File, h Header, logical bool) (*Live, error) {
	start, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	h = h.complete()
	if logical {
		h = h.logical()
	}
	l := &Live{file: f, start: start, gap: time.Duration(h.N) * liveGap, logical: logical}
	l.written = -l.gap
	text, err := line(lineRun, h)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(text)
	return l, err
}

// Observe is for Settings.Observe. It takes incumbents from events of every kind, because the solutions that walks begin
// with have no event of their own. An error to write ends the live lines: a full disk is no
// reason to stop a run, and Finish tries again.
func (l *Live) Observe(e multiwalk.Event) {
	if e.Best != nil && (!l.any || e.Cost < l.cost) {
		l.any, l.cost = true, e.Cost
		l.pending = &Snapshot{Cost: e.Cost, Walk: e.Walk, Round: e.Round, Counters: e.Counters,
			Elapsed: seconds(e.Elapsed), Solution: e.Best}
		if e.Elapsed-l.written < l.gap {
			l.pending.Solution = slices.Clone(e.Best)
		}
	}
	if l.pending == nil || l.err != nil || e.Elapsed-l.written < l.gap {
		return
	}
	if l.logical {
		l.pending.Elapsed = 0
	}
	text, err := line(lineLive, l.pending)
	if err == nil {
		_, err = l.file.Write(text)
	}
	l.err, l.pending, l.written = err, nil, e.Elapsed
}

// Finish replaces the live lines by the finished record.
func (l *Live) Finish(r Run) error {
	if l.logical {
		r = r.Logical()
	}
	text, err := r.lines()
	if err != nil {
		return err
	}
	if _, err := l.file.Seek(l.start, io.SeekStart); err != nil {
		return err
	}
	if _, err := l.file.Write(text); err != nil {
		return fmt.Errorf("multiwalk: record: %w", err)
	}
	return l.file.Truncate(l.start + int64(len(text)))
}
