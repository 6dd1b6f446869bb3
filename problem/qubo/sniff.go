package qubo

import (
	"bytes"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// SniffQUBO says whether a text begins as D-Wave's form does.
func SniffQUBO(content []byte) bool {
	for line := range bytes.Lines(bounded.Unmark(content)) {
		if words := bytes.Fields(line); len(words) > 0 && string(words[0]) != "c" {
			return len(words) > 1 && string(words[0]) == "p" && string(words[1]) == "qubo"
		}
	}
	return false
}

const (
	// looked is how many lines are looked at to tell pairs from other numbers.
	looked = 200
	// many is from how many pairs on a single loop is more likely a mistake than a weight.
	many = 20
)

// SniffPairs says whether a text begins as one of weighted pairs does: two numbers, then lines of three, the first two of
// which are from 1 to the first of all. loops is how many pairs are of one number twice: 0 of a graph, 1 where
// a graph may have a mistake, since it is one of many pairs, else 2.
func SniffPairs(content []byte) (ok bool, loops int) {
	n, lines := int64(0), 0
	for line := range bytes.Lines(bounded.Unmark(content)) {
		words := bytes.Fields(line)
		switch {
		case len(words) == 0 || words[0][0] == '#':
			continue
		case n == 0:
			if len(words) != 2 {
				return false, 0
			}
			n, _ = strconv.ParseInt(string(words[0]), 10, 64)
			if _, err := strconv.ParseUint(string(words[1]), 10, 31); err != nil || n < 1 || n > MaxN {
				return false, 0
			}
			continue
		}
		if lines++; lines > looked && loops > 1 {
			break
		}
		i, j, fits := pair(words, n)
		if !fits && lines <= looked {
			return false, 0
		}
		if fits && i == j {
			loops = min(2, loops+1)
		}
	}
	if lines < many {
		loops *= 2
	}
	return lines > 0, min(2, loops)
}

// pair reads a line of three numbers.
func pair(words [][]byte, n int64) (i, j int64, ok bool) {
	if len(words) != 3 {
		return 0, 0, false
	}
	i, errI := strconv.ParseInt(string(words[0]), 10, 64)
	j, errJ := strconv.ParseInt(string(words[1]), 10, 64)
	_, errW := strconv.ParseFloat(string(words[2]), 64)
	return i, j, errI == nil && errJ == nil && errW == nil && min(i, j) >= 1 && max(i, j) <= n
}
