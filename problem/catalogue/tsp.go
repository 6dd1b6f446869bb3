package catalogue

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/catalogue/demo"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/record"
)

var tspFormat = problem.Format{
	Name:  "tsp",
	Title: "travelling salesman problem, symmetric or not: the shortest closed tour of all cities",
	Files: "TSPLIB, TYPE TSP or ATSP, also graphs; if it is named as the problem, a matrix, a triangle or coordinates without keywords, " +
		"also CSV",
	Endings:   []string{".tsp", ".atsp"},
	Solutions: "TSPLIB tours (.tour); starts from Concorde's and linkern's too, and from lists of cities",
	Pictures:  problem.Pictures,
	Builtin:   map[string][]byte{demo.Name: demo.Text},
	Published: demoCost,
	Headed:    tsp.Sniff,
	Read:      func(content []byte, file string) (multiwalk.Problem, error) { return tour(readTSP(content, file)) },
}

// demoCost is that of the best tour known of the demo.
func demoCost(in *problem.Instance) (problem.BestKnown, bool) {
	if in.Hash != record.Hash(demo.Text) {
		return problem.BestKnown{}, false
	}
	return problem.BestKnown{Cost: demo.BestKnown}, true
}

// hppFormat is open paths: files that say so, and those of tours if it is named as the problem.
var hppFormat = hpp(nil)

// hpp is the format of open paths with these ends, which are numbers of the file.
func hpp(ends []int64) problem.Format {
	f := tspFormat
	f.Name, f.Endings, f.Headed, f.With = "hpp", []string{".hpp", ".tsp"}, tsp.SniffPath, withEnds
	f.Builtin, f.Published = nil, nil
	f.Title = "Hamiltonian path problem: the shortest way through all cities that does not go back"
	f.Files = "TSPLIB, TYPE HPP; all that tsp reads if it is named as the problem, or by --open; hpp:A,B is from city A to city B, hpp:A from A"
	f.Read = func(content []byte, file string) (multiwalk.Problem, error) {
		p, err := readTSP(content, file)
		if err != nil {
			return nil, err
		}
		list := make([]int32, len(ends))
		for i, number := range ends {
			c, ok := p.City(number)
			if !ok {
				return nil, fmt.Errorf("%s: found %d as an end of the path, expected the number of a city; the file has %d cities", file, number, p.Cities())
			}
			list[i] = c
		}
		if p.IsPath() && len(ends) == 0 {
			return tour(p, nil)
		}
		p, err = p.Open(list...)
		return tour(p, err)
	}
	return f
}

// withEnds returns the format of open paths with the ends that a text names, such as 1,7.
func withEnds(text string) (problem.Format, error) {
	var ends []int64
	for word := range strings.SplitSeq(text, ",") {
		number, err := strconv.ParseInt(strings.TrimSpace(word), 10, 32)
		if err != nil || len(ends) == 2 {
			return hpp(nil), fmt.Errorf("multiwalk: problem %q: a path has two ends; give the number of one city or of two, such as hpp:1,7", "hpp:"+text)
		}
		ends = append(ends, number)
	}
	return hpp(ends), nil
}

func readTSP(content []byte, file string) (*tsp.Instance, error) {
	return tsp.Read(bytes.NewReader(content), file)
}

// sparse is an instance that lacks edges, so that a solution may be none of it yet.
type sparse struct{ *tsp.Instance }

// CheckSolved says whether a tour has edges that the graph lacks.
func (g sparse) CheckSolved(x []int32) error {
	if missing := g.Missing(x); missing > 0 {
		return fmt.Errorf("%w: %d", tsp.ErrMissing, missing)
	}
	return nil
}

func tour(p *tsp.Instance, err error) (multiwalk.Problem, error) {
	if err == nil && p.Sparse() {
		return sparse{p}, nil
	}
	return orNil(p, err)
}

// orNil keeps a nil pointer from becoming a problem that is not nil.
func orNil[T multiwalk.Problem](p T, err error) (multiwalk.Problem, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}
