package continuous

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// WriteSolution implements problem.Writer: the elements, each on its line, so that reading them gives the same bits.
func (p *Packed) WriteSolution(w io.Writer, x []int32) error {
	b := bufio.NewWriter(w)
	for _, v := range Unpack(x) {
		fmt.Fprintln(b, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return b.Flush()
}

// ReadSolution implements problem.Starter: it reads what WriteSolution writes, as many numbers as there are dimensions, with white space between them.
func (p *Packed) ReadSolution(r io.Reader, file string) ([]int32, error) {
	limit := bounded.Limit{Most: bounded.Solution(p.N()), Remedy: "check that this is a solution of " + p.Name()}
	in := bufio.NewScanner(limit.Reader(r))
	x, line := make([]float64, 0, p.N()), 0
	for in.Scan() {
		line++
		for _, word := range strings.Fields(in.Text()) {
			v, err := strconv.ParseFloat(word, 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) || len(x) == p.N() {
				return nil, fmt.Errorf("multiwalk: %s:%d: %.40q is no number, or one too many; %s has %d", file, line, word, p.Name(), p.N())
			}
			x = append(x, v)
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("multiwalk: %s:%d: %w", file, line+1, err)
	}
	if len(x) < p.N() {
		return nil, fmt.Errorf("multiwalk: %s:%d: %d numbers, and %s has %d dimensions", file, line, len(x), p.Name(), p.N())
	}
	return Pack(x), nil
}
