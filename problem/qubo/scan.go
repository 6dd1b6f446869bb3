package qubo

import (
	"errors"
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// scanner reads the words of a file.
type scanner struct {
	*bounded.Words
	bits, entries int // promised and read so far, see entries.check
}

func newScanner(r io.Reader, file, comments string) *scanner {
	w := bounded.NewWords(r, file, "the file you mean", bounded.Instance)
	w.Comments = comments
	return &scanner{Words: w}
}

// number reads a whole number from lo to hi.
func (s *scanner) number(what string, lo, hi int64, remedy string) (int64, error) {
	w := s.Word()
	v, err := bounded.Whole(w)
	if err != nil || v < lo || v > hi {
		return 0, s.Found(bounded.Shown(w), fmt.Sprintf("%s, a whole number from %d to %d", what, lo, hi), remedy)
	}
	return v, nil
}

// mostWeight bounds a weight: up to here float64, in which other programs write weights, has all whole numbers.
const mostWeight = 1 << 53

// weight reads a weight, which may be written as 3, 3.0 or 3e0.
func (s *scanner) weight(what func() string) (int64, error) {
	w := s.Word()
	v, err := bounded.Whole(w)
	if errors.Is(err, bounded.ErrNumber) {
		return 0, s.Found(bounded.Shown(w), what()+", a whole number up to 2^53", "correct it")
	}
	if err != nil || v < -mostWeight || v > mostWeight {
		return 0, s.Found(bounded.Shown(w), what()+", a whole number up to 2^53", "scale all weights by a common factor and round them")
	}
	return v, nil
}

// end reports what comes after the last number.
func (s *scanner) end(after string) error {
	if w := s.Word(); w != nil || s.Faulty() {
		return s.Found(bounded.Shown(w), "the end of the file after "+after, "correct the number of entries at the top, or remove what is too much")
	}
	return nil
}
