package catalogue

import (
	"bytes"
	"io"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/qap"
)

var qapFormat = Format{
	Name:      "qap",
	Title:     "quadratic assignment problem: facilities to locations, at the least sum of flow times distance",
	Files:     "QAPLIB",
	Endings:   []string{".dat"},
	Solutions: "QAPLIB solutions (.sln)",
	byFile:    true,
	fits:      qap.Sniff,
	relative:  qap.SniffRelative,
	read: func(content []byte, file string) (multiwalk.Problem, error) {
		return orNil(qap.Read(bytes.NewReader(content), file))
	},
	writeSolution: func(w io.Writer, p multiwalk.Problem, x []int32) error {
		return qap.WriteSolution(w, x, p.Cost(x))
	},
	readSolution: func(r io.Reader, file string, p multiwalk.Problem) ([]int32, error) {
		s, err := qap.ReadSolution(r, file, p.(*qap.Instance))
		if err != nil {
			return nil, err
		}
		return s.X, nil
	},
	bestKnown: func(p multiwalk.Problem) (BestKnown, bool) {
		name := p.(*qap.Instance).Name()
		cost, proven, ok := qap.BestKnown(name)
		return BestKnown{cost, proven}, ok && qap.SizeOf(name) == p.Space().Len()
	},
}
