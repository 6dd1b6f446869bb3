package tsp

import (
	"fmt"
	"slices"
	"strings"
)

// instance puts the parts of a file together once all of it was read.
func (d *reader) instance() (*Instance, error) {
	if d.n == 0 {
		return nil, d.fail("no DIMENSION", "the number of cities", "check that this is a TSPLIB file")
	}
	if d.metric == 0 && d.graph.weighted {
		d.metric = Explicit
	}
	if d.metric == 0 {
		return nil, d.fail("no EDGE_WEIGHT_TYPE", "one of "+strings.Join(metricNames[1:], ", "),
			"name the distance in the header")
	}
	if err := d.coordinates.check(d, "NODE_COORD_SECTION", d.metric.Dimensions()); err != nil {
		return nil, err
	}
	if err := d.display.check(d, "DISPLAY_DATA_SECTION", 0); err != nil {
		return nil, err
	}
	build := d.fromCoordinates
	if d.metric == Explicit {
		build = d.fromWeights
	}
	p, err := build()
	if err != nil {
		return nil, err
	}
	return d.complete(p)
}

// complete adds to the distances what else the file says.
func (d *reader) complete(p *Instance) (*Instance, error) {
	p.name, p.Comment = d.name, strings.Join(d.comments, "\n")
	if t := d.table(); t != nil {
		p.numbers = t.numbers()
	}
	if d.display.line != 0 {
		p.displayX, p.displayY = d.display.placed(0), d.display.placed(1)
	}
	if d.graph.line != 0 {
		if err := d.graph.sparse(d, p); err != nil {
			return nil, err
		}
	}
	if err := d.fix(p); err != nil {
		return nil, err
	}
	if d.kind == "HPP" {
		return p.Open()
	}
	return p, nil
}

// table returns the section that numbers the cities; nil if there is none.
func (d *reader) table() *table {
	for _, t := range []*table{&d.coordinates, &d.display} {
		if t.line != 0 {
			return t
		}
	}
	return nil
}

func (d *reader) fromCoordinates() (*Instance, error) {
	t := &d.coordinates
	if t.line == 0 {
		return nil, d.fail("no NODE_COORD_SECTION", "coordinates for "+d.metric.String(),
			"add the section, or write the weights out as EXPLICIT")
	}
	p, err := fromCoordinates(d.metric, t.placed(0), t.placed(1), t.placed(2))
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", d.file, t.line, err)
	}
	return p, nil
}

// fromWeights keeps coordinates that stand beside a matrix for pictures.
func (d *reader) fromWeights() (*Instance, error) {
	var matrix []int32
	var err error
	switch {
	case d.done["EDGE_WEIGHT_SECTION"]:
		matrix, err = d.matrix()
	case d.graph.weighted:
		matrix, err = d.graph.matrix(d)
	default:
		err = d.fail("no EDGE_WEIGHT_SECTION", "the weights of EXPLICIT", "add the section, or name a metric of coordinates")
	}
	if err != nil {
		return nil, err
	}
	p := fromMatrix(d.n, matrix)
	if i, j, found := firstAsymmetry(p.N, p.matrix); found && d.kind == "TSP" {
		return nil, failAt(d.file, d.weightsLine, fmt.Sprintf("weights %d from city %d to %d and %d back", p.matrix[i*p.N+j], i+1, j+1,
			p.matrix[j*p.N+i]), "a symmetric matrix for TYPE TSP", "write TYPE: ATSP")
	}
	if t := &d.coordinates; t.line != 0 {
		p.displayX, p.displayY = t.placed(0), t.placed(1)
	}
	return p, nil
}

// fix resolves the fixed edges, whose cities are numbered like the coordinates. Those of an ATSP have a direction, be the weights the
// same both ways.
func (d *reader) fix(p *Instance) error {
	edges := make([][2]int32, len(d.fixed))
	for i, e := range d.fixed {
		for side, v := range []int64{e.a, e.b} {
			city, ok := p.City(v)
			if !ok {
				return failAt(d.file, e.line, fmt.Sprintf("fixed edge's city %d", v), "a number "+p.span(),
					"number the cities like the rest of the file")
			}
			edges[i][side] = city
		}
	}
	p.asymmetric = p.asymmetric || d.kind == "ATSP" && len(edges) > 1
	if err := p.setFixed(edges); err != nil {
		return fmt.Errorf("%s:%d: found %w; correct the FIXED_EDGES_SECTION", d.file, d.fixed[0].line, err)
	}
	return nil
}

// Number returns the number that the file gives a city, or one more than the city where there is no file.
func (p *Instance) Number(city int32) int64 {
	if p.numbers == nil {
		return int64(city) + 1
	}
	return int64(p.numbers[city])
}

// City is the inverse of Number.
func (p *Instance) City(number int64) (city int32, ok bool) {
	if p.numbers == nil {
		return int32(number - 1), number >= 1 && number <= int64(p.Cities())
	}
	at, ok := slices.BinarySearchFunc(p.numbers, number, func(v int32, to int64) int { return int(int64(v) - to) })
	return int32(at), ok
}

// span says which numbers the cities have.
func (p *Instance) span() string {
	last := int32(p.Cities()) - 1
	text := fmt.Sprintf("from %d to %d", p.Number(0), p.Number(last))
	if p.gaps() {
		text += " that a city has"
	}
	return text
}

// gaps says whether some numbers between the least and the greatest are no city's.
func (p *Instance) gaps() bool {
	last := int32(p.Cities()) - 1
	return p.Number(last)-p.Number(0) != int64(last)
}
