package model

import (
	"math"
	"slices"
	"strconv"

	"github.com/multiwalk/multiwalk/problem/tsp"
)

// Tour is the shortest closed tour of places, or open path through them. It has places with coordinates, a matrix, or edges.
type Tour struct {
	Places    []Place   `json:"places,omitzero" jsonschema:"places in the plane; their distances are Euclidean"`
	Matrix    Matrix    `json:"matrix,omitzero" jsonschema:"distances: from the place of the row to that of the column; null where there is no way"`
	Names     []Name    `json:"names,omitzero" jsonschema:"of the places of the matrix, in order; without them they are 0, 1, 2 and so on"`
	Edges     []Edge    `json:"edges,omitzero" jsonschema:"the ways that there are; there is none between other places"`
	Directed  bool      `json:"directed,omitzero" jsonschema:"edges go one way only"`
	Open      bool      `json:"open,omitzero" jsonschema:"seek an open path in place of a closed tour"`
	Start     *Name     `json:"start,omitzero" jsonschema:"where the path has to begin; a closed tour is told from there"`
	End       *Name     `json:"end,omitzero" jsonschema:"where the open path has to end"`
	Forbidden [][2]Name `json:"forbidden,omitzero" jsonschema:"ways, from the first place to the second, that must not be used; not the ways back"`
	Scale     float64   `json:"scale,omitzero" jsonschema:"what distances are multiplied by before they are rounded to whole numbers"`
}

// Place is a place in the plane.
type Place struct {
	Name Name     `json:"name"`
	X    *float64 `json:"x"`
	Y    *float64 `json:"y"`
}

// spot is where something is, which has to be said.
func spot(at string, x, y *float64) ([2]float64, error) {
	if x == nil || y == nil {
		return [2]float64{}, wrong(at, "found no x or no y, expected both")
	}
	return [2]float64{*x, *y}, nil
}

// Edge is a way of that length.
type Edge struct {
	From   Name     `json:"from"`
	To     Name     `json:"to"`
	Length *float64 `json:"length"`
}

// graph is places, and the ways between them: a matrix, or coordinates.
type graph struct {
	*names
	matrix Row // with NaN where there is no way; nil: by coordinates
	x, y   Row
}

// translate makes a tour of one of the forms.
func (t *Tour) translate(at string) (*made, error) {
	forms := []bool{t.Places != nil, t.Matrix != nil, t.Edges != nil}
	if n := len(slices.DeleteFunc(forms, func(b bool) bool { return !b })); n != 1 {
		return nil, wrong(at, "found %d of places, matrix and edges, expected one of them", n)
	}
	g, err := t.graph(at)
	if err != nil {
		return nil, err
	}
	for i, arc := range t.Forbidden {
		ends, err := g.all(at+"/forbidden/"+strconv.Itoa(i), arc[:])
		if err != nil {
			return nil, err
		}
		if err := g.spell(at); err != nil {
			return nil, err
		}
		g.matrix[int(ends[0])*len(g.list)+int(ends[1])] = math.NaN()
	}
	p, units, notes, err := g.instance(at, t.Scale)
	if err != nil {
		return nil, err
	}
	return t.tour(at, g, p, units, notes)
}

// graph takes the places and ways of the form that the tour has.
func (t *Tour) graph(at string) (*graph, error) {
	switch {
	case t.Places != nil:
		return places(at+"/places", t.Places)
	case t.Edges != nil:
		return t.linked(at)
	}
	n := len(t.Matrix)
	if n == 0 {
		return nil, wrong(at+"/matrix", "found no rows, expected one for each place")
	}
	list, err := named(at+"/names", "place", t.Names, n)
	if err != nil {
		return nil, err
	}
	matrix, err := t.Matrix.flat(at+"/matrix", n, n, true)
	return &graph{names: list, matrix: matrix}, err
}

// places are those of a list with coordinates.
func places(at string, list []Place) (*graph, error) {
	all, err := of(at, "place", list, func(p Place) Name { return p.Name })
	g := &graph{names: all}
	for k, p := range list {
		p, err := spot(index(at, k), p.X, p.Y)
		if err != nil {
			return nil, err
		}
		g.x, g.y = append(g.x, p[0]), append(g.y, p[1])
	}
	return g, err
}

// linked are the places that edges name, in the order in which they do.
func (t *Tour) linked(at string) (*graph, error) {
	seen := map[string]bool{}
	var list []Name
	for _, e := range t.Edges {
		for _, end := range []Name{e.From, e.To} {
			if !seen[end.text] {
				seen[end.text], list = true, append(list, end)
			}
		}
	}
	if len(t.Names) > 0 {
		list = t.Names
	}
	if len(list) > mostGraph {
		return nil, wrong(at+"/edges", "found %d places, expected %d at most", len(list), mostGraph)
	}
	all, err := of(at+"/edges", "place", list, func(n Name) Name { return n })
	if err != nil {
		return nil, err
	}
	g, n := &graph{names: all, matrix: slices.Repeat(Row{math.NaN()}, len(list)*len(list))}, len(list)
	for i, e := range t.Edges {
		ends, err := all.all(at+"/edges/"+strconv.Itoa(i), []Name{e.From, e.To})
		if err != nil {
			return nil, err
		}
		if e.Length == nil {
			return nil, wrong(index(at+"/edges", i)+"/length", "found none, expected a number")
		}
		g.matrix[int(ends[0])*n+int(ends[1])] = *e.Length
		if !t.Directed {
			g.matrix[int(ends[1])*n+int(ends[0])] = *e.Length
		}
	}
	return g, nil
}

// mostGraph is of how many places a matrix is made that the document does not have.
const mostGraph = 5000

// spell writes out the distances of coordinates.
func (g *graph) spell(at string) error {
	n := len(g.list)
	if g.matrix != nil {
		return nil
	}
	if n > mostGraph {
		return wrong(at+"/forbidden", "found %d places, expected %d at most where ways are forbidden", n, mostGraph)
	}
	g.matrix = make(Row, n*n)
	for k := range g.matrix {
		g.matrix[k] = math.Hypot(g.x[k/n]-g.x[k%n], g.y[k/n]-g.y[k%n])
	}
	return nil
}

// instance makes the problem of a graph.
func (g *graph) instance(at string, scale float64) (p *tsp.Instance, units float64, notes []string, err error) {
	n := len(g.list)
	if g.matrix == nil {
		if units, err = g.unitsOf(at, scale); err != nil {
			return nil, 0, nil, err
		}
		p, err = tsp.New("", tsp.Euc2D, scaled(g.x, units), scaled(g.y, units))
		return p, units, nil, within(at+"/places", err)
	}
	for i := range n {
		g.matrix[i*n+i] = 0
	}
	sparse := slices.ContainsFunc(g.matrix, math.IsNaN)
	most := float64(math.MaxInt32 - 1)
	if sparse {
		most /= float64(2*n + 2) // so that there is room for a cost above any tour's
	}
	if units, notes, err = unitsOf(at, scale, most, g.matrix); err != nil {
		return nil, 0, nil, err
	}
	costs := in[int32](g.matrix, units)
	if !sparse {
		p, err = tsp.FromMatrix("", n, costs)
		return p, units, notes, within(at, err)
	}
	for k, v := range g.matrix {
		if math.IsNaN(v) {
			costs[k] = tsp.NoEdge
		}
	}
	p, err = tsp.FromGraph("", n, costs)
	return p, units, notes, within(at, err)
}

// unitsOf says what coordinates are multiplied by: without a scale the power of ten with which they extend over a million at least, so
// that it hardly matters that distances are rounded.
func (g *graph) unitsOf(at string, scale float64) (float64, error) {
	extent := max(slices.Max(g.x)-slices.Min(g.x), slices.Max(g.y)-slices.Min(g.y))
	if scale == 0 {
		scale = max(1, math.Pow(10, math.Ceil(math.Log10(1e6/max(1e-6, extent)))))
	}
	units, _, err := unitsOf(at, scale, math.MaxInt32, Row{extent})
	return units, err
}

// scaled are coordinates in other units.
func scaled(list Row, units float64) []float64 {
	all := make([]float64, len(list))
	for i, v := range list {
		all[i] = v * units
	}
	return all
}

// tour is the problem as the document asks for it.
func (t *Tour) tour(at string, g *graph, p *tsp.Instance, units float64, notes []string) (*made, error) {
	var ends []int32
	for _, end := range []struct {
		at   string
		name *Name
	}{{"/start", t.Start}, {"/end", t.End}} {
		switch {
		case end.name == nil:
			continue
		case end.at == "/end" && (!t.Open || t.Start == nil):
			return nil, wrong(at+end.at, "found an end, expected \"open\": true and a start beside it; a closed tour ends where it starts")
		}
		city, err := g.find(at+end.at, *end.name)
		if err != nil {
			return nil, err
		}
		ends = append(ends, city)
	}
	m := &made{format: "tsp", problem: p, units: units, notes: notes, ground: t.ground(g, p, ends)}
	first := append(ends, 0)[0]
	told := order{g.names, func(x []int32) []int32 { return from(x, first) }, slices.Clone[[]int32]}
	if t.Open {
		path, err := p.Open(ends...)
		if err != nil {
			return nil, within(at, err)
		}
		m.format, m.problem, p = "hpp", path, path
		told = order{g.names, path.Order, path.FromOrder}
	}
	m.teller = ways{told, p}
	return m, nil
}

// ground is the tour as an order, from its start on.
func (t *Tour) ground(g *graph, p *tsp.Instance, ends []int32) *ground {
	n := len(g.list)
	way, barred := travel{way: p.EdgeCost, depot: -1, open: t.Open, symmetric: p.Symmetric()}, p.Sparse()
	least, longest := p.EdgeRange()
	if barred { // by a weight, which here is a rule of its own
		least, longest = 0, 0
		for a := range int32(n) {
			for b := range int32(n) {
				if g.there(a, b) {
					least, longest = min(least, p.EdgeCost(a, b)), max(longest, p.EdgeCost(a, b))
				}
			}
		}
		way.way = func(a, b int32) int64 {
			if g.there(a, b) {
				return p.EdgeCost(a, b)
			}
			return 0
		}
	}
	all := orders(g.names, way, int64(n)*max(-least, longest))
	if ends = append(ends, -1, -1); !t.Open {
		ends[0] = max(0, ends[0])
	}
	if all.first, all.last = ends[0], ends[1]; barred {
		lacking := travel{way: func(a, b int32) int64 {
			if g.there(a, b) {
				return 0
			}
			return 1
		}, depot: -1, open: t.Open, symmetric: way.symmetric}
		all.rules = []rule{{name: noWay, unit: 1, most: int64(n), travel: &lacking, amount: func(v *view) int64 { return lacking.Cost(v.list) }}}
	}
	return all
}

// noWay is the name of the constraint that a tour uses ways which there are.
const noWay = "no way"

// there says whether there is a way.
func (g *graph) there(a, b int32) bool {
	v := g.matrix[int(a)*len(g.list)+int(b)]
	return v == v
}

// from is a cycle from one of its elements on.
func from(x []int32, first int32) []int32 {
	at := slices.Index(x, first)
	return slices.Concat(x[at:], x[:at])
}

// ways is an order that may use ways which are not there.
type ways struct {
	order
	p *tsp.Instance
}

func (w ways) tell(x []int32, a *Answer) {
	w.order.tell(x, a)
	if n := w.p.Missing(x); n > 0 {
		a.Violations = []Violation{{noWay, float64(n)}}
	}
}

// bare is a matrix without a word: of distances, or of what its format says.
func bare(m Matrix, format string) kind {
	switch format {
	case "ordering":
		return &Model{Ordering: &Ordering{Matrix: m}}
	case "qubo":
		return &Model{QUBO: &QUBO{Matrix: m}}
	}
	return &Model{Tour: &Tour{Matrix: m, Open: format == "hpp"}}
}
