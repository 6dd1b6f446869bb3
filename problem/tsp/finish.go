package tsp

import (
	"fmt"
	"strings"
)

// instance puts the parts of a file together once all of it was read.
func (d *reader) instance() (*Instance, error) {
	if d.n == 0 {
		return nil, d.fail("no DIMENSION", "the number of cities", "check that this is a TSPLIB file")
	}
	if d.metric == 0 {
		return nil, d.fail("no EDGE_WEIGHT_TYPE", "one of "+strings.Join(metricNames[1:], ", "),
			"name the distance in the header")
	}
	build := d.fromCoordinates
	if d.metric == Explicit {
		build = d.fromWeights
	}
	p, err := build()
	if err != nil {
		return nil, err
	}
	p.name, p.Comment = d.name, strings.Join(d.comments, "\n")
	if d.display.line != 0 {
		p.displayX, p.displayY = d.display.placed(0), d.display.placed(1)
	}
	if err := d.fix(p); err != nil {
		return nil, err
	}
	return p, nil
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
	if !d.done["EDGE_WEIGHT_SECTION"] {
		return nil, d.fail("no EDGE_WEIGHT_SECTION", "the weights of EXPLICIT",
			"add the section, or name a metric of coordinates")
	}
	p := fromMatrix(d.n, formats[d.format].square(d.n, d.weights))
	if i, j, found := firstAsymmetry(p.N, p.matrix); found && d.kind == "TSP" {
		return nil, failAt(d.file, d.weightsLine, fmt.Sprintf("weights %d from city %d to %d and %d back", p.matrix[i*p.N+j], i+1, j+1,
			p.matrix[j*p.N+i]), "a symmetric matrix for TYPE TSP", "write TYPE: ATSP")
	}
	if t := &d.coordinates; t.line != 0 {
		p.displayX, p.displayY = t.placed(0), t.placed(1)
	}
	return p, nil
}

// fix resolves the fixed edges, whose cities are numbered like the coordinates.
func (d *reader) fix(p *Instance) error {
	base := int64(1)
	if d.coordinates.line != 0 {
		base = int64(d.coordinates.base)
	}
	edges := make([][2]int32, len(d.fixed))
	for i, e := range d.fixed {
		for side, v := range []int64{e.a, e.b} {
			if v < base || v >= base+int64(d.n) {
				return failAt(d.file, e.line, fmt.Sprintf("fixed edge's city %d", v),
					fmt.Sprintf("a number from %d to %d", base, base+int64(d.n)-1), "number the cities like the rest of the file")
			}
			edges[i][side] = int32(v - base)
		}
	}
	if err := p.setFixed(edges); err != nil {
		return fmt.Errorf("%s:%d: found %w; correct the FIXED_EDGES_SECTION", d.file, d.fixed[0].line, err)
	}
	return nil
}
