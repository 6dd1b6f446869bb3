package catalogue

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

// nqueensFormat has no files of its own: the name of an instance is all there is to know.
var nqueensFormat = problem.Format{
	Name:      "nqueens",
	Title:     "N queens: N queens on a board of N columns, such that none attacks another",
	Files:     "no file: the name nqueens:N, such as nqueens:1000",
	Endings:   []string{".nqueens"},
	Solutions: "the row in each column, from 1, one a line",
	Pictures:  problem.Pictures,
	Prefixes:  []string{nqueens.Prefix},
	Headed:    nqueens.Sniff,
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		return orNil(nqueens.Read(content, file))
	},
}
