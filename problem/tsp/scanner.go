package tsp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// scanner reads a file line by line and a line word by word, and knows where it is for the sake of errors. A line is
// kept in memory whole, because some matrices are written on one line.
type scanner struct {
	r      *bufio.Reader
	file   string
	number int    // of the current line, from 1
	rest   []byte // what is left of it, without the line end
	long   []byte // holds a line that is longer than r's buffer
	err    error  // what reading failed with, if not at the end of the file
	again  bool   // the next line is what is left of this one
}

// newScanner returns a scanner that reads at most most bytes of r.
func newScanner(r io.Reader, file string, most int64) *scanner {
	in := bounded.Limit{Most: most, Remedy: "check that this is the file you mean"}.Reader(r)
	return &scanner{r: bufio.NewReaderSize(in, 1<<16), file: file}
}

// stop notes what reading failed with.
func (s *scanner) stop(err error) {
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
}

// line goes to the next line, and reports whether there is one.
func (s *scanner) line() bool {
	if s.err != nil {
		return false
	}
	if s.again {
		s.again = false
		return true
	}
	part, err := s.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		s.long = append(s.long[:0], part...)
		for errors.Is(err, bufio.ErrBufferFull) {
			part, err = s.r.ReadSlice('\n')
			s.long = append(s.long, part...)
		}
		part = s.long
	}
	s.stop(err)
	if len(part) == 0 || s.err != nil {
		s.rest = nil
		return false
	}
	s.number++
	s.rest = part
	return true
}

// word takes the next word of the line; nil at its end, or where a remark begins. It is valid until the next line.
func (s *scanner) word() []byte {
	b, i := s.rest, 0
	for i < len(b) && separates(b[i]) {
		i++
	}
	start := i
	for i < len(b) && !separates(b[i]) {
		i++
	}
	s.rest = b[i:]
	if start == i || isRemark(b[start:]) {
		s.rest = nil
		return nil
	}
	return b[start:i]
}

// separates says whether a byte stands between words: a blank, or what tables and lists of other programs have there.
func separates(c byte) bool {
	return c <= ' ' || c == ',' || c == ';' || c == '[' || c == ']' || c == '(' || c == ')'
}

// isRemark says whether the rest of a line is for people.
func isRemark(text []byte) bool {
	return len(text) > 0 && (text[0] == '#' || text[0] == '%' || text[0] == '!' || bytes.HasPrefix(text, []byte("//")))
}

// peek returns the next word without taking it, going on to the next line that has one; nil at the end of the file.
func (s *scanner) peek() []byte {
	for {
		kept := s.rest
		if w := s.word(); w != nil {
			s.rest = kept
			return w
		}
		if !s.line() {
			return nil
		}
	}
}

// holds says whether there is a word left on the line, which then comes again as a line.
func (s *scanner) holds() bool {
	kept := s.rest
	if s.word() == nil {
		return false
	}
	s.rest, s.again = kept, true
	return true
}

// fail returns the error of the current line. If reading has failed, that is why what was expected is missing.
func (s *scanner) fail(found, expected, remedy string) error {
	if s.err != nil {
		return fmt.Errorf("%s:%d: %w", s.file, s.number+1, s.err)
	}
	return failAt(s.file, max(1, s.number), found, expected, remedy)
}

// failComma is the error about a line with commas for decimal points.
func (s *scanner) failComma() error {
	return s.fail(quoted(bytes.TrimSpace(s.rest))+", with commas inside numbers", "decimal points",
		"write 1.5 for 1,5; between numbers write either commas or blanks")
}

func failAt(file string, line int, found, expected, remedy string) error {
	return fmt.Errorf("%s:%d: found %s, expected %s; %s", file, line, found, expected, remedy)
}

// quoted returns a word as an error may show it: at most 40 bytes, with quotes.
func quoted(w []byte) string {
	switch {
	case w == nil:
		return "nothing"
	case len(w) > 40:
		return fmt.Sprintf("%q...", w[:40])
	}
	return fmt.Sprintf("%q", w)
}

// shown returns a keyword as an error may show it: what is no plain word, or long, as quoted does.
func shown(key string) string {
	if len(key) <= 40 && isKeyword(key) {
		return key
	}
	return quoted([]byte(key))
}

// startsNumber tells data from keywords.
func startsNumber(w []byte) bool {
	return len(w) > 0 && (w[0] >= '0' && w[0] <= '9' || w[0] == '-' || w[0] == '+' || w[0] == '.')
}
