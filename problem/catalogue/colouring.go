package catalogue

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/multiwalk/multiwalk/problem/colouring"
)

var colouringFormat = coloured(0)

// coloured is the format of graph colouring with a number of colours, or, if it is 0, with fewer than a greedy colouring has.
func coloured(colours int) Format {
	of := func(g *colouring.Graph, err error) (Problem, error) {
		switch {
		case err != nil:
			return nil, err
		case colours == 0:
			return fewer(g)
		}
		return orNil(g.Colouring(colours))
	}
	return Format{
		Name:      "colouring",
		Title:     "graph colouring: a colour for each vertex, such that the fewest edges have the same one at both ends",
		Files:     "DIMACS graphs, p edge; colouring:250:7 draws one. --problem colouring:28 has 28 colours in place of one less than greedy (DSATUR)",
		Endings:   []string{".col"},
		Solutions: "DIMACS lines l, vertex and colour from 1; starts from lists of colours too",
		Pictures:  []string{".svg"},
		byFile:    true,
		headed:    colouring.Sniff,
		read: func(content []byte, file string) (Problem, error) {
			return of(colouring.Read(bytes.NewReader(content), file))
		},
		generate: func(n int, seed uint64) (Problem, error) { return of(colouring.Draw(n, seed)) },
		with: func(text string) (Format, error) {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				err = fmt.Errorf("multiwalk: problem %q: give the number of colours, such as colouring:28", "colouring:"+text)
			}
			return coloured(n), err
		},
	}
}

// unasked is a graph with a number of colours that nobody asked for.
type unasked struct {
	*colouring.Instance
	note string
}

// Notes says which number, and why.
func (u unasked) Notes() []string { return []string{u.note} }

func fewer(g *colouring.Graph) (Problem, error) {
	k, proven := g.Fewer()
	p, err := g.Colouring(k)
	if proven {
		return unasked{p, fmt.Sprintf("%d colours: as few as there can be, since %[1]d vertices are joined to one another", k)}, err
	}
	return unasked{p, fmt.Sprintf("%d colours: one less than a greedy colouring has (DSATUR); for fewer: --problem colouring:%d, and so on", k, max(1, k-1))}, err
}
