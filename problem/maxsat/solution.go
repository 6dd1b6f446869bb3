package maxsat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/problem"
)

// wide is the length of a line of literals, at most.
const wide = 78

// Status is what is known of a solution, in the words of the SAT competitions and the MaxSAT evaluations.
type Status string

// The statuses.
const (
	Satisfiable   Status = "SATISFIABLE"   // all clauses hold; of maximum satisfiability, all hard ones
	Optimum       Status = "OPTIMUM FOUND" // of maximum satisfiability: no cost can be less
	Unsatisfiable Status = "UNSATISFIABLE" // a clause that has to hold has no literal
	Unknown       Status = "UNKNOWN"
)

// ExitCode is that of a solver which says what is known of a solution.
func (p *Instance) ExitCode(x []int32) int {
	return map[Status]int{Satisfiable: 10, Unsatisfiable: 20, Optimum: 30}[p.Status(x)]
}

// Status returns what is known of a solution.
func (p *Instance) Status(x []int32) Status {
	cost := p.Cost(x)
	violated := len(p.rules.Violations(cost)) > 0 || !p.weighted && cost > 0
	switch impossible := p.bound >= p.clauses.Hard || !p.weighted && p.bound > 0; {
	case violated && impossible:
		return Unsatisfiable
	case violated:
		return Unknown
	case p.weighted && cost == p.bound:
		return Optimum
	}
	return Satisfiable
}

// How the values of a solution are written.
const (
	Literals = "literals" // v 1 -2 3 0, in lines of some 78 columns
	Word     = "word"     // v 101, as the MaxSAT evaluations have it since 2022
)

// Forms are both.
func (p *Instance) Forms() []string { return []string{Literals, Word} }

// WriteAnswer writes an assignment as solvers print theirs: a line s with its status, and lines v with the values, as literals, or
// as a word. For maximum satisfiability a line o has the cost. Lines c say which clauses that have to hold do not. Where nothing
// satisfies them there are no values.
func (p *Instance) WriteAnswer(w io.Writer, x []int32, form string) error {
	b := bufio.NewWriter(w)
	cost, status := p.Cost(x), p.Status(x)
	hard := p.rules.Violations(cost)
	for _, v := range hard {
		fmt.Fprintf(b, "c %d %s are violated\n", v.Amount, v.Name)
	}
	switch {
	case p.weighted && len(hard) == 0:
		fmt.Fprintf(b, "o %d\n", cost)
	case !p.weighted && cost > 0:
		fmt.Fprintf(b, "c %d clauses are violated\n", cost)
	}
	if list := p.Violated(x); len(list) > 0 {
		fmt.Fprintf(b, "c violated: %s\n", problem.Listed(list))
	}
	fmt.Fprintf(b, "s %s\n", status)
	switch {
	case status == Unsatisfiable:
	case form == Word:
		line := []byte("v ")
		for _, bit := range x[:p.n] {
			line = append(line, '0'+byte(bit))
		}
		b.Write(append(line, '\n')) // the buffer keeps the first error for Flush
	default:
		writeLiterals(b, x[:p.n])
	}
	return b.Flush()
}

func writeLiterals(b *bufio.Writer, x []int32) {
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
			b.Write(append(line, '\n'))
			line = line[:1]
		}
		line = append(append(line, ' '), word...)
	}
	b.Write(append(line, '\n'))
}

// WriteSolution writes the values of variables as literals.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error {
	return p.WriteAnswer(w, x, Literals)
}

// ReadSolution reads an assignment of p from lines v, with literals or, as in the MaxSAT evaluations since 2022, with a 0 or 1
// for each variable in one word. It passes over lines s, o and c, and over the word SAT, which some solvers write above the
// literals. A file has at most 1 MiB + 64*n bytes.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	s := words(r, file, bounded.Solution(p.n))
	s.Longest += p.n // a word may list the values of all
	a := assignment{n: p.n, x: make([]int32, p.clauses.N), known: make([]bool, p.n)}
	for {
		word, err := s.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, s.Fail("%w", err)
		}
		if err := a.take(s, word); err != nil {
			return nil, err
		}
	}
	if a.n == 1 && a.ended { // the word 0 looks like the end of literals
		a.make(-1)
	}
	if i := slices.Index(a.known, false); i >= 0 {
		return nil, s.Fail("the solution has %d of %d variables; %d has no value: take the solution of this instance", a.values, a.n, i+1)
	}
	return a.x, nil
}

const noSolution = "found that there is no solution: give a file with one"

func (a *assignment) take(s *bounded.Words, word []byte) error {
	first := s.First
	switch text := string(word); {
	case first && (text == "s" || text == "o"):
		if text == "s" && s.More() {
			if word, err := s.Next(); err == nil && strings.HasPrefix(string(word), "UNSAT") {
				return s.Fail(noSolution)
			}
		}
		if err := s.Skip(); err != nil && !errors.Is(err, io.EOF) {
			return s.Fail("%w", err)
		}
		return nil
	case first && (text == "v" || text == "SAT" || text == "SATISFIABLE"):
		return nil
	case first && (text == "UNSAT" || text == "UNSATISFIABLE"):
		return s.Fail(noSolution)
	case a.values == 0 && a.n > 1 && len(word) == a.n && bits(word, a.x):
		a.values = a.n
		for i := range a.known {
			a.known[i] = true
		}
		return nil
	case len(word) > 1 && word[0] == '0' && bits(word, nil), len(word) > bounded.Longest && bits(word, nil):
		return s.Fail("found a word of %d values, and there are %d variables: take the solution of this instance", len(word), a.n)
	}
	v, err := s.Value(word, "a literal", -int64(a.n), int64(a.n))
	if err != nil {
		return err
	}
	if !a.make(v) {
		return s.Fail("found variable %d again; each has one value: correct the solution", max(v, -v))
	}
	return nil
}

// assignment is a solution as far as it is read.
type assignment struct {
	n      int
	x      []int32
	known  []bool
	ended  bool // a 0 came
	values int  // how many are known
}

// make makes a literal true, unless its variable is known. 0 is none.
func (a *assignment) make(literal int64) bool {
	if literal == 0 {
		a.ended = true
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

// bits writes a word of 0 and 1 to x, unless that is nil; it returns false if the word has anything else.
func bits(word []byte, x []int32) bool {
	for _, c := range word {
		if c != '0' && c != '1' {
			return false
		}
	}
	if x == nil {
		return true
	}
	for i, c := range word {
		x[i] = int32(c - '0')
	}
	return true
}
