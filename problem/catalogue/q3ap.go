package catalogue

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/q3ap"
)

// q3apFormat has the form of QAPLIB's files, so only a word before the name, or before the text, tells it from qap.
var q3apFormat = problem.Format{
	Name:  "q3ap",
	Title: "quadratic three-dimensional assignment problem: two permutations, at the least sum of F squared times D times D",
	Files: "QAPLIB's form by the name q3ap:FILE, such as q3ap:nug12-d.dat (n, F, D), or q3ap-df:FILE (n, D, F); " +
		"random q3ap:N:SEED, such as q3ap:12:1",
	Endings:   []string{".dat"},
	Solutions: "n and cost, then p, then q, from 1 (.sln)",
	ByFile:    true,
	Prefixes:  []string{q3ap.Word + ":", q3ap.WordSwapped + ":"},
	Explain:   q3apName,
	Headed:    q3ap.Sniff,
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		return orNil(q3ap.Read(content, file))
	},
}

// q3apName explains q3ap:FILE, which is the file's text behind the word, and q3ap:N:SEED, which draws one.
func q3apName(name string) (*problem.Name, error) {
	at, ok, err := q3ap.Named(name)
	switch {
	case !ok || err != nil:
		return nil, err
	case at.N > 0:
		return &problem.Name{Len: 2 * at.N, Text: func([]byte) []byte { return at.Text() }}, nil
	}
	text := func(file []byte) []byte {
		if q3ap.Sniff(file) { // it says itself in which order its matrices are
			return file
		}
		return slices.Concat([]byte(at.Word+" "), file) // in the same line, so that lines keep their numbers
	}
	remedy := fmt.Sprintf("give %s:FILE, or %s:N:SEED for a random instance", at.Word, q3ap.Word)
	return &problem.Name{File: at.File, Text: text, Remedy: remedy}, nil
}
