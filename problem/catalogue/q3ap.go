package catalogue

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/nearest"
	"github.com/multiwalk/multiwalk/problem/q3ap"
)

// q3apFormat has the form of QAPLIB's files, so only a word before the name, or before the text, tells it from qap.
var q3apFormat = Format{
	Name:  "q3ap",
	Title: "quadratic three-dimensional assignment problem: two permutations, at the least sum of F squared times D times D",
	Files: "QAPLIB's form by the name q3ap:FILE, such as q3ap:nug12-d.dat (n, F, D), or q3ap-df:FILE (n, D, F); " +
		"random q3ap:N:SEED, such as q3ap:12:1",
	Endings:   []string{".dat"},
	Solutions: "n and cost, then p, then q, from 1 (.sln)",
	byFile:    true,
	headed:    q3ap.Sniff,
	read: func(content []byte, file string) (Problem, error) {
		return orNil(q3ap.Read(content, file))
	},
}

// q3apContent is the text of an instance by such a name: that of the file, behind the word. ok is false for other names.
func q3apContent(name string) (content []byte, ok bool, err error) {
	at, ok, err := q3ap.Named(name)
	if !ok || err != nil {
		return nil, ok, err
	}
	if at.N > 0 {
		return at.Text(), true, nil
	}
	word, file := at.Word, at.File
	text, err := limit.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		hint := ""
		if whole := ended(file, qapFormat); whole != "" {
			hint = nearest.Meant(filename.Shown(word + ":" + whole))
		}
		return nil, true, fmt.Errorf("multiwalk: %s: no such file%s; give %s:FILE, or %s:N:SEED for a random instance",
			filename.Shown(name), hint, word, q3ap.Word)
	}
	if err != nil {
		return nil, true, unreadable(file, err)
	}
	if q3ap.Sniff(text) { // it says itself in which order its matrices are
		return text, true, nil
	}
	return slices.Concat([]byte(word+" "), text), true, nil // in the same line, so that lines keep their numbers
}

// q3apFile is the file that such a name stands for, and any other name itself.
func q3apFile(name string) string {
	if at, ok, err := q3ap.Named(name); ok && err == nil && at.N == 0 {
		return at.File
	}
	return name
}
