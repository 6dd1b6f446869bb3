package catalogue

import (
	"bytes"
	"strconv"
	"strings"
)

// mostForeign is the most rows or columns that a file known by sight may have.
const mostForeign = 1 << 20

// byNumbers says what a file without words is, by how many numbers it has.
func byNumbers(content []byte) string {
	if oneMatrix(content) && symmetric(content) {
		return "one symmetric matrix, as of distances; --problem tsp seeks a tour, and in a linear ordering all orders would be alike"
	}
	return ""
}

// firstLines returns the words of the first lines that are not blank.
func firstLines(content []byte, most int) (lines [][]string) {
	for line := range bytes.Lines(content) {
		if words := strings.Fields(string(line[:min(len(line), 1<<16)])); len(words) > 0 {
			if lines = append(lines, words); len(lines) == most {
				break
			}
		}
	}
	return lines
}

// sizes are the numbers of a line, if each may be a number of rows or columns.
func sizes(words []string) (list []int) {
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 || n > mostForeign {
			return nil
		}
		list = append(list, n)
	}
	return list
}
