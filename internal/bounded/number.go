package bounded

import (
	"errors"
	"math"
)

// What Whole and WholeUnsigned find wrong with a word.
var (
	ErrNumber   = errors.New("it is no number")
	ErrFraction = errors.New("it is no whole number")
	ErrRange    = errors.New("it is too great")
)

// Longest is how many bytes a number may have. A scanner that cuts words keeps one more, so that none is read in part.
const Longest = 40

// Whole returns the whole number that a word is in any decimal writing: 12, +12, 12.0, 1.2e1, and 1.2D1 as Fortran has it. It is
// exact, and knows no underscores, no hexadecimal digits and no infinity.
func Whole(word []byte) (int64, error) {
	negative, magnitude, err := decimal(word)
	switch {
	case err != nil:
		return 0, err
	case negative && magnitude <= 1<<63:
		return -int64(magnitude), nil // of 1<<63 too, since it wraps
	case negative || magnitude > math.MaxInt64:
		return 0, ErrRange
	}
	return int64(magnitude), nil
}

// WholeUnsigned is Whole for numbers up to 2^64-1 that are not negative; a negative one is out of range.
func WholeUnsigned(word []byte) (uint64, error) {
	negative, magnitude, err := decimal(word)
	if err == nil && negative && magnitude > 0 {
		err = ErrRange
	}
	if err != nil {
		return 0, err
	}
	return magnitude, nil
}

// decimal is the sign and the magnitude of a whole number. Zeros count only once another digit follows, so that 12.000 has two
// digits.
func decimal(word []byte) (negative bool, magnitude uint64, err error) {
	if len(word) > Longest {
		return false, 0, ErrNumber
	}
	if len(word) > 0 && (word[0] == '-' || word[0] == '+') {
		negative, word = word[0] == '-', word[1:]
	}
	zeros, behind := 0, 0 // zeros at the end so far, and digits behind the point
	digits, point, great := false, false, false
	at := 0
	for ; at < len(word); at++ {
		c := word[at]
		if c == '.' && !point {
			point = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		digits = true
		if point {
			behind++
		}
		if c == '0' {
			zeros++
			continue
		}
		var fits bool
		if magnitude, fits = times10(magnitude, zeros+1); !fits || magnitude > math.MaxUint64-uint64(c-'0') {
			great = true
		}
		magnitude, zeros = magnitude+uint64(c-'0'), 0
	}
	exponent, ok := exponentOf(word[at:])
	switch exponent += zeros - behind; {
	case !digits || !ok:
		return false, 0, ErrNumber
	case magnitude == 0 && !great:
		return negative, 0, nil
	case exponent < 0:
		return false, 0, ErrFraction
	}
	if magnitude, ok = times10(magnitude, exponent); great || !ok {
		return false, 0, ErrRange
	}
	return negative, magnitude, nil
}

// times10 is v times ten to a power, and whether that fits.
func times10(v uint64, power int) (uint64, bool) {
	for ; power > 0 && v > 0; power-- {
		if v > math.MaxUint64/10 {
			return 0, false
		}
		v *= 10
	}
	return v, true
}

// mostExponent is beyond all exponents that make a difference.
const mostExponent = 1 << 20

// exponentOf reads what follows the digits: nothing, or a letter and a power of ten.
func exponentOf(word []byte) (exponent int, ok bool) {
	if len(word) == 0 {
		return 0, true
	}
	switch word[0] {
	case 'e', 'E', 'd', 'D':
	default:
		return 0, false
	}
	word = word[1:]
	sign := 1
	if len(word) > 0 && (word[0] == '-' || word[0] == '+') {
		if word[0] == '-' {
			sign = -1
		}
		word = word[1:]
	}
	for _, c := range word {
		if c < '0' || c > '9' {
			return 0, false
		}
		exponent = min(10*exponent+int(c-'0'), mostExponent)
	}
	return sign * exponent, len(word) > 0
}
