package catalogue

import (
	"bytes"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/maxsat"
)

var maxsatFormat = problem.Format{
	Name:      "maxsat",
	Title:     "satisfiability, and maximum satisfiability, weighted and partial: the least weight of violated clauses",
	Files:     "DIMACS CNF, and WCNF, both with and without a header; or a name such as sat:n10000-r4.2 or xorsat:n30",
	Endings:   []string{".cnf", ".wcnf"},
	Solutions: "lines s and v, as solvers print them; solve --answer word writes v 0110",
	ByFile:    true,
	Prefixes:  []string{maxsat.PrefixRandom, maxsat.PrefixXor},
	Headed:    maxsat.Sniff,
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		return orNil(maxsat.Read(bytes.NewReader(content), file))
	},
}
