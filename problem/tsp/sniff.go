package tsp

import (
	"bytes"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Sniff tells from the beginning of a file, a few kilobytes, whether it is a TSPLIB file of TYPE TSP or ATSP: it
// names such a type, or it names none but has a DIMENSION and an EDGE_WEIGHT_TYPE and no CAPACITY.
func Sniff(prefix []byte) bool {
	prefix = bounded.Unmark(prefix)
	var dimension, weights bool
	for line := range bytes.Lines(prefix) {
		left, value, colon := bytes.Cut(bytes.TrimSpace(line), []byte{':'})
		if !colon {
			left, value = firstWord(left)
		}
		word, _ := firstWord(bytes.TrimSpace(value))
		switch key := bytes.ToUpper(bytes.TrimSpace(left)); string(key) {
		case "TYPE":
			return bytes.EqualFold(word, []byte("TSP")) || bytes.EqualFold(word, []byte("ATSP"))
		case "CAPACITY":
			return false
		case "DIMENSION":
			dimension = true
		case "EDGE_WEIGHT_TYPE":
			weights = true
		}
	}
	return dimension && weights
}
