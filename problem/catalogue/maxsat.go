package catalogue

import (
	"bytes"

	"github.com/multiwalk/multiwalk/problem/maxsat"
)

var maxsatFormat = Format{
	Name:      "maxsat",
	Title:     "satisfiability, and maximum satisfiability, weighted and partial: the least weight of violated clauses",
	Files:     "DIMACS CNF, and WCNF, both with and without a header; or a name such as sat:n10000-r4.2 or xorsat:n30",
	Endings:   []string{".cnf", ".wcnf"},
	Solutions: "lines s and v, as solvers print them; solve --answer word writes v 0110",
	byFile:    true,
	headed:    maxsat.Sniff,
	read: func(content []byte, file string) (Problem, error) {
		return orNil(maxsat.Read(bytes.NewReader(content), file))
	},
}
