package qubo

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// scanner reads the words of a file, and knows the line that it is at for the sake of errors.
type scanner struct {
	r       *bufio.Reader
	file    string
	line    int
	comment string // a line that begins with one of these says nothing
	said    func(comment string)
	within  bool // a word of the line was begun
	word    []byte
	err     error // what reading failed with, if not at the end of the file

	bits, entries int // promised and read so far, see entries.check
}

func newScanner(r io.Reader, file, comment string) *scanner {
	in := bounded.Limit{Most: bounded.Instance, Remedy: "check that this is the file you mean"}.Reader(r)
	return &scanner{r: bufio.NewReaderSize(in, 1<<16), file: file, line: 1, comment: comment}
}

// longest is the length beyond which a word is cut: no number is as long.
const longest = bounded.Longest + 1

// next returns the next word, which is valid until the one after it; nil at the end of the file.
func (s *scanner) next() []byte {
	s.word = s.word[:0]
	for {
		c, err := s.r.ReadByte()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.err = err
			}
			if len(s.word) > 0 {
				return s.word
			}
			return nil
		}
		switch {
		case c <= ' ' && len(s.word) > 0:
			_ = s.r.UnreadByte() // a byte was read, so this cannot fail
			return s.word
		case c == '\n':
			s.line++
			s.within = false
		case c <= ' ':
		case !s.within && strings.IndexByte(s.comment, c) >= 0:
			s.skip()
		default:
			s.within = true
			if len(s.word) < longest {
				s.word = append(s.word, c)
			}
		}
	}
}

// skip passes over what is left of the line, but for its end, and tells what it begins with to said.
func (s *scanner) skip() {
	var begins []byte
	for {
		c, err := s.r.ReadByte()
		if err == nil && c != '\n' {
			if len(begins) < longest {
				begins = append(begins, c)
			}
			continue
		}
		if err == nil {
			_ = s.r.UnreadByte()
		} // else next meets the fault again
		if s.said != nil {
			s.said(strings.TrimSpace(string(begins)))
		}
		return
	}
}

// more says whether another word follows on the line.
func (s *scanner) more() bool {
	for {
		c, err := s.r.ReadByte()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.err = err
			}
			return false
		}
		if c == '\n' || c > ' ' {
			_ = s.r.UnreadByte()
			return c != '\n'
		}
	}
}

// fail is the error about the line. If reading has failed, that is why what was expected is missing.
func (s *scanner) fail(found, expected, remedy string) error {
	if s.err != nil {
		return fmt.Errorf("multiwalk: %s:%d: %w", s.file, s.line, s.err)
	}
	return failAt(s.file, s.line, found, expected, remedy)
}

func failAt(file string, line int, found, expected, remedy string) error {
	return fmt.Errorf("multiwalk: %s:%d: found %s, expected %s; %s", file, line, found, expected, remedy)
}

// shown is a word as an error may show it.
func shown(word []byte) string {
	if word == nil {
		return "the end of the file"
	}
	return strconv.Quote(string(word))
}

// number reads a whole number from lo to hi.
func (s *scanner) number(what string, lo, hi int64, remedy string) (int64, error) {
	return s.numberOf(func() string { return what }, lo, hi, remedy)
}

// numberOf is number where what it is takes longer to say than to read.
func (s *scanner) numberOf(what func() string, lo, hi int64, remedy string) (int64, error) {
	w := s.next()
	v, err := bounded.Whole(w)
	if err != nil || v < lo || v > hi {
		return 0, s.fail(shown(w), fmt.Sprintf("%s, a whole number from %d to %d", what(), lo, hi), remedy)
	}
	return v, nil
}

// mostWeight bounds a weight: up to here float64, in which other programs write weights, has all whole numbers.
const mostWeight = 1 << 53

// weight reads a weight, which may be written as 3, 3.0 or 3e0.
func (s *scanner) weight(what func() string) (int64, error) {
	w := s.next()
	v, err := bounded.Whole(w)
	if errors.Is(err, bounded.ErrNumber) {
		return 0, s.fail(shown(w), what()+", a whole number up to 2^53", "correct it")
	}
	if err != nil || v < -mostWeight || v > mostWeight {
		return 0, s.fail(shown(w), what()+", a whole number up to 2^53", "scale all weights by a common factor and round them")
	}
	return v, nil
}

// end reports what comes after the last number.
func (s *scanner) end(after string) error {
	if w := s.next(); w != nil || s.err != nil {
		return s.fail(shown(w), "the end of the file after "+after, "correct the number of entries at the top, or remove what is too much")
	}
	return nil
}
