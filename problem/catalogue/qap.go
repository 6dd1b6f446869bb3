package catalogue

import (
	"bytes"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/qap"
)

var qapFormat = problem.Format{
	Name:      "qap",
	Title:     "quadratic assignment problem: facilities to locations, at the least sum of flow times distance",
	Files:     "QAPLIB",
	Endings:   []string{".dat"},
	Solutions: "QAPLIB solutions (.sln)",
	Pictures:  problem.Pictures,
	ByFile:    true,
	Fits:      qap.Sniff,
	Relative:  qap.SniffRelative,
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		return orNil(qap.Read(bytes.NewReader(content), file))
	},
}
