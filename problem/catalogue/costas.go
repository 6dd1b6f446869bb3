package catalogue

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/costas"
)

// costasFormat has no files of its own, as nqueensFormat has none.
var costasFormat = problem.Format{
	Name:      "costas",
	Title:     "Costas arrays: a dot in each of N columns and rows, no two pairs of which have the same vector between them",
	Files:     "no file: the name costas:N, such as costas:18",
	Endings:   []string{".costas"},
	Solutions: "the row in each column, from 1",
	Pictures:  problem.Pictures,
	Prefixes:  []string{costas.Prefix},
	Headed:    costas.Sniff,
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		return orNil(costas.Named(content, file))
	},
}
