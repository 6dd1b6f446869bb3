package solutions

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

// Reader reads the solutions of a file, in either format, which it tells from the content. It takes any rows on the
// board: whether they are solutions is for CheckFile. Files may be of any length, for it keeps one solution of them.
type Reader struct {
	in     *bufio.Reader
	name   string
	begun  bool
	format Format
	n      int
	x      []int32
	number int64 // of the solution read last
	line   int64 // read last, in the Text format
	blanks int   // since the last number there
	bytes  []byte
}

// NewReader returns a reader of a file by this name.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{in: bufio.NewReaderSize(r, 1<<16), name: name}
}

// Next returns the next solution, the row of each column from 0, until the next call. The error is io.EOF at the end;
// any other names the file and the place.
func (r *Reader) Next() ([]int32, error) {
	if !r.begun {
		r.begun = true
		if err := r.begin(); err != nil {
			return nil, err
		}
	}
	var err error
	if r.format == Binary {
		err = r.nextBinary()
	} else {
		err = r.nextLine()
	}
	if err != nil {
		return nil, err
	}
	r.number++
	return r.x, nil
}

// N is the number of queens, 0 as long as it is not known: before Next, and where a file in the Text format is empty.
func (r *Reader) N() int { return r.n }

// Format is the format of the file, once Next was called.
func (r *Reader) Format() Format { return r.format }

// Place names the solution that Next returned last, as "queens.txt:7" by its line, or "queens.bin: solution 7".
func (r *Reader) Place() string {
	if r.format == Binary {
		return fmt.Sprintf("%s: solution %d", r.name, r.number)
	}
	return fmt.Sprintf("%s:%d", r.name, r.line)
}

// begin tells the format.
func (r *Reader) begin() error {
	head, err := r.in.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("multiwalk: %s: %w", r.name, err)
	}
	if !bytes.HasPrefix(head, []byte(Magic[:len(Magic)-1])) {
		_, err = r.in.Discard(len(head) - len(bounded.Unmark(head)))
		return err
	}
	r.format = Binary
	switch {
	case len(head) < headSize:
		return fmt.Errorf("multiwalk: %s: the head of %d bytes is cut short after %d; make the file again",
			r.name, headSize, len(head))
	case string(head[:len(Magic)]) != Magic:
		return fmt.Errorf("multiwalk: %s: version %d of the binary format is unknown; this program reads version %d",
			r.name, head[len(Magic)-1], Magic[len(Magic)-1])
	}
	n := binary.LittleEndian.Uint64(head[len(Magic):])
	if n < 1 || n > nqueens.MaxN {
		return fmt.Errorf("multiwalk: %s: the head says %d queens; there must be from 1 to %d", r.name, n, nqueens.MaxN)
	}
	r.n = int(n)
	_, err = r.in.Discard(headSize)
	return err
}

// nextBinary reads a solution piece by piece, so that memory grows with what is there, not with what the head says.
func (r *Reader) nextBinary() error {
	const piece = 1 << 15
	w := width(r.n)
	if r.bytes == nil {
		r.bytes = make([]byte, piece*w)
	}
	r.x = r.x[:0]
	for len(r.x) < r.n {
		b := r.bytes[:w*min(piece, r.n-len(r.x))]
		switch k, err := io.ReadFull(r.in, b); {
		case errors.Is(err, io.EOF) && len(r.x) == 0:
			return io.EOF
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("multiwalk: %s: solution %d is cut short after %d of %d bytes; make the file again",
				r.name, r.number+1, len(r.x)*w+k, r.n*w)
		case err != nil:
			return fmt.Errorf("multiwalk: %s: solution %d: %w", r.name, r.number+1, err)
		}
		for ; len(b) > 0; b = b[w:] {
			v := uint32(binary.LittleEndian.Uint16(b))
			if w == 4 {
				v = binary.LittleEndian.Uint32(b)
			}
			if v >= uint32(r.n) {
				return fmt.Errorf("multiwalk: %s: solution %d: column %d has row %d, outside 0 to %d",
					r.name, r.number+1, len(r.x)+1, v, r.n-1)
			}
			r.x = append(r.x, int32(v))
		}
	}
	return nil
}

// nextLine reads a line; empty ones are passed over.
func (r *Reader) nextLine() error {
	for {
		r.line++
		r.x = r.x[:0]
		err := r.parseLine()
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case len(r.x) == 0 && err != nil:
			return io.EOF
		case len(r.x) == 0:
			continue
		}
		if r.n == 0 {
			r.n = len(r.x)
		}
		if len(r.x) != r.n {
			return fmt.Errorf("multiwalk: %s:%d: %d rows, where the lines before have %d; "+
				"each line must have a row for each column", r.name, r.line, len(r.x), r.n)
		}
		for i, v := range r.x {
			if int(v) >= r.n {
				return fmt.Errorf("multiwalk: %s:%d: column %d has row %d, outside 1 to %d", r.name, r.line, i+1, v+1, r.n)
			}
		}
		return nil
	}
}

// mostBlanks bounds what separates two numbers, so that a pipe of nothing but empty lines is refused.
const mostBlanks = 1 << 20

// parseLine reads the numbers of a line into x, and returns io.EOF where it ends with the file.
func (r *Reader) parseLine() error {
	number, digits := int64(0), 0
	for {
		c, err := r.in.ReadByte()
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("multiwalk: %s:%d: %w", r.name, r.line, err)
		}
		switch {
		case err == nil && '0' <= c && c <= '9' && digits < 10:
			number = 10*number + int64(c-'0')
			digits++
			r.blanks = 0
			continue
		case err == nil && c != ' ' && c != '\t' && c != '\r' && c != '\n':
			return fmt.Errorf("multiwalk: %s:%d: %q is in no row; a line is numbers from 1 on, separated by blanks",
				r.name, r.line, c)
		case digits > 0 && (number < 1 || number > nqueens.MaxN || len(r.x) == cmp.Or(r.n, nqueens.MaxN)):
			return r.misfit(number)
		case digits > 0:
			r.x = append(r.x, int32(number-1))
			number, digits = 0, 0
		}
		if err != nil {
			return io.EOF
		}
		if r.blanks++; r.blanks > mostBlanks {
			return fmt.Errorf("multiwalk: %s:%d: more than %d blanks and empty lines in a row; check that this is a file of solutions",
				r.name, r.line, mostBlanks)
		}
		if c == '\n' {
			return nil
		}
	}
}

// misfit says why a line cannot take a number.
func (r *Reader) misfit(number int64) error {
	if number < 1 || number > nqueens.MaxN {
		return fmt.Errorf("multiwalk: %s:%d: %d is no row; rows are from 1 to at most %d", r.name, r.line, number, nqueens.MaxN)
	}
	if r.n == 0 {
		return fmt.Errorf("multiwalk: %s:%d: more than %d rows; no board is larger", r.name, r.line, nqueens.MaxN)
	}
	return fmt.Errorf("multiwalk: %s:%d: more than %d rows, which the lines before have; "+
		"each line must have a row for each column", r.name, r.line, r.n)
}
