package taillard

import (
	"bytes"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Pairs looks at a text that may be jobs, machines, and then rows of as many pairs as there are machines: it returns how many jobs there are to
// be and how many rows there are, or 0 rows if another line is among them. Pair k may begin with what fits says. Lines that begin with # say
// nothing.
func Pairs(text []byte, fits func(k int, word []byte) bool) (jobs, rows int) {
	machines := 0
	for line := range bytes.Lines(bounded.Unmark(text)) {
		words := bytes.Fields(line)
		switch {
		case len(words) == 0 || words[0][0] == '#':
			continue
		case machines == 0 && len(words) == 2:
			jobs, _ = strconv.Atoi(string(words[0]))
			machines, _ = strconv.Atoi(string(words[1]))
		case len(words) == 2*machines:
			rows++
			for k := range machines {
				if !fits(k, words[2*k]) {
					return jobs, 0
				}
			}
		default:
			return jobs, 0
		}
		if machines < 1 {
			return jobs, 0
		}
	}
	return jobs, rows
}
