package catalogue

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/colouring"
)

var colouringFormat = coloured(0)

// coloured is the format of graph colouring with a number of colours, or, if it is 0, with fewer than a greedy colouring has.
func coloured(colours int) problem.Format {
	of := func(g *colouring.Graph, err error) (multiwalk.Problem, error) {
		switch {
		case err != nil:
			return nil, err
		case colours == 0:
			return fewer(g)
		}
		return noted(g, colours)
	}
	return problem.Format{
		Name:      "colouring",
		Title:     "graph colouring: a colour for each vertex, such that the fewest edges have the same one at both ends",
		Files:     "DIMACS graphs, p edge; colouring:250:7 draws one. --problem colouring:28 has 28 colours in place of one less than greedy (DSATUR)",
		Endings:   []string{".col"},
		Solutions: "DIMACS lines l, vertex and colour from 1; starts from lists of colours too",
		Pictures:  problem.Pictures,
		ByFile:    true,
		Headed:    colouring.Sniff,
		Read: func(content []byte, file string) (multiwalk.Problem, error) {
			return of(colouring.Read(bytes.NewReader(content), file))
		},
		Generate: func(n int, seed uint64) (multiwalk.Problem, error) { return of(colouring.Draw(n, seed)) },
		With: func(text string) (problem.Format, error) {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				err = fmt.Errorf("multiwalk: problem %q: give the number of colours, such as colouring:28", "colouring:"+text)
			}
			return coloured(n), err
		},
	}
}

// told is a graph with notes: on its file, and on a number of colours that nobody asked for.
type told struct {
	*colouring.Instance
	notes []string
}

// Notes says which number, and why.
func (p told) Notes() []string { return p.notes }

// noted is the problem of a graph with a number of colours, and what its reader and others have to say.
func noted(g *colouring.Graph, colours int, notes ...string) (multiwalk.Problem, error) {
	p, err := g.Colouring(colours)
	if g.Note != "" {
		notes = append([]string{g.Note}, notes...)
	}
	if err != nil || len(notes) == 0 {
		return orNil(p, err)
	}
	return told{p, notes}, nil
}

func fewer(g *colouring.Graph) (multiwalk.Problem, error) {
	k, proven := g.Fewer()
	switch {
	case proven && k == 1:
		return noted(g, k, "1 colour: no vertices are joined")
	case proven:
		return noted(g, k, fmt.Sprintf("%d colours: as few as there can be, since %[1]d vertices are joined to one another", k))
	}
	return noted(g, k, fmt.Sprintf("%d colours: one less than a greedy colouring has (DSATUR); for fewer: --problem colouring:%d, and so on",
		k, max(1, k-1)))
}
