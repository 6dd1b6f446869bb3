package catalogue

import (
	"bytes"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/ordering"
)

var orderingFormat = problem.Format{
	Name:      "ordering",
	Title:     "linear ordering problem: rows and columns of a matrix in the order with the greatest sum above the diagonal",
	Files:     "LOLIB; ordering:60:7 draws one",
	Endings:   []string{".mat"},
	Solutions: "the rows in their order, from 1",
	Pictures:  problem.Pictures,
	Published: listedCost,
	Maximised: "sum",
	ByFile:    true,
	Weak:      true,
	Fits:      oneMatrix,
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		return orNil(ordering.Read(bytes.NewReader(content), file))
	},
	Generate: func(n int, seed uint64) (multiwalk.Problem, error) { return orNil(ordering.Draw(n, seed)) },
}

// oneMatrix says whether a text is n, alone in its line, and n*n numbers.
func oneMatrix(content []byte) bool {
	lines := firstLines(content, 2)
	if len(lines) < 2 {
		return false
	}
	n := sizes(lines[0])
	return len(n) == 1 && bounded.Counted(content, n[0]*n[0]+1)
}

// symmetric says whether the numbers behind the first are a symmetric matrix, as distances are. In a linear ordering all orders would
// be alike.
func symmetric(content []byte) bool {
	words := bytes.Fields(content)[1:]
	n := int(math.Sqrt(float64(len(words))))
	for a := range n {
		for b := range a {
			v, err := bounded.Whole(words[a*n+b])
			w, other := bounded.Whole(words[b*n+a])
			if err != nil || other != nil || v != w {
				return false
			}
		}
	}
	return n > 1
}
