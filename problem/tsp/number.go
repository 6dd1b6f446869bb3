package tsp

import (
	"bytes"
	"errors"
	"math"
	"strconv"
)

var errFraction = errors.New("it is no whole number")

// parseReal parses a decimal number, whose exponent may stand behind D, as Fortran writes it. Underscores, hexadecimal numbers and
// words such as inf, which Go has, are no numbers of TSPLIB. One that is too large is infinite.
func parseReal(w []byte) (v float64, ok bool) {
	if len(w) > maxNumber {
		return 0, false
	}
	var room [maxNumber]byte
	text := append(room[:0], w...)
	for i, c := range text {
		switch {
		case c == 'D' || c == 'd':
			text[i] = 'e'
		case (c < '0' || c > '9') && c != '+' && c != '-' && c != '.' && c != 'e' && c != 'E':
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(string(text), 64)
	return v, err == nil || errors.Is(err, strconv.ErrRange)
}

// maxNumber is the most characters of a number.
const maxNumber = 400

// parseInt parses a whole number from lo to hi, which may be written as 12, 12.0 or 1.2e1. Its error is errFraction,
// strconv.ErrRange or strconv.ErrSyntax.
func parseInt(w []byte, lo, hi int64) (int64, error) {
	v, err := strconv.ParseInt(string(w), 10, 64)
	if err != nil {
		f, ok := parseReal(w)
		switch {
		case !ok:
			return 0, strconv.ErrSyntax
		case math.Abs(f) > 1<<53:
			return 0, strconv.ErrRange
		case f != math.Trunc(f):
			return 0, errFraction
		}
		v = int64(f)
	}
	if v < lo || v > hi {
		return v, strconv.ErrRange
	}
	return v, nil
}

// decimalComma says whether a line seems to have commas for decimal points: inside words that blanks or semicolons separate. Lists in
// brackets, such as [1,2], [3,4], have them there too.
func decimalComma(line []byte) bool {
	if bytes.IndexByte(line, ',') < 0 || bytes.ContainsAny(line, "[(") {
		return false
	}
	words, inside := 0, false
	for w := range bytes.FieldsFuncSeq(line, func(r rune) bool { return r <= ' ' || r == ';' }) {
		if isRemark(w) {
			break
		}
		at := bytes.IndexByte(w, ',')
		inside = inside || at > 0 && at < len(w)-1
		words++
	}
	return inside && words > 1
}
