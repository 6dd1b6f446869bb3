package catalogue

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// stranger is a kind of file that is known by sight and not solved.
type stranger struct {
	what  string // that the file is
	where string // a folder of the repository that has a program for it; empty if there is none
}

// dimacs are the DIMACS formats, by the word behind p.
var dimacs = map[string]stranger{
	"edge": {what: "graph colouring", where: "examples/colouring"}, "col": {what: "graph colouring", where: "examples/colouring"},
}

// foreign says what a file is that is known by sight and not read, and where a program for it is; it is empty for any other.
// It reads the whole text only where the first lines are those of a format without words.
func foreign(content []byte) string {
	content = bounded.Unmark(content)
	for line := range bytes.Lines(content[:min(len(content), 1<<16)]) {
		words := strings.Fields(strings.NewReplacer(":", " ", "=", " ").Replace(string(line)))
		switch {
		case len(words) < 2:
		case strings.EqualFold(words[0], "TYPE"):
			if strings.EqualFold(words[1], "TOUR") {
				return "a tour of TSPLIB and no instance; give the instance's file, and this one by --start"
			}
			what, where, _ := strings.Cut(tsp.OtherType(words[1]), "; a Go program that solves it is in ")
			return stranger{what, where}.as("TSPLIB type " + strings.ToUpper(words[1]))
		case words[0] == "p" && words[1] != "cnf" && words[1] != "wcnf":
			return dimacs[words[1]].as("DIMACS format p " + words[1])
		}
	}
	text := strings.TrimSpace(string(content[:min(len(content), 1<<10)]))
	switch {
	case strings.HasPrefix(text, `{"line":`):
		return "a record of runs and no instance; multiwalk verify reads it, and --start takes it"
	case strings.HasPrefix(text, "multiwalk checkpoint "):
		return "a checkpoint and no instance; multiwalk resume goes on from it"
	case strings.HasPrefix(text, "number of jobs, number of machines"):
		return stranger{what: "flow shop scheduling"}.as("Taillard's format")
	case strings.HasPrefix(text, "NAME") && bytes.Contains(content, []byte("\nROWS")) && bytes.Contains(content, []byte("\nCOLUMNS")):
		return stranger{what: "linear and integer programming"}.as("MPS")
	}
	return byNumbers(content)
}

// as is the sentence about a file of that format.
func (s stranger) as(format string) string {
	if s.what == "" {
		return ""
	}
	text := fmt.Sprintf("%s: %s, which multiwalk does not read", format, s.what)
	if s.where != "" {
		text += "; a Go program that solves it is in " + s.where
	}
	return text
}
