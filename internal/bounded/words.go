package bounded

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Words reads a text word by word, and knows for errors where it is. Words end at white space or a comma.
type Words struct {
	File     string               // the file's name
	Line     int                  // that of the last word, from 1
	First    bool                 // the last word is the first of its line
	Kind     string               // what the text should be, such as "a QAPLIB file"
	Remedy   string               // of numbers out of bounds, if it is not to scale them
	Longest  int                  // how many bytes of a word are kept: by NewWords one more than the longest number has
	Comments string               // a line that begins with one of these bytes says nothing
	Said     func(comment string) // hears how such a line goes on; may be nil
	Over     bool                 // there was no word where one had to be
	r        *bufio.Reader
	word     []byte
	within   bool  // a word of the line was begun
	again    bool  // Next returns the last word
	fault    error // what reading failed with, if not at the end of the file: see Word
}

// NewWords returns the words of r, which has at most most bytes.
func NewWords(r io.Reader, file, kind string, most int64) *Words {
	in := Limit{Most: most, Remedy: "check that this is " + kind}.Reader(r)
	return &Words{File: file, Line: 1, Kind: kind, Longest: Longest + 1, r: bufio.NewReaderSize(in, 1<<16)}
}

// Fail is an error at the last word.
func (w *Words) Fail(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", w.File, w.Line, fmt.Errorf(format, args...))
}

// Found is the error about what is not what was expected, and what to do. If reading has failed, that is why.
func (w *Words) Found(found, expected, remedy string) error {
	if w.fault != nil {
		return w.Fail("%w", w.fault)
	}
	return Found(w.File, w.Line, found, expected, remedy)
}

// Found is that of a line.
func Found(file string, line int, found, expected, remedy string) error {
	return fmt.Errorf("%s:%d: found %s, expected %s; %s", file, line, found, expected, remedy)
}

// Shown is a word as an error may show it, nil at the end of the file.
func Shown(word []byte) string {
	switch {
	case word == nil:
		return "the end of the file"
	case len(word) > Longest:
		return fmt.Sprintf("%q...", word[:Longest])
	}
	return fmt.Sprintf("%q", word)
}

// Next returns the next word, which is valid until the one after it. It returns io.EOF if there is none.
func (w *Words) Next() ([]byte, error) {
	if w.again {
		w.again = false
		return w.word, nil
	}
	w.word, w.First = w.word[:0], false
	for {
		c, err := w.r.ReadByte()
		switch {
		case errors.Is(err, io.EOF) && len(w.word) > 0:
			return w.word, nil
		case err != nil:
			return nil, err
		case Separates(c) && len(w.word) > 0:
			return w.word, w.r.UnreadByte()
		case c == '\n':
			w.Line++
			w.within = false
		case Separates(c):
		case !w.within && strings.IndexByte(w.Comments, c) >= 0:
			if err := w.Skip(); err != nil {
				return nil, err
			}
		default:
			w.First = w.First || !w.within
			w.within = true
			if len(w.word) < w.Longest {
				w.word = append(w.word, c)
			}
		}
	}
}

// Back has Next return the last word again, if there was one.
func (w *Words) Back() { w.again = len(w.word) > 0 }

// Word is Next, and nil where there is no word. Found then tells if reading has failed.
func (w *Words) Word() []byte {
	word, err := w.Next()
	if err != nil && !errors.Is(err, io.EOF) {
		w.fault = err
	}
	return word
}

// Faulty says whether reading has failed, if not at the end of the file.
func (w *Words) Faulty() bool { return w.fault != nil }

// Peek returns the next bytes, as many as there are up to n.
func (w *Words) Peek(n int) []byte {
	b, _ := w.r.Peek(n) // the next read finds a fault again
	return b
}

// Skip passes over the rest of the line.
func (w *Words) Skip() error {
	line, err := w.r.ReadSlice('\n')
	if w.Said != nil {
		w.Said(strings.TrimSpace(string(line[:min(len(line), Longest)])))
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = w.r.ReadSlice('\n')
	}
	if err == nil {
		w.Line++
		w.within = false
	}
	return err
}

// More says whether another word follows on the line.
func (w *Words) More() bool {
	for {
		c, err := w.r.ReadByte()
		if err != nil {
			return false // the next read says why
		}
		if c == '\n' || !Separates(c) {
			return w.r.UnreadByte() == nil && c != '\n'
		}
	}
}

// Separates says whether a byte stands between words.
func Separates(c byte) bool { return c <= ' ' || c == ',' }

// Want returns the next word, where what must be.
func (w *Words) Want(what string) ([]byte, error) {
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
	word, err := w.Want(what)
	if err != nil {
		return 0, err
	}
	return w.Value(word, what, lo, hi)
}

// Value is the last word as a whole number from lo to hi.
func (w *Words) Value(word []byte, what string, lo, hi int64) (int64, error) {
	v, err := Whole(word)
	switch {
	case errors.Is(err, ErrFraction) && w.Remedy == "":
		return 0, w.Fail("found %s as %s; it must be a whole number: multiply all numbers by a common one, and round them", word, what)
	case errors.Is(err, ErrRange), err == nil && (v < lo || v > hi):
		return 0, w.Fail("found %s as %s; it must be from %d to %d: %s", word, what, lo, hi, cmp.Or(w.Remedy, "scale the numbers"))
	case err != nil:
		return 0, w.Fail("found %q where %s should be, a whole number: check that this is %s", word, what, w.Kind)
	}
	return v, nil
}

// Float reads the next word as a number from 0 to most.
func (w *Words) Float(what string, most float64) (float64, error) {
	word, err := w.Want(what)
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
