package record

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"github.com/multiwalk/multiwalk"
)

const (
	// feedGap is the least time between two live lines of a feed, and between two progress lines: a little less than between two events.
	feedGap = 95 * time.Millisecond
	// mostProgress bounds the progress lines that a feed keeps. Where there are more, every second one of the older half goes.
	mostProgress = 1024
	// mostCourse bounds those that Course has.
	mostCourse = 256
)

// Feed is the record of a run in progress, in memory, for any number of readers who may come late and be slow. The lines are those of a
// file: the run's header, its course as progress lines, the newest incumbent with its solution as a live line, and at the end what Write
// writes behind the header. So what a reader got is a record that Read reads.
//
// A reader who is slow misses progress lines and incumbents in between, but never the last ones. Memory is that of two solutions and of
// mostProgress lines, however long the run.
type Feed struct {
	// Infeasible says whether a solution breaks constraints; nil where there are none.
	Infeasible func(x []int32, cost int64) bool

	mu      sync.Mutex
	header  Header
	head    []byte
	course  []feedLine
	live    feedLine
	best    *Snapshot
	end     []byte
	ended   bool
	count   int64 // of lines, so far
	changed chan struct{}
	found   snapshots
	told    time.Duration // when the last progress line was
}

// feedLine is a line and its number.
type feedLine struct {
	number int64
	text   []byte
}

// Cursor is how far a reader of a Feed has come. The zero value is the beginning.
type Cursor struct {
	head, ended bool
	last        int64 // the greatest number of a line that was read
}

// Replay is the feed of a run that is over, or of what a killed one left. course is what Course told of it, or nil.
func Replay(r Run, course []byte) (*Feed, error) {
	text, err := r.lines()
	if err != nil {
		return nil, err
	}
	head, rest, _ := bytes.Cut(text, []byte("\n"))
	f := &Feed{head: append(head, '\n'), end: rest, ended: true}
	for text := range bytes.Lines(course) {
		f.count++
		f.course = append(f.course, feedLine{f.count, text})
	}
	if x, cost, ok := r.Best(); ok {
		f.best = &Snapshot{Cost: cost, Solution: x}
	}
	if e := r.End; e != nil && e.Feasible != nil {
		f.best = &Snapshot{Cost: e.FeasibleCost, Solution: e.Feasible}
	}
	return f, nil
}

// change tells all readers that there is something new. The caller holds the lock.
func (f *Feed) change() {
	if f.changed != nil {
		close(f.changed)
		f.changed = nil
	}
}

// Begin gives the run's header. A run that begins again, on another device, has another.
func (f *Feed) Begin(h Header) error {
	h = h.complete()
	text, err := line(lineRun, h)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.header, f.head, f.told = h, text, -feedGap
	f.found = newSnapshots(max(feedGap, time.Duration(h.N)*liveGap))
	f.change()
	return nil
}

// Observe is for Settings.Observe.
func (f *Feed) Observe(e multiwalk.Event) {
	if e.Best == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.head == nil {
		return
	}
	if f.best == nil || e.Cost < f.best.Cost {
		f.best = &Snapshot{Cost: e.Cost, Walk: e.Walk, Round: e.Round, Counters: e.Counters, Elapsed: seconds(e.Found), Solution: slices.Clone(e.Best)}
	}
	last := f.found.observe(e)
	if last != nil {
		if text, err := line(lineLive, last, f.decimals(last.Cost, last.Solution)...); err == nil {
			f.count++
			f.live = feedLine{f.count, text}
		}
	}
	due := e.Elapsed-f.told >= feedGap
	if due {
		f.progress(e)
	}
	if last != nil || due {
		f.change()
	}
}

// decimals are those of the run's costs, if they stand for real ones.
func (f *Feed) decimals(cost int64, x []int32) []byte { return Run{Header: f.header}.decimals(cost, x) }

// progress adds a line to the course.
func (f *Feed) progress(e multiwalk.Event) {
	f.told = e.Elapsed
	p := Progress{Cost: e.Cost, Round: e.Round, Counters: e.Counters, Elapsed: seconds(e.Elapsed), Temperature: e.Temperature,
		Shares: e.Shares}
	p.Infeasible = f.Infeasible != nil && f.Infeasible(e.Best, e.Cost)
	text, err := line(lineProgress, p, f.decimals(p.Cost, nil)...)
	if err != nil {
		return
	}
	f.count++
	if f.course = append(f.course, feedLine{f.count, text}); len(f.course) > mostProgress {
		kept := f.course[:0]
		for i, l := range f.course {
			if i%2 == 0 || i > mostProgress/2 {
				kept = append(kept, l)
			}
		}
		clear(f.course[len(kept):])
		f.course = kept
	}
}

// Finish gives the record of the run, which has ended.
func (f *Feed) Finish(r Run) error {
	text, err := r.lines()
	if err != nil {
		return err
	}
	head, rest, _ := bytes.Cut(text, []byte("\n"))
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.head == nil { // the run ended before it had anything to tell
		f.head = append(head, '\n')
	}
	f.end = rest
	f.change()
	return nil
}

// Course is the progress of the run, thinned, for Replay.
func (f *Feed) Course() (text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	every := 1 + len(f.course)/mostCourse
	for i, l := range f.course {
		if i%every == 0 || i == len(f.course)-1 {
			text = append(text, l.text...)
		}
	}
	return text
}

// Close ends the feed: readers get what there is, and wait no longer.
func (f *Feed) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = true
	f.change()
}

// Best is the newest incumbent; nil before there is one. Nobody may change it.
func (f *Feed) Best() *Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.best
}

// Read returns the lines that the cursor has not come to, and moves it. If there are none it returns a channel that is closed when there are;
// after the last line both are nil.
func (f *Feed) Read(at *Cursor) (lines []byte, wait <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.head != nil && !at.head {
		lines, at.head = append(lines, f.head...), true
	}
	if !at.ended {
		lines = f.since(at, lines)
	}
	if f.end != nil && !at.ended {
		lines, at.ended = append(lines, f.end...), true
	}
	if len(lines) > 0 || f.ended {
		return lines, nil
	}
	if f.changed == nil {
		f.changed = make(chan struct{})
	}
	return nil, f.changed
}

// since adds the lines of the course that the cursor has not come to, and then the newest incumbent, which at the end the end has.
func (f *Feed) since(at *Cursor, lines []byte) []byte {
	from, _ := slices.BinarySearchFunc(f.course, at.last+1, func(l feedLine, number int64) int { return int(l.number - number) })
	for _, l := range f.course[from:] {
		lines = append(lines, l.text...)
	}
	if f.live.number > at.last && f.end == nil {
		lines = append(lines, f.live.text...)
	}
	at.last = f.count
	return lines
}
