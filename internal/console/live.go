package console

import (
	"fmt"
	"io"
	"strings"
	"time"
)

const (
	LogEvery   = time.Second // between two log lines
	RateWindow = time.Second // over which the live line's moves a second are measured
)

// LiveLine is the last line of a terminal, drawn over itself again and again.
type LiveLine struct {
	W     io.Writer
	drawn int // columns that it covers
}

// Redraw draws a line in ASCII, so that its bytes are its columns. The last column, which makes some terminals wrap, stays
// free. The cursor goes back, so that what the terminal echoes, such as ^C, is drawn over and erased with the line.
func (l *LiveLine) Redraw(line string, width int) {
	line = line[:min(len(line), max(0, width-1))]
	pad := max(0, min(l.drawn, width-1)-len(line))
	l.drawn = len(line)
	fmt.Fprintf(l.W, "\r%s%s\r", line, strings.Repeat(" ", pad))
}

// Note says what the user must know. It is one line, also where it tells of a compiler's complaints.
func (l *LiveLine) Note(text string) {
	l.Erase()
	fmt.Fprintf(l.W, "note: %s\n", strings.ReplaceAll(strings.ReplaceAll(text, "multiwalk: ", ""), "\n", "; "))
}

// Say writes a line that stays.
func (l *LiveLine) Say(text string) {
	l.Erase()
	fmt.Fprintln(l.W, text)
}

// Erase clears the line.
func (l *LiveLine) Erase() {
	if l.drawn > 0 {
		fmt.Fprintf(l.W, "\r%s\r", strings.Repeat(" ", l.drawn))
		l.drawn = 0
	}
}
