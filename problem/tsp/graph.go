package tsp

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// graph is an EDGE_DATA_SECTION: the edges that there are. With weights it is all of the distances; without, those of the file hold.
type graph struct {
	line      int    // where it starts; 0 if the file has none
	adjacency bool   // ADJ_LIST; else EDGE_LIST
	format    string // as the file says
	weighted  bool
	edges     []graphEdge
}

// graphEdge holds cities as the file numbers them.
type graphEdge struct {
	from, to int32
	weight   int32
	line     int32
}

func (g *graph) setFormat(d *reader, value []byte) error {
	word, _ := firstWord(value)
	g.format = strings.ToUpper(string(word))
	g.adjacency = g.format == "ADJ_LIST"
	if g.format != "EDGE_LIST" && !g.adjacency {
		return d.fail("EDGE_DATA_FORMAT "+quoted(word), "EDGE_LIST or ADJ_LIST", "write two cities a line and, if it has one, the weight, as EDGE_LIST")
	}
	return nil
}

// read reads one edge a line, or one city and its neighbours. Either ends with -1, a keyword or the end of the file.
func (g *graph) read(d *reader) error {
	g.line = d.number
	for {
		w := d.peek()
		if w == nil || isLetter(w[0]) {
			return nil
		}
		if string(w) == "-1" {
			d.word()
			return nil
		}
		var err error
		if g.adjacency {
			err = g.neighbours(d)
		} else {
			err = g.edge(d)
		}
		if err != nil {
			return err
		}
	}
}

func (g *graph) city(d *reader, w []byte) (int32, error) {
	v, err := parseInt(w, 0, math.MaxInt32)
	if err != nil {
		return 0, d.fail("city "+quoted(w)+" in EDGE_DATA_SECTION", "the number of a city, or -1 at the end",
			"write two cities an edge, and one edge a line")
	}
	return int32(v), nil
}

func (g *graph) edge(d *reader) (err error) {
	e := graphEdge{line: int32(d.number)}
	if e.from, err = g.city(d, d.word()); err != nil {
		return err
	}
	if e.to, err = g.city(d, d.word()); err != nil {
		return err
	}
	w := d.word()
	if len(g.edges) == 0 {
		g.weighted = w != nil
	}
	if (w != nil) != g.weighted {
		return d.fail("an edge with and one without a weight", "all edges alike", "give every edge a weight, or none")
	}
	if g.weighted {
		if e.weight, err = d.weight(w); err != nil {
			return err
		}
	}
	if w = d.word(); w != nil {
		return d.fail(quoted(w)+" behind an edge", "two cities and a weight a line", "write one edge a line")
	}
	g.edges = append(g.edges, e)
	return nil
}

// neighbours reads a city and those that it has an edge to, up to -1 or the end of the line.
func (g *graph) neighbours(d *reader) error {
	from, err := g.city(d, d.word())
	if err != nil {
		return err
	}
	for w := d.word(); w != nil && string(w) != "-1"; w = d.word() {
		to, err := g.city(d, w)
		if err != nil {
			return err
		}
		g.edges = append(g.edges, graphEdge{from: from, to: to, line: int32(d.number)})
	}
	return nil
}

// mostSparse is the most cities of a graph: its matrix has 400 MB.
const mostSparse = 10_000

// NoEdge is the cost of an edge that is not there.
const NoEdge = math.MaxInt32

// matrix returns the weights of a graph with weights, NoEdge where there is no edge.
func (g *graph) matrix(d *reader) ([]int32, error) {
	return g.fill(d, func(matrix []int32, i, j int, weight int32) { matrix[i*d.n+j] = weight })
}

// fill returns a matrix where put was called for each edge, both ways unless the file is an ATSP.
func (g *graph) fill(d *reader, put func(matrix []int32, i, j int, weight int32)) ([]int32, error) {
	if len(g.edges) < d.n-1 || d.n > mostSparse {
		return nil, failAt(d.file, g.line, fmt.Sprintf("%d edges between %d cities", len(g.edges), d.n),
			fmt.Sprintf("at least as many as a tour has, and up to %d cities", mostSparse), "add the missing edges or correct DIMENSION")
	}
	numbered := &Instance{N: d.n}
	if t := d.table(); t != nil {
		numbered.numbers = t.numbers()
	} else if slices.ContainsFunc(g.edges, func(e graphEdge) bool { return min(e.from, e.to) == 0 }) {
		numbered.numbers = (&table{ids: make([]int32, d.n)}).numbers()
	}
	matrix := slices.Repeat([]int32{NoEdge}, d.n*d.n)
	for _, e := range g.edges {
		i, fromOK := numbered.City(int64(e.from))
		j, toOK := numbered.City(int64(e.to))
		if !fromOK || !toOK || i == j {
			return nil, failAt(d.file, int(e.line), fmt.Sprintf("an edge from %d to %d", e.from, e.to), "two cities, numbered "+numbered.span(),
				"correct the EDGE_DATA_SECTION")
		}
		put(matrix, int(i), int(j), e.weight)
		if d.kind != "ATSP" {
			put(matrix, int(j), int(i), e.weight)
		}
	}
	return matrix, nil
}

// sparse gives the edges that the graph lacks a weight above that of any tour without them, so that a tour of least cost has as few of
// them as can be.
func (g *graph) sparse(d *reader, p *Instance) error {
	weights := p.matrix
	if !g.weighted || d.done["EDGE_WEIGHT_SECTION"] {
		var err error
		if weights, err = g.fill(d, func(m []int32, i, j int, _ int32) { m[i*p.N+j] = int32(p.EdgeCost(int32(i), int32(j))) }); err != nil {
			return err
		}
	}
	if d.table() == nil && slices.ContainsFunc(g.edges, func(e graphEdge) bool { return min(e.from, e.to) == 0 }) {
		p.numbers = (&table{ids: make([]int32, p.N)}).numbers()
	}
	if most, ok := p.bar(weights); !ok {
		return failAt(d.file, g.line, fmt.Sprintf("weights up to %d between %d cities", most, p.N),
			"smaller ones, because edges that are not there get a weight above any tour's", "divide the weights by a constant")
	}
	if p.Metric != Explicit {
		p.displayX, p.displayY = p.places2D()
		p.Metric, p.X, p.Y, p.Z = Explicit, nil, nil, nil
	}
	return nil
}

// bar takes a matrix of weights for that of the instance, in which edges that are not there get a weight above that of any tour without
// them. It returns the greatest of the others, and whether there is room for such a weight.
func (p *Instance) bar(weights []int32) (most int64, ok bool) {
	least := int64(0)
	for _, w := range weights {
		if w != NoEdge {
			least, most = min(least, int64(w)), max(most, int64(w))
		}
	}
	barred := (most-least)*int64(p.N) + 1
	if most+barred >= NoEdge {
		return most, false
	}
	p.present = make([]bool, len(weights))
	for at, w := range weights {
		if p.present[at] = w != NoEdge; !p.present[at] {
			weights[at] = int32(most + barred)
		}
	}
	q := fromMatrix(p.N, weights)
	p.matrix, p.asymmetric, p.barred = q.matrix, q.asymmetric, most+barred
	return most, true
}

// FromGraph is FromMatrix for a graph that lacks edges: those with a cost of NoEdge (see Sparse). It fails too where the costs leave no
// room for one above any tour's.
func FromGraph(name string, n int, matrix []int32) (*Instance, error) {
	p, err := FromMatrix(name, n, matrix)
	if err != nil {
		return nil, err
	}
	if most, ok := p.bar(p.matrix); !ok {
		return nil, fmt.Errorf("tsp: costs up to %d between %d cities leave no room for one above any tour's, which edges have that are not there; "+
			"divide the costs by a constant", most, n)
	}
	return p, nil
}

// ErrMissing is the error about a tour with edges that the graph of its instance lacks.
var ErrMissing = errors.New("tsp: the graph lacks edges of the tour")

// Sparse says whether the instance is a graph that lacks edges: those that there are its file lists in an EDGE_DATA_SECTION. The others
// have a weight above any tour's, so that tours are searched which do without them; Missing counts those that a tour has.
func (p *Instance) Sparse() bool { return p.present != nil || p.closed != nil && p.closed.Sparse() }

// Missing returns how many edges of the tour x the graph lacks.
func (p *Instance) Missing(x []int32) (missing int) {
	if p.closed != nil {
		order := p.Order(x)
		for at, to := range order[1:] {
			missing += p.closed.lacks(order[at], to)
		}
		return missing
	}
	last := x[len(x)-1]
	for _, city := range x {
		missing += p.lacks(last, city)
		last = city
	}
	return missing
}

func (p *Instance) lacks(i, j int32) int {
	if p.present == nil || i == j || p.present[int(i)*p.N+int(j)] {
		return 0
	}
	return 1
}
