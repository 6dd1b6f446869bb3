package perceptron

import (
	"bufio"
	"bytes"
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
	s := &scanner{bounded.NewWords(r, file, "the file you mean", bounded.Instance)}
	s.Comments, s.Longest = "c", MaxLength+1 // no row is longer
	for _, want := range []string{"p", "perceptron"} {
		if w := s.Word(); string(w) != want {
			return nil, s.Found(bounded.Shown(w), want, `begin with a line such as "p perceptron 101 117"`)
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
			return nil, s.Found(strconv.Itoa(w), parity(n)+" products",
				fmt.Sprintf("correct it: %d signs add up to %s numbers", n, parity(n)))
		}
		p.target[(w+n)/2]++
	}
	if w := s.Word(); w != nil || s.Faulty() {
		return nil, s.Found(bounded.Shown(w), fmt.Sprintf("the end of the file after %d products", m),
			"correct the number of rows at the top, or remove what is too much")
	}
	return p.With(KnudsenMeier)
}

// scanner reads the words of a file.
type scanner struct{ *bounded.Words }

// signs reads a row.
func (s *scanner) signs(p *Instance, row int) error {
	w := s.Word()
	if len(w) != p.n {
		return s.Found(fmt.Sprintf("row %d, %s, of length %d", row+1, bounded.Shown(w), len(w)), fmt.Sprintf("%d signs", p.n),
			"write + and - for each column, without spaces")
	}
	for j, c := range w {
		switch c {
		case '+':
			p.set(row, j)
		case '-':
		default:
			return s.Found(fmt.Sprintf("%q in column %d of row %d", c, j+1, row+1), "+ or -",
				"write + and - for each column, without spaces")
		}
	}
	return nil
}

// number reads a whole number from lo to hi.
func (s *scanner) number(what string, lo, hi int) (int, error) {
	w := s.Word()
	v, err := strconv.Atoi(string(w))
	if err != nil || v < lo || v > hi {
		return 0, s.Found(bounded.Shown(w), fmt.Sprintf("%s, a whole number from %d to %d", what, lo, hi), "write it as multiwalk does")
	}
	return v, nil
}

// BestKnown is 0 where a solution was planted.
func (p *Instance) BestKnown() (cost int64, proven, ok bool) { return 0, true, p.planted }

// WriteSolution writes a bit for each column, 1 for +1 and 0 for -1, in one line.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error { return bounded.WriteBits(w, x) }

// ReadSolution reads what WriteSolution writes.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	return bounded.ReadBits(r, file, p.Space().Len())
}
