package qap

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Form is how a solution file writes an assignment. QAPLIB's own files do not agree.
type Form string

// The forms.
const (
	Direct           Form = "direct"               // the locations of facilities 1, 2, ..., from 1: what QAPLIB documents
	Inverse          Form = "inverse"              // the facilities at locations 1, 2, ..., from 1
	ZeroBased        Form = "0-based direct"       // as Direct, from 0
	ZeroBasedInverse Form = "0-based inverse"      // as Inverse, from 0
	Mismatch         Form = "direct, cost differs" // no form has the cost that the file claims
)

// Solution is the content of a QAPLIB solution file.
type Solution struct {
	X       []int32 // the location of each facility, from 0
	Cost    int64   // of X
	Claimed int64   // the cost that the file states
	Form    Form
}

// ReadSolution reads a solution of q in QAPLIB's form: n, cost, permutation. It tries the forms of a permutation until
// one has the cost that the file claims. If none has it, as with QAPLIB's kra32, it takes the documented form, and Form
// is Mismatch. A file has at most 1 MiB + 64*n bytes.
func ReadSolution(r io.Reader, file string, q *Instance) (*Solution, error) {
	s := newScanner(r, file, bounded.Solution(q.N))
	n, err := s.Whole("the number of facilities n", 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	if n != int64(q.N) {
		return nil, s.Fail("a solution of %d facilities; instance %s has %d: take the solution of that instance",
			n, q.Name(), q.N)
	}
	claimed, err := s.Whole("the cost", math.MinInt64, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	x, err := s.Permutation(q.N)
	if err != nil {
		return nil, err
	}
	if err := s.end(fmt.Sprintf("the permutation of %d", n)); err != nil {
		return nil, err
	}
	return identify(q, x, claimed), nil
}

// ReadSolutionFile reads the solution in a file, see ReadSolution.
func ReadSolutionFile(file string, q *Instance) (*Solution, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("qap: %w", err)
	}
	defer f.Close()
	return ReadSolution(f, file, q)
}

// identify makes x, as a file writes it, a solution.
func identify(q *Instance, x []int32, claimed int64) *Solution {
	direct, inverse := ZeroBased, ZeroBasedInverse
	for _, v := range x {
		if int(v) == q.N {
			direct, inverse = Direct, Inverse
		}
	}
	if direct == Direct {
		for i := range x {
			x[i]--
		}
	}
	cost := q.Cost(x)
	if cost == claimed {
		return &Solution{X: x, Cost: cost, Claimed: claimed, Form: direct}
	}
	y := make([]int32, q.N)
	for i, l := range x {
		y[l] = int32(i)
	}
	if q.Cost(y) == claimed {
		return &Solution{X: y, Cost: claimed, Claimed: claimed, Form: inverse}
	}
	return &Solution{X: x, Cost: cost, Claimed: claimed, Form: Mismatch}
}

// ReadSolution reads a solution in QAPLIB's form, see ReadSolution of the package.
func (q *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	s, err := ReadSolution(r, file, q)
	if err != nil {
		return nil, err
	}
	return s.X, nil
}

// WriteSolution writes a solution in QAPLIB's documented form: n and cost, then the locations from 1.
func (q *Instance) WriteSolution(w io.Writer, x []int32) error {
	if _, err := fmt.Fprintf(w, "%d %d\n", len(x), q.Cost(x)); err != nil {
		return err
	}
	return bounded.WriteOrder(w, x)
}
