package maxsat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// wide is the length of a line of literals, at most.
const wide = 78

// WriteSolution writes an assignment as solvers print theirs: a line s with what is known of it, and lines v with a literal for
// each variable, which is negative where that is false, and 0 at the end. For maximum satisfiability a line o has the cost. The
// statuses are SATISFIABLE where all clauses hold (all hard ones, for maximum satisfiability), OPTIMUM FOUND where no cost can be
// less, and UNKNOWN.
func WriteSolution(w io.Writer, p *Instance, x []int32) error {
	b := bufio.NewWriter(w)
	cost := p.Cost(x)
	status, violated := "SATISFIABLE", p.rules.Violations(cost)
	switch {
	case len(violated) > 0, !p.weighted && cost > 0:
		status = "UNKNOWN"
	case p.weighted && cost == p.bound:
		status = "OPTIMUM FOUND"
	}
	for _, v := range violated {
		fmt.Fprintf(b, "c %d %s are violated\n", v.Amount, v.Name)
	}
	switch {
	case p.weighted && len(violated) == 0:
		fmt.Fprintf(b, "o %d\n", cost)
	case !p.weighted && cost > 0:
		fmt.Fprintf(b, "c %d clauses are violated\n", cost)
	}
	fmt.Fprintf(b, "s %s\n", status)
	line, word := []byte{'v'}, []byte(nil)
	for i := range len(x) + 1 {
		switch {
		case i == len(x):
			word = append(word[:0], '0')
		case x[i] == 0:
			word = strconv.AppendInt(word[:0], -int64(i)-1, 10)
		default:
			word = strconv.AppendInt(word[:0], int64(i)+1, 10)
		}
		if len(line)+1+len(word) > wide {
			b.Write(append(line, '\n')) // the buffer keeps the first error for Flush
			line = line[:1]
		}
		line = append(append(line, ' '), word...)
	}
	b.Write(append(line, '\n'))
	return b.Flush()
}

// ReadSolution reads an assignment of p from lines v, with literals or, as in the MaxSAT evaluations since 2022, with a 0 or 1
// for each variable in one word. It passes over lines s, o and c. A file has at most 1 MiB + 64*n bytes.
func ReadSolution(r io.Reader, file string, p *Instance) ([]int32, error) {
	n := int(p.clauses.N)
	s := newScanner(r, file, bounded.Solution(n))
	a := assignment{x: make([]int32, n), known: make([]bool, n)}
	for {
		word, first, err := s.next(n + longest)
		if errors.Is(err, io.EOF) {
			break
		}
		switch {
		case err != nil:
			return nil, s.fail("%w", err)
		case first && (string(word) == "s" || string(word) == "o"):
			if err := s.skip(); err != nil && !errors.Is(err, io.EOF) {
				return nil, s.fail("%w", err)
			}
			continue
		case first && string(word) == "v":
			continue
		case a.values == 0 && n > 1 && len(word) == n && bits(word, a.x):
			a.values = n
			for i := range a.known {
				a.known[i] = true
			}
			continue
		}
		v, err := s.value(word, "a literal", -int64(n), int64(n))
		if err != nil {
			return nil, err
		}
		if !a.make(v) {
			return nil, s.fail("found variable %d again; each has one value: correct the solution", max(v, -v))
		}
	}
	if i := slices.Index(a.known, false); i >= 0 {
		return nil, s.fail("the solution has %d of %d variables; %d has no value: take the solution of this instance", a.values, n, i+1)
	}
	return a.x, nil
}

// assignment is a solution as far as it is read.
type assignment struct {
	x      []int32
	known  []bool
	values int // how many are known
}

// make makes a literal true, unless its variable is known. 0 is none.
func (a *assignment) make(literal int64) bool {
	if literal == 0 {
		return true
	}
	i := max(literal, -literal) - 1
	if a.known[i] {
		return false
	}
	a.known[i] = true
	a.values++
	if literal > 0 {
		a.x[i] = 1
	}
	return true
}

// bits writes a word of 0 and 1 to x; it returns false if the word has anything else.
func bits(word []byte, x []int32) bool {
	for _, c := range word {
		if c != '0' && c != '1' {
			return false
		}
	}
	for i, c := range word {
		x[i] = int32(c - '0')
	}
	return true
}
