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
	return bounded.Part(content, file, number, parts, "1")
}

// SniffBeasley says whether a text is in Beasley's form, and nothing is missing.
func SniffBeasley(content []byte) bool { return parts(content) != nil }

// parts returns from where to where each instance goes; nil for another text.
func parts(content []byte) (list [][2]int) {
	c := bounded.Over(content)
	instances, ok := c.Count(1, math.MaxInt32)
	for k := 0; ok && k < instances; k++ {
		_, okN := c.Count(1, math.MaxInt32)
		from := c.From
		m, okM := c.Count(0, len(content)/6)
		if !okN || !okM || !c.Pass(3*m) {
			return nil
		}
		list = append(list, [2]int{from, c.At})
	}
	if !ok || len(c.Next()) > 0 {
		return nil
	}
	return list
}
