package catalogue

import (
	"bytes"

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
	read: func(content []byte, file string) (Problem, error) {
		return orNil(qap.Read(bytes.NewReader(content), file))
	},
}
