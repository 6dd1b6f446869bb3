package catalogue

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// stranger is a kind of file that is known by sight and not solved.
type stranger struct{ what string } // that the file is

// dimacs are the DIMACS formats that are not read, by the word behind p.
var dimacs = map[string]stranger{
	"sp": {what: "shortest paths"}, "max": {what: "maximum flow"}, "min": {what: "minimum-cost flow"}, "asn": {what: "the assignment problem"},
	"dnf": {what: "disjunctive normal form"}, "knf": {what: "clauses with cardinalities"}, "inccnf": {what: "incremental satisfiability"},
}

// byWords says what a file is whose words tell that it is not read, and where a program for it is; it is empty for any other.
func byWords(content []byte) string {
	content = bounded.Unmark(content)
	content = content[:min(len(content), 1<<16)]
	for line := range bytes.Lines(content) {
		words := strings.Fields(strings.NewReplacer(":", " ", "=", " ").Replace(string(line)))
		switch {
		case len(words) < 2:
		case strings.EqualFold(words[0], "TYPE"):
			switch {
			case strings.EqualFold(words[1], "CVRP"):
				return ""
			case strings.EqualFold(words[1], "TOUR"):
				return "a tour of TSPLIB and no instance; give the instance's file, and this one by --start"
			}
			return stranger{what: tsp.OtherType(words[1])}.as("TSPLIB type " + strings.ToUpper(words[1]))
		case words[0] == "p":
			return dimacs[words[1]].as("DIMACS format p " + words[1])
		}
	}
	return bySight(strings.TrimSpace(string(content)))
}

// bySight is byWords for the formats whose first words tell all.
func bySight(text string) string {
	lines := strings.SplitN(text, "\n", 4)
	for len(lines) < 4 {
		lines = append(lines, "")
	}
	first, lower := strings.ToLower(strings.TrimSpace(lines[0])), strings.ToLower(text)
	both := func(words ...string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(lower, w) })
	}
	switch {
	case strings.HasPrefix(text, `{"line":`):
		return "a record of runs and no instance; multiwalk verify reads it, and --start takes it"
	case strings.HasPrefix(text, "multiwalk checkpoint "):
		return "a checkpoint and no instance; multiwalk resume goes on from it"
	case strings.HasPrefix(text, "version https://git-lfs."):
		return "a pointer of Git LFS and no instance; git lfs pull fetches the file"
	case strings.HasPrefix(first, "nb of jobs"):
		return "a job shop in Taillard's first form, which multiwalk does not read; jobshop:ta41 is one of his, and of others write jobs, machines, " +
			"and a row of machines, from 0, and times for each job"
	case strings.HasPrefix(first, "route #"):
		return "a solution of CVRPLIB and no instance; give the instance's file, and this one by --start"
	case strings.HasPrefix(text, "NAME") && both("\nrows", "\ncolumns"), strings.HasPrefix(first, "* ") && both("\nrows", "\ncolumns"):
		return stranger{what: "linear and integer programming"}.as("MPS")
	case strings.HasPrefix(text, "<"):
		return stranger{what: "no text of lines"}.as("XML") + "; multiwalk problems lists what it reads"
	case isQPLIB(lines):
		return stranger{what: "quadratic programming"}.as("QPLIB") + "; a QUBO among them is read as lines \"i j weight\", bits from 0, in a file .coo"
	case both("vehicle", "customer", "capacity"):
		return stranger{what: "vehicle routing with time windows"}.as("Solomon's format")
	case isOPB(first, lines[1:]):
		return stranger{what: "pseudo-Boolean optimisation"}.as("OPB")
	case isLP(lower):
		return stranger{what: "linear and integer programming"}.as("LP")
	}
	return ""
}

// isQPLIB says whether lines are the head of a file of QPLIB: a name, three letters, the sense.
func isQPLIB(lines []string) bool {
	kind, sense := strings.Fields(lines[1]+" -"), strings.ToLower(strings.TrimSpace(lines[2]))
	return len(kind[0]) == 3 && strings.ContainsAny(kind[0][:1], "LDCQ") && strings.ContainsAny(kind[0][1:2], "CBMIG") &&
		strings.ContainsAny(kind[0][2:], "NBLDCQ") && (strings.HasPrefix(sense, "minimize") || strings.HasPrefix(sense, "maximize"))
}

// isOPB says whether a text begins with the comment of OPB, or with an objective or a constraint as it has them.
func isOPB(first string, rest []string) bool {
	if strings.HasPrefix(first, "*") && strings.Contains(first, "#variable=") {
		return true
	}
	for _, line := range append([]string{first}, rest...) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "*") {
			return strings.Contains(line, ";") && (strings.HasPrefix(line, "min:") || strings.HasPrefix(line, "max:") ||
				strings.Contains(line, "=") && strings.ContainsAny(line[:1], "+-~x0123456789"))
		}
	}
	return false
}

// isLP says whether a text, in small letters, begins with an objective and has constraints or kinds of variables.
func isLP(text string) bool {
	begun := false
	for line := range strings.Lines(text) {
		words := strings.Fields(strings.Replace(line, ":", " ", 1))
		if len(words) == 0 || strings.HasPrefix(words[0], "\\") {
			continue
		}
		switch word := words[0]; {
		case !begun && slices.Contains([]string{"minimize", "maximize", "minimise", "maximise", "min", "max", "minimum", "maximum"}, word):
			begun = true
		case !begun:
			return false
		case slices.Contains([]string{"subject", "such", "st", "s.t.", "st.", "bounds", "binary", "binaries", "bin", "general", "end"}, word):
			return true
		}
	}
	return false
}

// as is the sentence about a file of that format.
func (s stranger) as(format string) string {
	if s.what == "" {
		return ""
	}
	return fmt.Sprintf("%s: %s, which multiwalk does not read", format, s.what)
}
