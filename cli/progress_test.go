package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
)

// watch feeds events to a progress display of so many columns and returns what it wrote.
func watch(t *testing.T, width int, cmd solveCmd, events []multiwalk.Event) string {
	t.Helper()
	in := must.Have(testProgram.Parse([]byte(ringText()), ring, ""))(t)
	var b bytes.Buffer
	p := newProgress(&job{cmd: &cmd, in: in, deadline: 10 * time.Second,
		console: &console.Console{Err: &b, Width: func() int { return width }}})
	for _, e := range events {
		e.Best = []int32{0}
		p.observe(e)
	}
	p.end()
	return b.String()
}

func event(kind multiwalk.EventKind, at time.Duration, cost, moves int64) multiwalk.Event {
	return multiwalk.Event{Kind: kind, Elapsed: at, Found: at, Cost: cost, Counters: multiwalk.Counters{Moves: moves, DeltaEvaluations: 10 * moves}}
}

var story = []multiwalk.Event{
	event(multiwalk.EventIncumbent, 0, 100, 0),
	event(multiwalk.EventIncumbent, 20*time.Millisecond, 90, 40_000), // too soon for the eye
	event(multiwalk.EventProgress, 100*time.Millisecond, 90, 200_000),
	event(multiwalk.EventIncumbent, 300*time.Millisecond, 9, 600_000),
	event(multiwalk.EventProgress, 1500*time.Millisecond, 9, 3_000_000),
	{Kind: multiwalk.EventNote, Elapsed: 1600 * time.Millisecond, Message: "multiwalk: no delta"},
	event(multiwalk.EventIncumbent, 1700*time.Millisecond, 8, 3_400_000),
	event(multiwalk.EventEnd, 1710*time.Millisecond, 8, 3_400_000),
}

// screen returns what a terminal shows: carriage returns go back to the start of the line, and overwrite.
func screen(text string) []string {
	lines := [][]byte{nil}
	column := 0
	for _, c := range []byte(text) {
		last := len(lines) - 1
		switch {
		case c == '\r':
			column = 0
		case c == '\n':
			lines, column = append(lines, nil), 0
		default:
			for len(lines[last]) <= column {
				lines[last] = append(lines[last], ' ')
			}
			lines[last][column] = c
			column++
		}
	}
	shown := make([]string, len(lines))
	for i, l := range lines {
		shown[i] = strings.TrimRight(string(l), " ")
	}
	return shown
}

func TestProgress_LiveLineRedrawsItself(t *testing.T) {
	text := watch(t, 80, solveCmd{}, story)
	for _, want := range []string{"best 100 at 0.00 s | 0 moves/s | 0 restarts | 10.0 s left",
		"best 90 at 0.02 s | 2.00M moves/s | 0 restarts | 9.9 s left",
		"best 9 at 0.30 s | 2.00M moves/s | 0 restarts | 8.5 s left", "best 8 at 1.70 s | "} {
		if !strings.Contains(text, "\r"+want) {
			t.Errorf("never drew %q:\n%q", want, text)
		}
	}
	if strings.Contains(text, "9.98 s") || strings.Count(text, "best 90") != 1 {
		t.Errorf("drew more than ten times a second:\n%q", text)
	}
	if got := screen(text); len(got) != 2 || got[0] != "note: no delta" || got[1] != "" {
		t.Errorf("at the end the screen shows %q, want the note alone", got)
	}
	upTo := text[:strings.Index(text, "\rnote")-1]
	upTo = upTo[:strings.LastIndex(upTo, "8.5 s left")+len("8.5 s left")]
	if got := screen(upTo); got[0] != "best 9 at 0.30 s | 2.00M moves/s | 0 restarts | 8.5 s left" {
		t.Errorf("a shorter line over a longer one shows %q", got[0])
	}
}

func TestProgress_FitsANarrowTerminal(t *testing.T) {
	for _, width := range []int{1, 2, 20} {
		for _, line := range strings.FieldsFunc(watch(t, width, solveCmd{}, story), func(r rune) bool { return r == '\r' || r == '\n' }) {
			if len(line) >= width && !strings.HasPrefix(line, "note") {
				t.Errorf("%d columns: drew %q", width, line)
			}
		}
	}
}

func TestProgress_LogLines(t *testing.T) {
	want := "    0.00s  cost 100, 0 evaluations, 0 restarts\n" +
		"    0.30s  cost 9, 6.00M evaluations, 0 restarts\n" +
		"note: no delta\n" +
		"    1.70s  cost 8, 34.0M evaluations, 0 restarts\n"
	if got := watch(t, 0, solveCmd{}, story); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestProgress_QuietShowsNotesAlone(t *testing.T) {
	for _, cmd := range []outputFlags{{Quiet: true}, {JSON: true}} {
		for _, width := range []int{0, 80} {
			if got := watch(t, width, solveCmd{outputFlags: cmd}, story); got != "note: no delta\n" {
				t.Errorf("got %q, want the note alone", got)
			}
		}
	}
}

// Both lines say when a walk found the incumbent, as the summary does, and not when the event told of it.
func TestProgress_TimesAreThoseOfTheIncumbent(t *testing.T) {
	late := event(multiwalk.EventIncumbent, 350*time.Millisecond, 100, 1000)
	late.Found = 95 * time.Millisecond
	if got := watch(t, 0, solveCmd{}, []multiwalk.Event{late}); !strings.HasPrefix(got, "    0.10s  cost 100,") {
		t.Errorf("the log line is %q", got)
	}
	if got := watch(t, 80, solveCmd{}, []multiwalk.Event{late}); !strings.Contains(got, "best 100 at 0.10 s |") {
		t.Errorf("the live line is %q", got)
	}
}
