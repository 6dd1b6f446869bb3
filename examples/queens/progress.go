package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk/examples/queens/solutions"

	"github.com/multiwalk/multiwalk/examples/queens/counting"
	"github.com/multiwalk/multiwalk/internal/console"
)

// tally shows how a count goes: on a terminal a live line, elsewhere log lines, each a second after the one before, or a
// tenth of the time so far where that is more.
type tally struct {
	console.LiveLine
	width func() int
	quiet bool
	shown time.Duration // when the last log line was written
	first counting.Progress
	begun bool
}

func newTally(c *console.Console, q *countCmd) *tally {
	return &tally{LiveLine: console.LiveLine{W: c.Err}, width: c.Width, quiet: q.Quiet || q.JSON}
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
		t.Redraw(t.line(p), width)
		return
	}
	if since := p.Elapsed - t.shown; since >= max(console.LogEvery, (p.Elapsed-t.first.Elapsed)/10) {
		t.shown = p.Elapsed
		fmt.Fprintf(t.W, "%8.2fs  %s\n", p.Elapsed.Seconds(), t.line(p))
	}
}

// line is the live line, and the text of a log line.
func (t *tally) line(p counting.Progress) string {
	line := fmt.Sprintf("%.2f %% | %s | %s solutions", percent(p), tasksOf(p), console.Short(int64(p.All)))
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

// streamProgress shows how a stream of solutions goes: on a terminal a live line, elsewhere a log line a second.
type streamProgress struct {
	tally
	count int64         // asked for; 0 if there is no bound
	time  time.Duration // 0 if there is no limit
	mark  solutions.Stats
	rate  int64
}

func newStreamProgress(c *console.Console, q *solutionsCmd) *streamProgress {
	p := &streamProgress{tally: tally{LiveLine: console.LiveLine{W: c.Err}, width: c.Width, quiet: q.Quiet || q.JSON}}
	if q.Count != nil {
		p.count = *q.Count
	}
	if q.Time != nil {
		p.time = *q.Time
	}
	return p
}

// observe takes the state of the stream.
func (p *streamProgress) observe(s solutions.Stats) {
	if p.quiet || s.End != "" {
		return
	}
	if d := s.Elapsed - p.mark.Elapsed; d >= console.RateWindow || p.rate == 0 && d > 0 {
		p.rate = console.Rate(s.Found-p.mark.Found, d)
		p.mark = s
	}
	if width := p.width(); width > 0 {
		p.Redraw(p.line(s), width)
		return
	}
	if s.Elapsed-p.shown >= console.LogEvery {
		p.shown = s.Elapsed
		fmt.Fprintf(p.W, "%8.2fs  %s\n", s.Elapsed.Seconds(), p.line(s))
	}
}

// line is the live line, and the text of a log line.
func (p *streamProgress) line(s solutions.Stats) string {
	parts := []string{console.Short(s.Found) + " solutions", console.Short(p.rate) + " solutions/s", console.Count(s.Duplicates, "duplicate")}
	if p.count > 0 {
		parts[0] = fmt.Sprintf("%s of %s solutions", console.Short(s.Found), console.Short(p.count))
	}
	if p.time > 0 {
		parts = append(parts, fmt.Sprintf("%.1f s left", max(0, (p.time-s.Elapsed).Seconds())))
	}
	return strings.Join(parts, " | ")
}
