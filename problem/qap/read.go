package qap

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"unicode/utf8"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// mostText bounds an instance's text: two matrices of the greatest size, with 16 bytes for each number. A reader that
// never ends is refused sooner, after 2*n*n numbers.
const mostText = 2 * MaxN * MaxN * 16

// Read reads an instance in QAPLIB's form: n, then the n*n flows, then the n*n distances, with white space between. The
// file's name serves the instance's name and the errors, which say file and line, what was found and expected, and what
// to do. Of files of relatives of the problem the error says which.
func Read(r io.Reader, file string) (*Instance, error) { return read(r, file, mostText) }

func read(r io.Reader, file string, most int64) (*Instance, error) {
	s := newScanner(r, file, most)
	size, err := s.Whole("the number of facilities n", 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	if size < 1 || size > MaxN {
		return nil, s.Fail("n is %d; it must be from 1 to %d: check that this is a QAPLIB .dat file", size, MaxN)
	}
	n := int(size)
	s.shape = shape{n: n, count: 1, headed: s.Line}
	flow, err := s.matrix("flow", n)
	if err != nil {
		return nil, err
	}
	dist, err := s.matrix("distance", n)
	if err != nil {
		return nil, err
	}
	if err := s.end(fmt.Sprintf("the two matrices of %d*%d numbers", n, n)); err != nil {
		return nil, err
	}
	q, err := newInstance(bounded.Stem(file), n, flow, dist)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return q, nil
}

// ReadFile reads the instance in a file, see Read.
func ReadFile(file string) (*Instance, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("qap: %w", err)
	}
	defer f.Close()
	return Read(f, file)
}

// Sniff reports whether a text is n and then exactly 2*n*n numbers, whatever its lines are.
func Sniff(content []byte) bool {
	h, ok := measure(content)
	return ok && h.count == 1+2*h.n*h.n
}

// SniffRelative reports whether a text has as many numbers as one of a relative of the problem, which Read names and refuses.
func SniffRelative(content []byte) bool {
	h, ok := measure(content)
	return ok && h.relative() != ""
}

// shape is how many numbers a file has, and what its first ones are.
type shape struct {
	n      int   // the first number
	count  int   // of all numbers
	headed int   // the line of the first
	second int64 // the second number
	alone  int   // how many numbers the first line has, as far as three
}

// add takes the next number in.
func (h *shape) add(v int64, line int) {
	if h.count++; h.count == 2 {
		h.second = v
	}
	if h.count <= 3 && line == h.headed {
		h.alone = h.count
	}
}

// relative says what else a file with this count of numbers is likely to be; "" if that is not known.
func (h *shape) relative() string {
	n, m := h.n, int(min(max(h.second, 0), MaxN))
	switch {
	case n < 2:
	case h.alone == 2 && h.count == 2+2*n*n:
		return fmt.Sprintf("a second number, %d, behind n in the first line, such as a best known cost: remove it", h.second)
	case h.alone == 2 && m != n && h.count == 2+n*n+m*m:
		return fmt.Sprintf("%d facilities and %d locations, with a matrix each: make both as many, with zeros in the smaller matrix, and begin with %d",
			n, m, max(n, m))
	case h.count == 1+3*n*n:
		return fmt.Sprintf("a third matrix of %d*%d numbers, such as linear costs, which is not read: it must be without", n, n)
	case h.count == 1+n*(n+1), h.count == 1+n*(n-1):
		return fmt.Sprintf("%d numbers behind n = %d, as of two triangles: write both matrices whole, %d numbers each", h.count-1, n, n*n)
	}
	return ""
}

// measure returns the shape of a text of numbers; ok is false for another one.
func measure(content []byte) (h shape, ok bool) {
	line := 0
	for text := range bytes.Lines(bounded.Unmark(content)) {
		line++
		for word := range bytes.FieldsFuncSeq(text, func(c rune) bool { return c < utf8.RuneSelf && bounded.Separates(byte(c)) }) {
			v, err := bounded.Whole(word)
			switch {
			case errors.Is(err, bounded.ErrNumber):
				return h, false
			case h.n > 0:
				h.add(v, line)
				continue
			case err != nil || v < 1 || v > MaxN:
				return h, false
			}
			h = shape{n: int(v), count: 1, headed: line, alone: 1}
		}
	}
	return h, h.n > 0
}

// scanner reads the numbers of a file.
type scanner struct {
	*bounded.Words
	shape
}

// newScanner returns a scanner that reads at most most bytes of r.
func newScanner(r io.Reader, file string, most int64) *scanner {
	return &scanner{Words: bounded.NewWords(r, file, "a QAPLIB file", most)}
}

// matrix reads n*n numbers. It makes room as they come: a file may promise more than it holds.
func (s *scanner) matrix(what string, n int) ([]int32, error) {
	m := make([]int32, 0, min(n*n, 1<<12))
	for k := range n * n {
		v, err := s.entry(what, k, n)
		if err != nil {
			return nil, err
		}
		m = append(m, v)
	}
	return m, nil
}

func (s *scanner) entry(what string, k, n int) (int32, error) {
	v, err := s.Whole("a "+what, math.MinInt32, math.MaxInt32)
	if kin := s.relative(); err != nil && s.Over && kin != "" {
		return 0, s.Fail("found %s", kin)
	}
	if err != nil {
		return 0, fmt.Errorf("%w (%s %d of %d, row %d, column %d)", err, what, k+1, n*n, k/n+1, k%n+1)
	}
	s.add(v, s.Line)
	return int32(v), nil
}

// end reports what comes after the last number. How much more there is tells relatives of the problem.
func (s *scanner) end(after string) error {
	word, err := s.Next()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return s.Fail("%w", err)
	}
	first, line := string(word), s.Line
	for s.n > 0 && err == nil {
		s.count++
		_, err = s.Next()
	}
	if kin := s.relative(); kin != "" && errors.Is(err, io.EOF) {
		s.Line = s.headed
		return s.Fail("found %s", kin)
	}
	s.Line = line
	return s.Fail("found %q after %s, where the file should end: check n on its first line", first, after)
}
