package bounded

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Words reads a text word by word, and knows for errors where it is. Words end at white space or a comma.
type Words struct {
	File string // the file's name
	Line int    // that of the last word, from 1
	Kind string // what the text should be, such as "a QAPLIB file"
	Over bool   // there was no word where one had to be
	r    *bufio.Reader
	word []byte
}

// NewWords returns the words of r, which has at most most bytes.
func NewWords(r io.Reader, file, kind string, most int64) *Words {
	in := Limit{Most: most, Remedy: "check that this is " + kind}.Reader(r)
	return &Words{File: file, Line: 1, Kind: kind, r: bufio.NewReader(in)}
}

// Fail is an error at the last word.
func (w *Words) Fail(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", w.File, w.Line, fmt.Errorf(format, args...))
}

// Next returns the next word, cut to one byte more than the longest number has. It returns io.EOF if there is none.
func (w *Words) Next() ([]byte, error) {
	w.word = w.word[:0]
	for {
		c, err := w.r.ReadByte()
		if errors.Is(err, io.EOF) && len(w.word) > 0 {
			return w.word, nil
		}
		if err != nil {
			return nil, err
		}
		if Separates(c) {
			if len(w.word) > 0 {
				return w.word, w.r.UnreadByte()
			}
			if c == '\n' {
				w.Line++
			}
			continue
		}
		if len(w.word) <= Longest {
			w.word = append(w.word, c)
		}
	}
}

// Separates says whether a byte stands between words.
func Separates(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '\v', '\f', ',':
		return true
	}
	return false
}

// want returns the next word, where what must be.
func (w *Words) want(what string) ([]byte, error) {
	word, err := w.Next()
	if w.Over = errors.Is(err, io.EOF); w.Over {
		return nil, w.Fail("the file ends where %s should be: it is cut short, fetch it again", what)
	}
	if err != nil {
		return nil, w.Fail("%w", err)
	}
	return word, nil
}

// Whole reads the next word as a whole number from lo to hi.
func (w *Words) Whole(what string, lo, hi int64) (int64, error) {
	word, err := w.want(what)
	if err != nil {
		return 0, err
	}
	v, err := Whole(word)
	switch {
	case errors.Is(err, ErrFraction):
		return 0, w.Fail("found %s as %s; it must be a whole number: multiply all numbers by a common one, and round them", word, what)
	case errors.Is(err, ErrRange), err == nil && (v < lo || v > hi):
		return 0, w.Fail("found %s as %s; it must be from %d to %d: scale the numbers", word, what, lo, hi)
	case err != nil:
		return 0, w.Fail("found %q where %s should be, a whole number: check that this is %s", word, what, w.Kind)
	}
	return v, nil
}

// Float reads the next word as a number from 0 to most.
func (w *Words) Float(what string, most float64) (float64, error) {
	word, err := w.want(what)
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseFloat(string(word), 64)
	if err != nil || !(v >= 0 && v <= most) {
		return 0, w.Fail("found %q where %s should be, a number from 0 to %g: check that this is %s", word, what, most, w.Kind)
	}
	return v, nil
}

// Permutation reads n different numbers from 1 to n, or from 0 to n-1, and returns them as they stand.
func (w *Words) Permutation(n int) ([]int32, error) {
	x := make([]int32, n)
	line := make([]int, n+1) // where a number was met; 0 if it was not
	for i := range x {
		v, err := w.Whole(fmt.Sprintf("element %d of the permutation", i+1), 0, int64(n))
		if err != nil {
			return nil, err
		}
		if line[v] != 0 {
			return nil, w.Fail("%d comes twice in the permutation, first in line %d: each number may come once", v, line[v])
		}
		x[i], line[v] = int32(v), w.Line
	}
	if line[0] != 0 && line[n] != 0 {
		return nil, w.Fail("the permutation has both 0 and %d: it must be of 1..%d or of 0..%d", n, n, n-1)
	}
	return x, nil
}

// End reports a word where the text should end, after something.
func (w *Words) End(after string) error {
	word, err := w.Next()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return w.Fail("%w", err)
	}
	return w.Fail("found %q after %s, where the file should end: check that this is %s", word, after, w.Kind)
}
