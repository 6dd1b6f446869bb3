package ordering

import (
	"fmt"
	"io"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
)

const (
	// MostRows is the largest n: its two matrices take 200 MB.
	MostRows = 5000
	// Largest is what an entry may be, so that a difference of two differences fits 32 bits.
	Largest = 1 << 28
	// mostBytes bounds a file.
	mostBytes = MostRows * MostRows * 12
)

// Read reads a matrix of LOLIB: n, then n rows. Errors have the file, the line, and what is wrong there.
func Read(r io.Reader, file string) (*Instance, error) {
	words := bounded.NewWords(r, file, "a matrix of LOLIB", mostBytes)
	n, err := words.Whole("the number of rows n", 1, MostRows)
	if err != nil {
		return nil, err
	}
	w := make([]int32, 0, min(n*n, 1<<12))
	for k := range n * n {
		v, err := words.Whole(fmt.Sprintf("the entry in row %d, column %d", k/n+1, k%n+1), -Largest, Largest)
		if err != nil {
			return nil, err
		}
		w = append(w, int32(v))
	}
	return New(int(n), w), words.End(fmt.Sprintf("%d rows of %[1]d entries", n))
}

// Draw draws a matrix like an input-output table: half of the entries are 0, a few are large; and the first rows of an
// unknown order supply more than they take.
func Draw(n int, seed uint64) (*Instance, error) {
	if n < 1 || n > MostRows {
		return nil, fmt.Errorf("ordering: a matrix of %d rows is not drawn; there may be 1 to %d", n, MostRows)
	}
	r := multiwalk.NewRand(seed, 0)
	order := make([]int32, n)
	multiwalk.Permutation(n).Random(r, order)
	w := make([]int32, n*n)
	for a := range n {
		for b := range n {
			size := math.Pow(r.Float64(), 4) * 1000
			if order[a] > order[b] {
				size /= 3
			}
			if r.IntN(2) == 0 {
				w[a*n+b] = int32(size)
			}
		}
	}
	return New(n, w), nil
}

// WriteSolution writes the rows in their order, from 1 on.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error { return bounded.WriteOrder(w, x) }

// ReadSolution reads the rows in their order, from 1 or from 0 on.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	return bounded.ReadOrder(r, file, "an order of the rows", int(p.N))
}
