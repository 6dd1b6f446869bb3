package catalogue

import (
	"io"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

// nqueensFormat has no files of its own: the name of an instance is all there is to know.
var nqueensFormat = Format{
	Name:      "nqueens",
	Title:     "N queens: N queens on a board of N columns, such that none attacks another",
	Files:     "no file: the name nqueens:N, such as nqueens:1000",
	Endings:   []string{".nqueens"},
	Solutions: "the row in each column, from 1, one a line",
	headed:    nqueens.Sniff,
	read: func(content []byte, file string) (multiwalk.Problem, error) {
		return orNil(nqueens.Read(content, file))
	},
	writeSolution: func(w io.Writer, _ multiwalk.Problem, x []int32) error { return nqueens.WriteSolution(w, x) },
	readSolution: func(r io.Reader, file string, p multiwalk.Problem) ([]int32, error) {
		return nqueens.ReadSolution(r, file, p.(*nqueens.Instance))
	},
	bestKnown: func(p multiwalk.Problem) (BestKnown, bool) {
		return BestKnown{Cost: p.(*nqueens.Instance).LowerBound(), Proven: true}, true
	},
}
