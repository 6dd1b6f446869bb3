package catalogue

import (
	"bytes"
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

var tspEndings = []string{".tsp", ".atsp"}

var tspFormat = Format{
	Name:      "tsp",
	Title:     "travelling salesman problem, symmetric or not: the shortest closed tour of all cities",
	Files:     "TSPLIB, TYPE TSP or ATSP",
	Endings:   tspEndings,
	Solutions: "TSPLIB tours (.tour)",
	Pictures:  []string{".svg", ".png"},
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
	draw: drawTour,
	bestKnown: func(p multiwalk.Problem) (BestKnown, bool) {
		in := p.(*tsp.Instance)
		cost, proven, ok := in.BestKnown()
		if !ok && len(in.FixedEdges()) == 0 { // TSPLIB's ulysses16.tsp is called so inside as well
			cost, proven, ok = tsp.BestKnown(withoutEnding(in.Name(), tspEndings))
		}
		return BestKnown{cost, proven}, ok
	},
}

// pngWidth is in pixels: sharp on a page, and small enough to send.
const pngWidth = 1600

// drawTour draws a map; x is nil for the cities alone.
func drawTour(w io.Writer, ending string, p multiwalk.Problem, x []int32) error {
	if ending == ".png" {
		return p.(*tsp.Instance).PNG(w, x, pngWidth)
	}
	return p.(*tsp.Instance).SVG(w, x)
}

// orNil keeps a nil pointer from becoming a problem that is not nil.
func orNil[T multiwalk.Problem](p T, err error) (multiwalk.Problem, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}
