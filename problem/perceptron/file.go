package perceptron

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Sniff says whether a text begins as an instance does: with the line "p perceptron ROWS COLUMNS", after comments.
func Sniff(content []byte) bool {
	for line := range bytes.Lines(bounded.Unmark(content)) {
		if words := bytes.Fields(line); len(words) > 0 && string(words[0]) != "c" {
			return len(words) > 1 && string(words[0]) == "p" && string(words[1]) == "perceptron"
		}
	}
	return false
}

// Write writes an instance as Read reads it: a line "p perceptron ROWS COLUMNS", a line of + and - for each row, and at the end
// the products that a solution has, in increasing order. Lines that begin with c are comments.
func (p *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "p perceptron %d %d\n", p.m, p.n) // the buffer keeps the first error for Flush
	line := make([]byte, p.n+1)
	line[p.n] = '\n'
	for i := range p.m {
		for j := range p.n {
			if line[j] = '-'; p.Sign(i, j) > 0 {
				line[j] = '+'
			}
		}
		b.Write(line)
	}
	for i, w := range p.Products() {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprint(b, w)
	}
	b.WriteByte('\n')
	return b.Flush()
}

// Read reads an instance as Write writes it. Words may be divided by any white space, and signs by none. A file has at most 1 GiB.
func Read(r io.Reader, file string) (*Instance, error) {
	in := bounded.Limit{Most: bounded.Instance, Remedy: "check that this is the file you mean"}.Reader(r)
	s := &scanner{r: bufio.NewReaderSize(in, 1<<16), file: file, line: 1}
	for _, want := range []string{"p", "perceptron"} {
		if w := s.next(); w != want {
			return nil, s.fail(shown(w), want, `begin with a line such as "p perceptron 101 117"`)
		}
	}
	m, err := s.number("the number of rows", 1, MaxLength)
	if err != nil {
		return nil, err
	}
	n, err := s.number("the number of columns", 1, MaxLength)
	if err != nil {
		return nil, err
	}
	p := blank("", m, n)
	for i := range m {
		if err := s.signs(p, i); err != nil {
			return nil, err
		}
	}
	for range m {
		w, err := s.number("a product", 0, n)
		if err != nil {
			return nil, err
		}
		if (w+n)%2 != 0 {
			return nil, s.fail(strconv.Itoa(w), parity(n)+" products",
				fmt.Sprintf("correct it: %d signs add up to %s numbers", n, parity(n)))
		}
		p.target[(w+n)/2]++
	}
	if w := s.next(); w != "" || s.err != nil {
		return nil, s.fail(shown(w), fmt.Sprintf("the end of the file after %d products", m),
			"correct the number of rows at the top, or remove what is too much")
	}
	return p.With(KnudsenMeier)
}

// scanner reads the words of a file, and knows the line that it is at for the sake of errors.
type scanner struct {
	r      *bufio.Reader
	file   string
	line   int
	within bool  // a word of the line was begun
	err    error // what reading failed with, if not at the end of the file
}

// longest is how much of a word is read: no row is as long.
const longest = MaxLength + 1

// next returns the next word, or "" at the end of the file.
func (s *scanner) next() string {
	var word []byte
	for {
		c, err := s.r.ReadByte()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.err = err
			}
			return string(word)
		}
		switch {
		case c <= ' ' && len(word) > 0:
			_ = s.r.UnreadByte() // a byte was read, so this cannot fail
			return string(word)
		case c == '\n':
			s.line++
			s.within = false
		case c <= ' ':
		case c == 'c' && !s.within:
			for c != '\n' && err == nil {
				c, err = s.r.ReadByte()
			}
			if err == nil {
				_ = s.r.UnreadByte()
			}
		default:
			if s.within = true; len(word) < longest {
				word = append(word, c)
			}
		}
	}
}

// signs reads a row.
func (s *scanner) signs(p *Instance, row int) error {
	w := s.next()
	if len(w) != p.n {
		return s.fail(fmt.Sprintf("row %d, %s, of length %d", row+1, shown(w), len(w)), fmt.Sprintf("%d signs", p.n),
			"write + and - for each column, without spaces")
	}
	for j, c := range []byte(w) {
		switch c {
		case '+':
			p.set(row, j)
		case '-':
		default:
			return s.fail(fmt.Sprintf("%q in column %d of row %d", c, j+1, row+1), "+ or -",
				"write + and - for each column, without spaces")
		}
	}
	return nil
}

// number reads a whole number from lo to hi.
func (s *scanner) number(what string, lo, hi int) (int, error) {
	w := s.next()
	v, err := strconv.Atoi(w)
	if err != nil || v < lo || v > hi {
		return 0, s.fail(shown(w), fmt.Sprintf("%s, a whole number from %d to %d", what, lo, hi), "write it as multiwalk does")
	}
	return v, nil
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
func shown(word string) string {
	const most = 40
	switch {
	case word == "":
		return "the end of the file"
	case len(word) > most:
		return strconv.Quote(word[:most]) + "..."
	}
	return strconv.Quote(word)
}

// BestKnown is 0 where a solution was planted.
func (p *Instance) BestKnown() (cost int64, proven, ok bool) { return 0, true, p.planted }

// WriteSolution writes a bit for each column, 1 for +1 and 0 for -1, in one line.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error { return bounded.WriteBits(w, x) }

// ReadSolution reads what WriteSolution writes.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	return bounded.ReadBits(r, file, p.Space().Len())
}
