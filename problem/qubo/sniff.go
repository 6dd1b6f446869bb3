package qubo

import (
	"bytes"
	"errors"
	"strings"

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

// SniffQS says whether a text begins with the comment of ZIMPL's form .qs.
func SniffQS(content []byte) bool {
	words := bytes.Fields(firstLine(content))
	return len(words) == 4 && strings.EqualFold(string(bytes.Join(words[1:], []byte(" "))), "vars non-zeros offset")
}

// SniffCOO says whether a text begins with a comment of dimod's form .coo.
func SniffCOO(content []byte) bool {
	comment, ok := bytes.CutPrefix(firstLine(content), []byte("#"))
	comment = bytes.ToLower(bytes.TrimSpace(comment))
	return ok && (bytes.HasPrefix(comment, []byte("vartype")) || bytes.HasPrefix(comment, []byte("offset"))) && bytes.IndexByte(comment, '=') > 0
}

// firstLine is the first that is not blank.
func firstLine(content []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimLeft(bounded.Unmark(content), " \t\r\n"), []byte("\n"))
	return bytes.TrimSpace(line[:min(len(line), 1<<10)])
}

// looked is how many lines are looked at closely to tell pairs from other numbers.
const looked = 200

// Pairs is what SniffPairs finds.
type Pairs struct {
	OK       bool // the text begins as one of pairs does
	Weighted bool // the pairs have weights; if not it is a graph
	// Diagonal says that more than half of the numbers are paired with themselves: so it is a quadratic form, and no graph with a few
	// edges from a vertex to itself.
	Diagonal bool
}

// SniffPairs says whether a text begins as one of pairs does: two numbers, then as many lines as the second says, of two numbers
// from 1 to the first, or from 0 to less than it, and a weight. Weights may be missing in all lines. A symmetric matrix of Matrix
// Market is one too.
func SniffPairs(content []byte) Pairs {
	content = bounded.Unmark(content)
	if bytes.HasPrefix(content, []byte(matrixMarket)) {
		words := bytes.Fields(firstLine(content))
		return Pairs{OK: true, Weighted: len(words) < 4 || !bytes.EqualFold(words[3], []byte("pattern"))}
	}
	n, promised, lines, loops, width, ends := int64(0), int64(0), int64(0), int64(0), 0, [2]bool{}
	for line := range bytes.Lines(content) {
		words := bytes.Fields(line)
		switch {
		case len(words) == 0 || words[0][0] == '#':
			continue
		case n == 0:
			var ok bool
			if n, promised, ok = sizes(words); !ok {
				return Pairs{}
			}
			continue
		}
		if lines++; lines == 1 {
			width = len(words)
		}
		i, j, fits := pair(words, width)
		fits = fits && min(i, j) >= 0 && max(i, j) <= n
		if !fits && (lines <= looked || width == 2) {
			return Pairs{}
		}
		if fits && i == j {
			loops++
		}
		if fits {
			ends[0], ends[1] = ends[0] || min(i, j) == 0, ends[1] || max(i, j) == n
		}
	}
	// Pairs without weights are easily something else, so their number must be right.
	ok := n > 0 && (lines > 0 || promised == 0) && !(ends[0] && ends[1]) && (width != 2 || lines == promised)
	return Pairs{OK: ok, Weighted: ok && width != 2, Diagonal: ok && 2*loops > n}
}

// sizes reads a line of the number of bits and of entries.
func sizes(words [][]byte) (n, count int64, ok bool) {
	if len(words) != 2 {
		return 0, 0, false
	}
	n, errN := bounded.Whole(words[0])
	count, errC := bounded.Whole(words[1])
	return n, count, errN == nil && errC == nil && n >= 1 && n <= MaxN && count >= 0 && count < 1<<31
}

// pair reads a line of two numbers and, where the width is three, a weight.
func pair(words [][]byte, width int) (i, j int64, ok bool) {
	if len(words) != width || width != 2 && width != 3 {
		return 0, 0, false
	}
	i, errI := bounded.Whole(words[0])
	j, errJ := bounded.Whole(words[1])
	if width == 3 {
		if _, err := bounded.Whole(words[2]); errors.Is(err, bounded.ErrNumber) {
			return 0, 0, false
		}
	}
	return i, j, errI == nil && errJ == nil
}
