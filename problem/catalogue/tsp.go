package catalogue

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

var tspFormat = Format{
	Name:      "tsp",
	Title:     "travelling salesman problem, symmetric or not: the shortest closed tour of all cities",
	Files:     "TSPLIB, TYPE TSP or ATSP",
	Endings:   []string{".tsp", ".atsp"},
	Solutions: "TSPLIB tours (.tour)",
	recognise: tsp.Sniff,
	read: func(content []byte, file string) (multiwalk.Problem, error) {
		return orNil(tsp.Read(bytes.NewReader(content), file))
	},
	writeSolution: func(w io.Writer, p multiwalk.Problem, x []int32) error {
		in := p.(*tsp.Instance)
		return tsp.WriteTour(w, in.Name(), fmt.Sprintf("length %d, found by Multiwalk", in.Cost(x)), x)
	},
	readSolution: func(r io.Reader, file string, p multiwalk.Problem) ([]int32, error) {
		return tsp.ReadTour(r, file, p.(*tsp.Instance).N)
	},
	bestKnown: tspBestKnown,
}

// tspBestKnown knows TSPLIB's instances by the name inside the file. Only linhp318 is called lin318 there, and its best
// known cost leaves out the fixed edge that a tour counts.
func tspBestKnown(p multiwalk.Problem, file string) (BestKnown, bool) {
	in := p.(*tsp.Instance)
	name, extra := in.Name(), int64(0)
	if fixed := in.FixedEdges(); len(fixed) > 0 {
		name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		for _, e := range fixed {
			extra += in.EdgeCost(e[0], e[1])
		}
	}
	cost, proven, ok := tsp.BestKnown(name)
	return BestKnown{cost + extra, proven}, ok
}

// orNil keeps a nil pointer from becoming a problem that is not nil.
func orNil[T multiwalk.Problem](p T, err error) (multiwalk.Problem, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}
