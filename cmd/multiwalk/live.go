package main

import (
	"fmt"
	"io"
	"strings"
)

// liveLine is the last line of a terminal, drawn over itself again and again.
type liveLine struct {
	w     io.Writer
	drawn int // columns that it covers
}

// redraw draws a line in ASCII, so that its bytes are its columns. The last column, which makes some terminals wrap, stays
// free. The cursor goes back, so that what the terminal echoes, such as ^C, is drawn over and erased with the line.
func (l *liveLine) redraw(line string, width int) {
	line = line[:min(len(line), max(0, width-1))]
	pad := max(0, min(l.drawn, width-1)-len(line))
	l.drawn = len(line)
	fmt.Fprintf(l.w, "\r%s%s\r", line, strings.Repeat(" ", pad))
}

// note says what the user must know. It is one line, also where it tells of a compiler's complaints.
func (l *liveLine) note(text string) {
	l.erase()
	fmt.Fprintf(l.w, "note: %s\n", strings.ReplaceAll(strings.ReplaceAll(text, "multiwalk: ", ""), "\n", "; "))
}

// say writes a line that stays.
func (l *liveLine) say(text string) {
	l.erase()
	fmt.Fprintln(l.w, text)
}

// erase clears the line.
func (l *liveLine) erase() {
	if l.drawn > 0 {
		fmt.Fprintf(l.w, "\r%s\r", strings.Repeat(" ", l.drawn))
		l.drawn = 0
	}
}
