package qubo

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// ReadQS reads the form .qs that ZIMPL writes: the number of bits, the number of entries and an offset, behind a p or not, then an
// entry a line, such as 2 7 -13, bits from 1, or from 0. What is to be minimised is the sum of all, each once. The offset is no
// part of the cost.
func ReadQS(r io.Reader, file string) (*Instance, error) {
	s := newScanner(r, file, "#c")
	begins := "begin with three numbers, such as 50 107 0: bits, entries, offset"
	if string(s.Word()) != "p" {
		s.Back()
	}
	e, count, err := s.header("the number of bits", "the number of entries", 1)
	if err != nil {
		return nil, err
	}
	if s.More() {
		w := s.Word()
		if v, err := bounded.Whole(w); errors.Is(err, bounded.ErrNumber) {
			return nil, s.Found(bounded.Shown(w), "the offset, a number", begins)
		} else if err != nil || v != 0 {
			e.offset = string(w)
		}
	}
	if err := e.read(s, count, "entry"); err != nil {
		return nil, err
	}
	if err := s.end(fmt.Sprintf("%d entries", count)); err != nil {
		return nil, err
	}
	if err := e.check(s); err != nil {
		return nil, err
	}
	p, err := e.instance(file, 1, 1)
	return counts(p, err, "a QUBO (ZIMPL's form .qs)", 1)
}

// ReadCOO reads the form .coo of dimod: an entry a line, such as 2 7 -13.0, bits from 0, and comments that begin with #, of which
// # vartype=SPIN is refused and # offset=3 is no part of the cost. What is to be minimised is the sum of all, each once.
func ReadCOO(r io.Reader, file string) (*Instance, error) {
	s := newScanner(r, file, "#")
	e := entries{n: MaxN, head: 1}
	spins := 0
	s.Said = func(comment string) {
		key, value, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(comment), " ", ""), "=")
		switch {
		case key == "vartype" && value == "spin":
			spins = s.Line
		case key == "offset" && strings.Trim(value, "+-0.") != "":
			e.offset = value
		}
	}
	for s.Word() != nil {
		s.Back()
		if err := e.entry(s, func() string { return fmt.Sprintf("entry %d", len(e.list)+1) }, "entry"); err != nil {
			return nil, err
		}
		if len(e.list) == math.MaxInt32 {
			return nil, s.Found("more entries", fmt.Sprintf("at most %d", math.MaxInt32), "give a smaller instance")
		}
	}
	if spins > 0 {
		return nil, bounded.Found(file, spins, "vartype=SPIN, an Ising model of -1 and 1", "vartype=BINARY", "write it with 0 and 1 (dimod: change_vartype)")
	}
	if len(e.list) == 0 {
		return nil, s.Found("the end of the file", "an entry", "write lines such as 2 7 -13: two bits, from 0, and a weight")
	}
	e.n = 0
	for _, t := range e.list {
		e.n = max(e.n, int(t.J)+1)
	}
	s.bits = e.n
	if err := e.check(s); err != nil {
		return nil, err
	}
	p, err := e.instance(file, 1, 1)
	return counts(p, err, "a QUBO (dimod's form .coo)", 1)
}
