package tsp

import (
	"fmt"
	"math"
)

// format says where the weights of a file stand in the matrix. Rows of the upper triangle are the columns of the
// lower one, so two shapes of triangle serve the eight triangular formats.
type format struct {
	upper    bool // row i holds the columns from i on, else those up to i
	diagonal bool
	full     bool
}

var formats = map[string]format{
	"FULL_MATRIX":    {full: true},
	"UPPER_ROW":      {upper: true},
	"UPPER_DIAG_ROW": {upper: true, diagonal: true},
	"LOWER_ROW":      {},
	"LOWER_DIAG_ROW": {diagonal: true},
	"UPPER_COL":      {},
	"UPPER_DIAG_COL": {diagonal: true},
	"LOWER_COL":      {upper: true},
	"LOWER_DIAG_COL": {upper: true, diagonal: true},
}

const formatNames = "FULL_MATRIX, UPPER_ROW, LOWER_ROW, UPPER_DIAG_ROW, LOWER_DIAG_ROW, UPPER_COL, LOWER_COL, " +
	"UPPER_DIAG_COL, LOWER_DIAG_COL"

// count returns how many weights there are for n cities; n is below 2^31, so it fits.
func (f format) count(n int) int {
	switch {
	case f.full:
		return n * n
	case f.diagonal:
		return n * (n + 1) / 2
	}
	return n * (n - 1) / 2
}

// square returns the n*n matrix of the weights of a file.
func (f format) square(n int, weights []int32) []int32 {
	if f.full {
		return weights
	}
	matrix, next, off := make([]int32, n*n), 0, 1
	if f.diagonal {
		off = 0
	}
	for i := range n {
		from, to := 0, i+1-off
		if f.upper {
			from, to = i+off, n
		}
		for j := from; j < to; j++ {
			matrix[i*n+j], matrix[j*n+i] = weights[next], weights[next]
			next++
		}
	}
	return matrix
}

// readWeights reads as many weights as the format asks for, however they are spread over lines.
func (d *reader) readWeights() error {
	f, ok := formats[d.format]
	if !ok {
		return d.fail("EDGE_WEIGHT_SECTION with EDGE_WEIGHT_FORMAT "+quoted([]byte(d.format)), "one of "+formatNames,
			"name the format in the header")
	}
	d.weightsLine = d.number
	want := f.count(d.n)
	for len(d.weights) < want {
		w := d.peek()
		if w == nil || isLetter(w[0]) {
			return d.fail(fmt.Sprintf("%d weights before %s", len(d.weights), orEnd(w)),
				fmt.Sprintf("%d for %s of DIMENSION %d", want, d.format, d.n), "add the missing weights or correct DIMENSION")
		}
		for w = d.word(); w != nil; w = d.word() {
			v, err := parseInt(w, math.MinInt32, math.MaxInt32)
			if err != nil {
				return d.fail("weight "+quoted(w), "a whole number from -2147483648 to 2147483647", "round or scale the weights")
			}
			if d.weights = append(d.weights, int32(v)); len(d.weights) == want {
				break
			}
		}
	}
	if w := d.word(); startsNumber(w) {
		return d.fail("weight "+quoted(w), fmt.Sprintf("no more than %d for %s of DIMENSION %d", want, d.format, d.n),
			"remove what is too much, or correct DIMENSION")
	}
	return nil
}
