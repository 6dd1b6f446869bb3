package qap

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// mostText bounds an instance's text: two matrices of the greatest size, with 16 bytes for each number. A reader that
// never ends is refused sooner, after 2*n*n numbers.
const mostText = 2 * MaxN * MaxN * 16

// Read reads an instance in QAPLIB's form: n, then the n*n flows, then the n*n distances, with white space between. The
// file's name serves the instance's name and the errors, which say file and line, what was found and expected, and what
// to do.
func Read(r io.Reader, file string) (*Instance, error) { return read(r, file, mostText) }

func read(r io.Reader, file string, most int64) (*Instance, error) {
	s := newScanner(r, file, most)
	size, err := s.number("the number of facilities n", 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	if size < 1 || size > MaxN {
		return nil, s.fail("n is %d; it must be from 1 to %d: check that this is a QAPLIB .dat file", size, MaxN)
	}
	n := int(size)
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
	name := filepath.Base(file)
	q, err := newInstance(strings.TrimSuffix(name, filepath.Ext(name)), n, flow, dist)
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

// Sniff reports whether a file that begins like this may be a QAPLIB instance: it has numbers only, and the first one
// is a size and stands alone on its line.
func Sniff(prefix []byte) bool {
	prefix = bytes.TrimLeft(bounded.Unmark(prefix), " \t\r\n")
	line, rest, found := bytes.Cut(prefix, []byte("\n"))
	n, err := strconv.Atoi(strings.TrimSpace(string(line)))
	if !found || err != nil || n < 1 || n > MaxN {
		return false
	}
	for _, c := range rest {
		if strings.IndexByte("0123456789+- \t\r\n", c) < 0 {
			return false
		}
	}
	return len(bytes.TrimSpace(rest)) > 0
}

// scanner reads the numbers of a file and knows the line it is at.
type scanner struct {
	r    *bufio.Reader
	file string
	line int
	word []byte
}

// newScanner returns a scanner that reads at most most bytes of r.
func newScanner(r io.Reader, file string, most int64) *scanner {
	in := bounded.Limit{Most: most, Remedy: "check that this is a QAPLIB file"}.Reader(r)
	return &scanner{r: bufio.NewReader(in), file: file, line: 1}
}

func (s *scanner) fail(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", s.file, s.line, fmt.Errorf(format, args...))
}

// longest is the length of a word beyond which it is cut: no number is as long.
const longest = 40

// next reads the next word, which ends at white space or a comma. It returns io.EOF if there is none.
func (s *scanner) next() ([]byte, error) {
	s.word = s.word[:0]
	for {
		c, err := s.r.ReadByte()
		if errors.Is(err, io.EOF) && len(s.word) > 0 {
			return s.word, nil
		}
		if err != nil {
			return nil, err
		}
		if separates(c) {
			if len(s.word) > 0 {
				return s.word, s.r.UnreadByte()
			}
			if c == '\n' {
				s.line++
			}
			continue
		}
		if len(s.word) < longest {
			s.word = append(s.word, c)
		}
	}
}

func separates(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '\v', '\f', ',':
		return true
	}
	return false
}

// number reads the next word as a number of [lo, hi].
func (s *scanner) number(what string, lo, hi int64) (int64, error) {
	word, err := s.next()
	if errors.Is(err, io.EOF) {
		return 0, s.fail("the file ends where %s should be: it is cut short, fetch it again", what)
	}
	if err != nil {
		return 0, s.fail("%w", err)
	}
	v, err := strconv.ParseInt(string(word), 10, 64)
	if errors.Is(err, strconv.ErrRange) || err == nil && (v < lo || v > hi) {
		return 0, s.fail("found %s as %s; it must be from %d to %d: scale the numbers", word, what, lo, hi)
	}
	if err != nil {
		return 0, s.fail("found %q where %s should be, a whole number: check that this is a QAPLIB file", word, what)
	}
	return v, nil
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
	v, err := s.number("a "+what, math.MinInt32, math.MaxInt32)
	if err != nil {
		return 0, fmt.Errorf("%w (%s %d of %d, row %d, column %d)", err, what, k+1, n*n, k/n+1, k%n+1)
	}
	return int32(v), nil
}

// end reports what comes after the last number.
func (s *scanner) end(after string) error {
	word, err := s.next()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return s.fail("%w", err)
	}
	return s.fail("found %q after %s, where the file should end: check n on its first line", word, after)
}
