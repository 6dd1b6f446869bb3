package qubo

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// ReadBeasley reads the form of OR-Library's bqp files: how many instances there are, and for each the number of bits and
// of entries, then the entries, such as 2 7 -13, bits from 1. What is to be maximised is the sum over i of q[i][i]*x[i] plus twice
// that over i < j of q[i][j]*x[i]*x[j]; an Instance costs that with the other sign. Names are the file's with -1, -2 and so on
// unless there is one instance alone. See Beasley, "Heuristic algorithms for the unconstrained binary quadratic programming
// problem", 1998.
func ReadBeasley(r io.Reader, file string) ([]*Instance, error) {
	s := newScanner(r, file, "#")
	instances, err := s.number("the number of instances", 1, math.MaxInt32, "begin with the number of instances, 1 if there is one")
	if err != nil {
		return nil, err
	}
	var list []*Instance
	for k := range instances {
		p, err := s.beasley(file, k+1)
		if err != nil {
			return nil, err
		}
		if instances > 1 {
			p.name += "-" + strconv.FormatInt(k+1, 10)
		}
		list = append(list, p)
	}
	return list, s.end(fmt.Sprintf("instance %d", instances))
}

func (s *scanner) beasley(file string, number int64) (*Instance, error) {
	e, count, err := s.header(fmt.Sprintf("the number of bits of instance %d", number), "the number of its entries", 1)
	if err != nil {
		return nil, err
	}
	if err := e.read(s, count, "entry"); err != nil {
		return nil, err
	}
	if err := e.check(s); err != nil {
		return nil, err
	}
	p, err := e.instance(file, -1, -2)
	if err == nil {
		p.maximised = "value"
	}
	return counts(p, err, "Beasley's form, to be maximised", 2)
}

// Part returns the instance of a number from 1 of a text in Beasley's form, as a text of one instance with the same lines.
func Part(content []byte, file string, number int) ([]byte, error) {
	parts := parts(content)
	if parts == nil {
		if _, err := ReadBeasley(bytes.NewReader(content), file); err != nil {
			return nil, err
		}
	}
	if number < 1 || number > len(parts) {
		return nil, fmt.Errorf("multiwalk: %s: there is no instance %d; it holds %d, #1 to #%d", file, number, len(parts), len(parts))
	}
	at := parts[number-1]
	lines := bytes.Count(content[:at[0]], []byte("\n"))
	text := append([]byte("1"), bytes.Repeat([]byte("\n"), max(1, lines))...)
	return append(text, content[at[0]:at[1]]...), nil
}

// SniffBeasley says whether a text is in Beasley's form, and nothing is missing.
func SniffBeasley(content []byte) bool { return parts(content) != nil }

// parts returns from where to where each instance goes; nil for another text.
func parts(content []byte) (list [][2]int) {
	w := words{text: bounded.Unmark(content), base: len(content) - len(bounded.Unmark(content))}
	instances, ok := w.count()
	for k := 0; ok && k < instances; k++ {
		n, okN := w.count()
		from := w.from
		m, okM := w.count()
		if !okN || !okM || n < 1 || m > len(content)/6 || !w.pass(3*m) {
			return nil
		}
		list = append(list, [2]int{from, w.base + w.at})
	}
	if ok = ok && len(list) > 0 && w.next() == nil; !ok {
		return nil
	}
	return list
}

// words goes through a text.
type words struct {
	text     []byte
	base, at int // where the text begins, and what was read of it
	from     int // where the last word began
}

func (w *words) next() []byte {
	for w.at < len(w.text) && w.text[w.at] <= ' ' {
		w.at++
	}
	from := w.at
	for w.at < len(w.text) && w.text[w.at] > ' ' {
		w.at++
	}
	w.from = w.base + from
	if from == w.at {
		return nil
	}
	return w.text[from:w.at]
}

// count reads a number that is not negative.
func (w *words) count() (int, bool) {
	v, err := strconv.ParseInt(string(w.next()), 10, 32)
	return int(v), err == nil && v >= 0
}

func (w *words) pass(count int) bool {
	for range count {
		if w.next() == nil {
			return false
		}
	}
	return true
}
