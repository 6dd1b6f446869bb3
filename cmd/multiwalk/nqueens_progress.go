package main

import (
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk/problem/nqueens/counting"
)

// tally shows how a count goes: on a terminal a live line, elsewhere log lines, each a second after the one before, or a
// tenth of the time so far where that is more.
type tally struct {
	liveLine
	width func() int
	quiet bool
	shown time.Duration // when the last log line was written
	first counting.Progress
	begun bool
}

func newTally(c *console, q *nqueensCountCmd) *tally {
	return &tally{liveLine: liveLine{w: c.err}, width: c.width, quiet: q.Quiet || q.JSON}
}

// observe takes the count's progress.
func (t *tally) observe(p counting.Progress) {
	if t.quiet {
		return
	}
	if !t.begun {
		t.begun, t.first, t.shown = true, p, p.Elapsed
	}
	if width := t.width(); width > 0 {
		t.redraw(t.line(p), width)
		return
	}
	if since := p.Elapsed - t.shown; since >= max(logEvery, (p.Elapsed-t.first.Elapsed)/10) {
		t.shown = p.Elapsed
		fmt.Fprintf(t.w, "%8.2fs  %s\n", p.Elapsed.Seconds(), t.line(p))
	}
}

// line is the live line, and the text of a log line.
func (t *tally) line(p counting.Progress) string {
	line := fmt.Sprintf("%.2f %% | %s | %s solutions", percent(p), tasksOf(p), short(int64(p.All)))
	if left, ok := t.left(p); ok {
		line += fmt.Sprintf(" | about %v left", left)
	}
	return line
}

// left estimates the time to the end from the tasks that this run has done.
func (t *tally) left(p counting.Progress) (time.Duration, bool) {
	done, took := p.Done-t.first.Done, p.Elapsed-t.first.Elapsed
	if done <= 0 || took < time.Second {
		return 0, false
	}
	seconds := took.Seconds() / float64(done) * float64(p.Tasks-p.Done)
	if seconds > 1e9 {
		return 0, false
	}
	return time.Duration(seconds * float64(time.Second)).Round(time.Second), true
}

func percent(p counting.Progress) float64 { return 100 * float64(p.Done) / float64(max(1, p.Tasks)) }

func tasksOf(p counting.Progress) string { return fmt.Sprintf("%d of %d tasks", p.Done, p.Tasks) }
