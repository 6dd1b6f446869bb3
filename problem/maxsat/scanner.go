package maxsat

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// scanner reads a file word by word, without comments, and knows the line it is at.
type scanner struct {
	r     *bufio.Reader
	file  string
	line  int
	fresh bool // nothing but blanks on the line so far
	word  []byte
}

// newScanner returns a scanner that reads at most most bytes of r.
func newScanner(r io.Reader, file string, most int64) *scanner {
	in := bounded.Limit{Most: most, Remedy: "check that this is a DIMACS file"}.Reader(r)
	return &scanner{r: bufio.NewReaderSize(in, 1<<16), file: file, line: 1, fresh: true}
}

func (s *scanner) fail(format string, args ...any) error {
	return fmt.Errorf("multiwalk: %s:%d: %w", s.file, s.line, fmt.Errorf(format, args...))
}

// longest is the length of a word beyond which it is cut: no number is as long. A longer one may list the bits of a solution.
const longest = bounded.Longest + 1

// next reads the next word, and cuts it to at most most bytes. It returns io.EOF if there is none. first tells
// whether it is the first of its line.
func (s *scanner) next(most int) (word []byte, first bool, err error) {
	s.word = s.word[:0]
	for {
		c, err := s.r.ReadByte()
		if errors.Is(err, io.EOF) && len(s.word) > 0 {
			return s.word, first, nil
		}
		switch {
		case err != nil:
			return nil, false, err
		case c <= ' ':
			if len(s.word) > 0 {
				return s.word, first, s.r.UnreadByte()
			}
			if c == '\n' {
				s.line++
				s.fresh = true
			}
		case c == 'c' && s.fresh:
			if err := s.skip(); err != nil {
				return nil, false, err
			}
		default:
			first = first || s.fresh
			s.fresh = false
			if len(s.word) < most {
				s.word = append(s.word, c)
			}
		}
	}
}

// skip passes over a line, up to its end.
func (s *scanner) skip() error {
	for {
		if _, err := s.r.ReadSlice('\n'); err == nil {
			s.line++
			s.fresh = true
			return nil
		} else if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// more tells whether another word follows on the line.
func (s *scanner) more() bool {
	for {
		c, err := s.r.ReadByte()
		if err != nil {
			return false // the next read says why
		}
		if c == '\n' || c > ' ' {
			return s.r.UnreadByte() == nil && c != '\n'
		}
	}
}

// number reads the next word as a whole number of [lo, hi].
func (s *scanner) number(what string, lo, hi int64) (int64, error) {
	word, _, err := s.next(longest)
	if err != nil {
		return 0, s.ended(what, err)
	}
	return s.value(word, what, lo, hi)
}

// ended is the error about a word that is not there.
func (s *scanner) ended(what string, err error) error {
	if errors.Is(err, io.EOF) {
		return s.fail("the file ends where %s should be: it is cut short, fetch it again", what)
	}
	return s.fail("%w", err)
}

// value is a word as a number of [lo, hi].
func (s *scanner) value(word []byte, what string, lo, hi int64) (int64, error) {
	v, err := bounded.Whole(word)
	if errors.Is(err, bounded.ErrRange) || err == nil && (v < lo || v > hi) {
		return 0, s.fail("found %s as %s; it must be from %d to %d: correct it, or the header", word, what, lo, hi)
	}
	if err != nil {
		return 0, s.fail("found %q where %s should be, a whole number: check that this is a DIMACS file", word, what)
	}
	return v, nil
}
