package tsp

import (
	"fmt"
	"math"
	"slices"
)

// layout places an instance on a canvas: the same scale both ways, north up, a margin all around.
type layout struct {
	height float64   // its width is mapWidth
	x, y   []float64 // of the cities, from the top left corner
	tour   []int32   // the cities in the order of the line
	open   bool      // the line does not go back
	line   float64   // stroke width
	dot    float64   // radius of a city's dot; 0 draws none
}

// The colours of pictures.
const (
	paper = "#fbfaf7"
	ink   = "#1f4e79"
	city  = "#b83a2e"
)

// layout checks the solution as well: nil for none, else a tour of all cities.
func (p *Instance) layout(tour []int32) (*layout, error) {
	if tour != nil {
		if err := p.Space().Check(tour); err != nil {
			return nil, fmt.Errorf("tsp: no picture: %w", err)
		}
	}
	east, north := p.places2D()
	if east == nil {
		return nil, fmt.Errorf("tsp: no picture of %q: its file has neither coordinates nor display data", p.name)
	}
	left, right := slices.Min(east), slices.Max(east)
	bottom, top := slices.Min(north), slices.Max(north)
	spanX, spanY := right/2-left/2, top/2-bottom/2 // halves cannot overflow
	const margin = mapWidth / 30.0
	const inner = mapWidth - 2*margin
	scale := 0.0
	if largest := max(spanX, spanY/maxAspect); largest > 0 {
		scale = inner / largest
	}
	l := &layout{height: math.Ceil(max(spanY*scale, inner/maxAspect) + 2*margin)}
	offsetX, offsetY := (mapWidth-spanX*scale)/2, (l.height-spanY*scale)/2
	l.x, l.y = make([]float64, len(east)), make([]float64, len(east))
	for i := range east {
		l.x[i] = offsetX + (east[i]/2-left/2)*scale
		l.y[i] = offsetY + (top/2-north[i]/2)*scale
	}
	if l.open = p.closed != nil; tour != nil {
		l.tour = p.Order(tour)
	}
	l.strokes(l.tour)
	return l, nil
}

// maxAspect bounds height over width and width over height, so that cities on a line make a picture too.
const maxAspect = 2

// strokes chooses widths by the typical distance between cities, in pixels: on average over the canvas, and, because
// cities may lie in clusters or on curves, along the tour.
func (l *layout) strokes(tour []int32) {
	spacing := math.Sqrt(mapWidth * l.height / float64(len(l.x)))
	l.line = max(mapWidth/4000.0, min(spacing*0.12, mapWidth/450.0))
	if spacing > mapWidth/60.0 {
		l.dot = min(spacing*0.16, mapWidth/220.0)
	}
	if len(tour) > 1 {
		l.dot = min(l.dot, max(l.line, 0.3*l.medianEdge(tour)))
	}
}

func (l *layout) medianEdge(tour []int32) float64 {
	edges := make([]float64, len(tour))
	last := tour[len(tour)-1]
	for i, c := range tour {
		edges[i] = math.Hypot(l.x[c]-l.x[last], l.y[c]-l.y[last])
		last = c
	}
	slices.Sort(edges)
	return edges[len(edges)/2]
}

// places2D returns where to draw the cities, east and north; nil where the file does not say. TSPLIB's geographical
// coordinates come latitude first, in degrees and minutes.
func (p *Instance) places2D() (east, north []float64) {
	switch {
	case p.displayX != nil:
		return p.displayX, p.displayY
	case p.closed != nil:
		return p.closed.places2D()
	case p.Metric.spherical():
		return p.longitude, p.latitude
	}
	return p.X, p.Y
}
