package q3ap

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/problem/qap"
)

// The words that an instance's text may begin with. A file has the form of QAPLIB's: n and two matrices, so its content
// does not say which problem it is of; the word does, or who reads the file.
const (
	Word        = "q3ap"    // n, F, D: F is the first matrix
	WordSwapped = "q3ap-df" // n, D, F: F is the second matrix
)

// Read reads an instance: n, then the n*n numbers of F, not squared, then those of D, with white space between: the
// form of a QAPLIB file. The text may begin with Word, which changes nothing, or with WordSwapped: then D comes first.
//
// The published values of nug12-d, nug13-d and nug15-d are those of QAPLIB's files nug12, nug14 cut to 13, and nug15 (distances
// first) as they are; those of nug18-d and nug22-d are of nug18 and nug22 with D first. The other order is another problem.
// Errors say file and line, what was found and expected, and what to do.
func Read(content []byte, file string) (*Instance, error) {
	rest, swapped := bounded.Unmark(content), false
	if word := first(rest); word == Word || word == WordSwapped {
		at := bytes.Index(rest, []byte(word)) + len(word)
		swapped = word == WordSwapped
		rest = append(bytes.Repeat([]byte("\n"), bytes.Count(rest[:at], []byte("\n"))), rest[at:]...) // lines keep their numbers
	}
	read, err := qap.Read(bytes.NewReader(rest), file)
	if err != nil {
		return nil, fmt.Errorf("%w: instances of q3ap have the form of QAPLIB's", err)
	}
	f, d := read.Flow, read.Dist
	if swapped {
		f, d = d, f
	}
	q, err := New(bounded.Stem(file), read.N, f, d)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return q, nil
}

// first is the first word of a text.
func first(text []byte) string {
	text = bytes.TrimLeft(text, " \t\r\n")
	if end := bytes.IndexAny(text, " \t\r\n"); end >= 0 {
		text = text[:end]
	}
	return string(text[:min(len(text), len(WordSwapped)+1)])
}

// Sniff reports whether a text says that it is an instance.
func Sniff(content []byte) bool {
	word := first(bounded.Unmark(content))
	return word == Word || word == WordSwapped
}

// Name is that of an instance: q3ap:FILE, q3ap-df:FILE, q3ap:N or q3ap:N:SEED.
type Name struct {
	Word, File string
	N          int // of a random instance; 0 for one of a file
	Seed       uint64
}

// Text is that of the random instance.
func (n Name) Text() []byte { return Random(n.N, n.Seed).text() }

// Named takes the name of an instance apart. ok is false for other names.
func Named(name string) (at Name, ok bool, err error) {
	word, file, ok := strings.Cut(name, ":")
	if !ok || word != Word && word != WordSwapped {
		return Name{}, false, nil
	}
	size, _, _ := strings.Cut(file, ":")
	if _, err := strconv.Atoi(size); word == WordSwapped || err != nil {
		return Name{Word: word, File: file}, true, nil
	}
	sizes, seed, err := bounded.Drawn(file, "size")
	if err != nil || sizes[0] < 1 || sizes[0] > MaxN {
		return Name{}, true, fmt.Errorf("q3ap: %s: a random instance is q3ap:N or q3ap:N:SEED, with N from 1 to %d and a seed from 0 on, "+
			"such as q3ap:12:1", name, MaxN)
	}
	return Name{word, file, sizes[0], seed}, true, nil
}

// text writes an instance as Read reads it.
func (q *Instance) text() []byte {
	b := fmt.Appendf(nil, "%s %d\n", Word, q.N)
	for _, m := range [][]int32{q.Flow, q.Dist} {
		for k, v := range m {
			separator := byte(' ')
			if k%q.N == q.N-1 {
				separator = '\n'
			}
			b = append(strconv.AppendInt(b, int64(v), 10), separator)
		}
	}
	return b
}
