package tsp

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
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

// readWeights reads as many weights as the format asks for, however they are spread over lines, or, before DIMENSION or the format,
// all that there are.
func (d *reader) readWeights() error {
	d.weightsLine = d.number
	f, ok := formats[d.format]
	want := -1
	if ok && d.n > 0 {
		want = f.count(d.n)
	}
	for len(d.weights) != want {
		w := d.peek()
		if w == nil || isHeading(d.rest) {
			break
		}
		if decimalComma(d.rest) {
			return d.failComma()
		}
		for w = d.word(); w != nil; w = d.word() {
			v, err := d.weight(w)
			if err != nil && !(want > 0 && f.full && len(d.weights)%(d.n+1) == 0) { // the diagonal has no meaning
				return err
			}
			if d.weights = append(d.weights, v); len(d.weights) == want {
				break
			}
		}
	}
	if want < 0 {
		return nil
	}
	if len(d.weights) != want {
		return d.fail(fmt.Sprintf("%d weights before %s", len(d.weights), orEnd(d.peek())),
			fmt.Sprintf("%d for %s of DIMENSION %d", want, d.format, d.n), "add the missing weights or correct DIMENSION")
	}
	kept := d.rest
	w := d.word()
	if d.rest = kept; startsNumber(w) && string(w) != "-1" {
		return d.fail("weight "+quoted(w), fmt.Sprintf("no more than %d for %s of DIMENSION %d", want, d.format, d.n),
			"remove what is too much, or correct DIMENSION")
	}
	return nil
}

// weight reads the weight of an edge.
func (d *reader) weight(w []byte) (int32, error) {
	v, err := parseInt(w, math.MinInt32, math.MaxInt32)
	if err == nil {
		return int32(v), nil
	}
	remedy := "correct it"
	switch {
	case errors.Is(err, strconv.ErrRange) || isForbidden(w):
		remedy = "for an edge that no tour may use write a large number such as 1000000, above any tour's length; scale other weights"
	case errors.Is(err, errFraction):
		remedy = "multiply all weights by a power of ten, such as 1000, and round them"
	}
	return 0, d.fail("weight "+quoted(w), "a whole number from -2147483648 to 2147483647", remedy)
}

// isForbidden says whether a word is what other programs write for an edge that is not there.
func isForbidden(w []byte) bool {
	switch strings.ToLower(strings.TrimLeft(string(w), "+-")) {
	case "inf", "infinity", "infty", "nan", "none", "null", "na", "n/a", "x", "m", "bigm", "big", "max", "∞", "":
		return true
	}
	return false
}

// matrix returns the n*n weights of the file.
func (d *reader) matrix() ([]int32, error) {
	f, ok := formats[d.format]
	list := d.weights
	fits := func(count int) bool {
		if len(list) == count+1 && list[count] == -1 { // what ends other sections
			list = list[:count]
		}
		return len(list) == count
	}
	if !ok && d.format == "" && fits(d.n*d.n) {
		f, ok = formats["FULL_MATRIX"], true
	}
	if !ok {
		return nil, failAt(d.file, d.weightsLine, "EDGE_WEIGHT_SECTION with EDGE_WEIGHT_FORMAT "+quoted([]byte(d.format)), "one of "+formatNames,
			"name the format in the header")
	}
	if want := f.count(d.n); !fits(want) {
		return nil, failAt(d.file, d.weightsLine, fmt.Sprintf("%d weights", len(d.weights)),
			fmt.Sprintf("%d for %s of DIMENSION %d", want, d.format, d.n), "correct the weights or DIMENSION")
	}
	return f.square(d.n, list), nil
}
