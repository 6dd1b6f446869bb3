package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk/problem/nqueens/solutions"
)

// streamProgress shows how a stream of solutions goes: on a terminal a live line, elsewhere a log line a second.
type streamProgress struct {
	tally
	count int64         // asked for; 0 if there is no bound
	time  time.Duration // 0 if there is no limit
	mark  solutions.Stats
	rate  int64
}

func newStreamProgress(c *console, q *nqueensSolutionsCmd) *streamProgress {
	p := &streamProgress{tally: tally{liveLine: liveLine{w: c.err}, width: c.width, quiet: q.Quiet || q.JSON}}
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
	if d := s.Elapsed - p.mark.Elapsed; d >= rateWindow || p.rate == 0 && d > 0 {
		p.rate = rate(s.Found-p.mark.Found, d)
		p.mark = s
	}
	if width := p.width(); width > 0 {
		p.redraw(p.line(s), width)
		return
	}
	if s.Elapsed-p.shown >= logEvery {
		p.shown = s.Elapsed
		fmt.Fprintf(p.w, "%8.2fs  %s\n", s.Elapsed.Seconds(), p.line(s))
	}
}

// line is the live line, and the text of a log line.
func (p *streamProgress) line(s solutions.Stats) string {
	parts := []string{short(s.Found) + " solutions", short(p.rate) + " solutions/s", count(s.Duplicates, "duplicate")}
	if p.count > 0 {
		parts[0] = fmt.Sprintf("%s of %s solutions", short(s.Found), short(p.count))
	}
	if p.time > 0 {
		parts = append(parts, fmt.Sprintf("%.1f s left", max(0, (p.time-s.Elapsed).Seconds())))
	}
	return strings.Join(parts, " | ")
}
