package tsp

import (
	"fmt"
	"math"
	"slices"
)

// Notes returns what a user should know of how the file was read: that distances are rounded to little or nothing, that cities are
// numbered with gaps, that edges are missing, what a table was taken for. It takes some milliseconds for 100,000 cities.
func (p *Instance) Notes() (list []string) {
	if p.closed != nil {
		return p.closed.Notes()
	}
	if p.guess != "" {
		list = append(list, p.guess)
	}
	if p.gaps() {
		list = append(list, fmt.Sprintf("the %d cities are numbered from %d to %d with gaps: tours have these numbers", p.N, p.Number(0),
			p.Number(int32(p.N)-1)))
	}
	if p.present != nil {
		list = append(list, fmt.Sprintf("edges that the graph lacks have the weight %d: a tour that costs as much has one of them", p.barred))
	}
	if note := p.coarse(); note != "" {
		list = append(list, note)
	}
	return list
}

// A distance to the nearest other city, as most cities have it, below which rounding decides which tour is best: it changes an edge by a
// quarter on average. Of what may be degrees more is needed, because nobody means those to be rounded.
const (
	coarseBelow  = 4
	degreesBelow = 10
	mostDegrees  = 180
	leastDegrees = 2 // a greatest coordinate below is that of a unit square
)

// sampled is how many cities are asked for their nearest one.
const sampled = 64

// coarse says that most distances are rounded away. Whole coordinates are never so: that is how their author wants distances rounded.
func (p *Instance) coarse() string {
	if p.Metric == Explicit || p.Metric == Geom || !all(p.X, func(v float64) bool { return math.Abs(v) < 1e15 }) {
		return ""
	}
	whole := func(v float64) bool { return v == math.Trunc(v) }
	if all(p.X, whole) && all(p.Y, whole) && (p.Z == nil || all(p.Z, whole)) {
		return ""
	}
	var near []float64
	for k := range min(sampled, p.N) {
		if d := p.nearestExact(k * p.N / min(sampled, p.N)); d < math.Inf(1) {
			near = append(near, d)
		}
	}
	slices.Sort(near)
	reach := max(-slices.Min(p.X), -slices.Min(p.Y), slices.Max(p.X), slices.Max(p.Y))
	degrees, limit := p.Metric != Geo && p.Z == nil && reach <= mostDegrees && reach > leastDegrees, float64(coarseBelow)
	if degrees {
		limit = degreesBelow
	}
	if len(near) == 0 || near[len(near)/2] >= limit {
		return ""
	}
	typical := near[len(near)/2]
	text := fmt.Sprintf("the nearest city is %.3g away from most cities, and %v rounds that to whole numbers, so rounding decides which tour is best; ",
		typical, p.Metric)
	if p.Metric == Geo {
		return text + "with decimal degrees EDGE_WEIGHT_TYPE: GEOM gives metres"
	}
	text += fmt.Sprintf("multiply the coordinates by %.0f", math.Pow(10, math.Round(math.Log10(1000/typical))))
	if degrees {
		text += "; if they are degrees, latitude first, EDGE_WEIGHT_TYPE: GEOM gives metres"
	}
	return text
}

// nearestExact returns the distance, not rounded, from city i to the nearest one at another place; infinity if there is none. Geo's is in
// kilometres.
func (p *Instance) nearestExact(i int) float64 {
	least := math.Inf(1)
	for j := range p.N {
		if j == i {
			continue
		}
		d := 0.0
		switch {
		case p.Metric == Geo:
			d = float64(greatMetres(p.latitude[i], p.longitude[i], p.latitude[j], p.longitude[j])-1) / 1000
		case p.Z != nil:
			d = euclidean3(p.X[i]-p.X[j], p.Y[i]-p.Y[j], p.Z[i]-p.Z[j])
		default:
			d = euclidean(p.X[i]-p.X[j], p.Y[i]-p.Y[j])
		}
		if d > 0 {
			least = min(least, d)
		}
	}
	return least
}
