package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/walk"
)

const redrawEvery = 95 * time.Millisecond // the live line; a little less than the time between two progress events

// progress shows how a run goes: on a terminal a live line, elsewhere a log line for each new incumbent, at most one a
// second.
type progress struct {
	console.LiveLine
	job     *job
	width   func() int
	shown   time.Duration // when the line was drawn last, or a log line written
	started bool
	pending bool // an incumbent has not been reported yet
	last    multiwalk.Event
	found   multiwalk.Event // the event that told of the incumbent first, later than it was found
	worth   string          // the incumbent's cost, and what it violates
	mark    multiwalk.Event // the start of the window of the rate
	perSec  int64
}

func newProgress(j *job) *progress {
	return &progress{LiveLine: console.LiveLine{W: j.console.Err}, job: j, width: j.console.Width}
}

// quiet says whether nothing is shown. Notes are, even under --quiet, because they say that something is not as asked.
func (p *progress) quiet() bool { return p.job.cmd.Quiet || p.job.cmd.JSON }

// begin says what the user did not ask for.
func (p *progress) begin() {
	if p.job.unlimited && !p.job.cmd.Quiet {
		fmt.Fprintf(p.W, "No limit given: stopping after %v at the latest (--time changes that).\n", p.job.deadline)
	}
}

// observe takes the run's events.
func (p *progress) observe(e multiwalk.Event) {
	if e.Kind == multiwalk.EventNote {
		p.Note(e.Message)
		return
	}
	if e.Kind == multiwalk.EventLoading && !p.quiet() {
		p.Say(e.Message)
		return
	}
	if p.quiet() || e.Best == nil {
		return
	}
	if p.found.Best == nil || e.Cost < p.found.Cost {
		p.pending, p.found, p.worth = true, e, p.value(e)
	}
	p.last = e
	if width := p.width(); width > 0 {
		p.draw(width)
	} else {
		p.log()
	}
}

// draw draws the live line if the last time is long enough ago.
func (p *progress) draw(width int) {
	if p.started && p.last.Elapsed-p.shown < redrawEvery {
		return
	}
	p.started, p.shown, p.pending = true, p.last.Elapsed, false
	if d := p.last.Elapsed - p.mark.Elapsed; d >= console.RateWindow || p.perSec == 0 && d > 0 {
		p.perSec = console.Rate(p.last.Moves-p.mark.Moves, d)
		p.mark = p.last
	}
	p.Redraw(p.line(), width)
}

// line is the live line.
func (p *progress) line() string {
	e := p.last
	parts := []string{"best " + p.worth}
	if best, ok := p.job.in.BestKnown(); ok {
		if gap, ok := gapPercent(e.Cost, best.Cost); ok && !p.job.in.Format.Real {
			parts[0] += fmt.Sprintf(" (gap %.2f %%)", gap)
		}
	}
	parts[0] += fmt.Sprintf(" at %.2f s", p.found.Found.Seconds())
	parts = append(parts, console.Short(p.perSec)+" moves/s", console.Count(e.Restarts, "restart"))
	if p.job.deadline > 0 {
		parts = append(parts, fmt.Sprintf("%.1f s left", max(0, (p.job.deadline-e.Elapsed).Seconds())))
	} else {
		parts = append(parts, fmt.Sprintf("%.1f s", e.Elapsed.Seconds()))
	}
	return strings.Join(parts, " | ")
}

// value is an incumbent's cost, and what it violates. Its solution is the run's own, so it is asked at once.
func (p *progress) value(e multiwalk.Event) string {
	tell := walk.Teller(p.job.in.Problem)
	if tell == nil {
		return p.job.in.Format.Text(e.Cost)
	}
	feasible, left := tell(e.Best, e.Cost)
	if feasible {
		return p.job.in.Format.Text(e.Cost)
	}
	cost := e.Cost
	if c, ok := p.job.in.Problem.(multiwalk.Constrained); ok {
		cost = c.Constraints().Unpack(cost, make([]int64, len(c.Constraints().List())))
	}
	return p.job.in.Format.Text(cost) + ", " + multiwalk.Blame(left)
}

// log writes a log line if there is something new to say and the last one is long enough ago.
func (p *progress) log() {
	if !p.pending || p.started && p.last.Elapsed-p.shown < console.LogEvery {
		return
	}
	p.started, p.shown, p.pending = true, p.last.Elapsed, false
	p.logLine()
}

// logLine tells of the incumbent: the time is that at which it was found, the work what all walks had done by the barrier after it,
// be the line written later.
func (p *progress) logLine() {
	e := p.found
	fmt.Fprintf(p.W, "%8.2fs  %s %s%s, %s, %s\n", e.Found.Seconds(), p.job.in.Format.Word(), p.worth, p.job.against(e.Cost),
		console.Amount(e.Evaluations(), "evaluation"), console.Count(e.Restarts, "restart"))
}

// end clears the live line, or writes the incumbent that no log line has told yet.
func (p *progress) end() {
	p.Erase()
	if p.pending && !p.quiet() && p.width() == 0 {
		p.logLine()
	}
}
