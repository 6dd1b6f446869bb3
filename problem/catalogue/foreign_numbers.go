package catalogue

import (
	"bytes"
	"strconv"
	"strings"
)

// mostForeign is the most rows or columns that a file known by sight may have.
const mostForeign = 1 << 20

// byNumbers says what a file without words is, by how many numbers its first lines have and it has in all.
func byNumbers(content []byte) string {
	lines := firstLines(content, 2)
	if len(lines) < 2 {
		return ""
	}
	first, second := sizes(lines[0]), lines[1]
	switch {
	case oneMatrix(content) && symmetric(content):
		return "one symmetric matrix, as of distances; --problem tsp seeks a tour, and in a linear ordering all orders would be alike"
	case len(first) == 2 && first[1] > 1 && len(second) == 2*first[1] && counted(content, 2*first[0]*first[1]+2):
		return stranger{what: "job shop scheduling"}.as("a row of machines and times for each job, as OR-Library has them")
	case matrixOf(content) == ofFlowShop && first[0] == first[1]:
		return "as many rows as columns of times: flow shop scheduling, which multiwalk does not read, or, with --problem scheduling, tasks on machines"
	case matrixOf(content) == ofFlowShop:
		return stranger{what: "flow shop scheduling"}.as("a row of times for each machine, as Vallada, Ruiz and Framinan have them")
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

// counted says whether a text has that number of words, and counts no further.
func counted(content []byte, words int) bool {
	if len(content) < 2*words-1 {
		return false
	}
	for range bytes.FieldsSeq(content) {
		if words--; words < 0 {
			return false
		}
	}
	return words == 0
}
