package tsp

import (
	"math"
	"slices"
	"sync"
)

// curveOrder returns the cities in the order of a Hilbert curve through their coordinates, in the plane of four that close up, which makes
// a tour some 25 % longer than the best one of cities at random places; a matrix has its own order. O(n) at the first call. It is
// read-only.
//
// J. J. Bartholdi and L. K. Platzman, "An O(N log N) planar travelling salesman heuristic based on spacefilling
// curves", Operations Research Letters 1 (1982).
func (p *Instance) curveOrder() []int32 {
	p.derived.curveOnce.Do(func() { p.derived.curve = p.newCurveOrder() })
	return p.derived.curve
}

func (p *Instance) newCurveOrder() []int32 {
	order := make([]int32, p.N)
	for i := range order {
		order[i] = int32(i)
	}
	axes := [][]float64{p.X, p.Y}
	switch {
	case p.closed != nil:
		copy(order, p.closed.curveOrder())
		return order
	case p.Metric == Explicit:
		return order
	case p.Metric.spherical():
		axes = [][]float64{p.longitude, p.latitude}
	case p.Z != nil:
		axes = append(axes, p.Z)
	}
	keys := curveKeys(axes, p.N)
	for at, key := range sortPriorities(keys, make([]uint64, p.N)) {
		order[at] = int32(uint32(key))
	}
	return order
}

// curveKeys returns of each city its place on the curve << 32 | its number. All axes have one scale, so that the
// curve's cells are as wide as they are high.
func curveKeys(axes [][]float64, n int) []uint64 {
	bits := 32 / len(axes)
	span, least := 0.0, make([]float64, len(axes))
	for a, axis := range axes {
		least[a] = slices.Min(axis)
		span = max(span, slices.Max(axis)/2-least[a]/2) // halves cannot overflow
	}
	scale := 0.0
	if span > 0 {
		scale = (math.Ldexp(1, bits) - 1) / span
	}
	keys := make([]uint64, n)
	if len(axes) == 2 {
		plane, x, y := hilbertPlane(), axes[0], axes[1]
		for i := range keys {
			cx, cy := uint32((x[i]/2-least[0]/2)*scale), uint32((y[i]/2-least[1]/2)*scale)
			keys[i] = uint64(plane.loop(cx, cy))<<32 | uint64(i)
		}
		return keys
	}
	var cell [3]uint32
	for i := range keys {
		for a, axis := range axes {
			cell[a] = uint32((axis[i]/2 - least[a]/2) * scale)
		}
		keys[i] = uint64(hilbert(cell[:len(axes)], bits))<<32 | uint64(i)
	}
	return keys
}

// planeTable walks the curve through the plane four bits of each axis at a time: by orientation (1: turned round, 2:
// axes exchanged) and by those of x and of y it holds the place's eight bits and, above them, the orientation there.
type planeTable [4][256]uint16

// hilbertPlane makes the table bit by bit. In quarter (x, y) of a square the curve is at digit 3x^y; the first and last
// quarters have their axes exchanged, and the last is turned round.
var hilbertPlane = sync.OnceValue(func() *planeTable {
	t := new(planeTable)
	for i := range 4 * 256 {
		state, key := uint16(i>>8), uint16(0)
		for b := 3; b >= 0; b-- {
			x, y := uint16(i>>(4+b)&1)^state&1, uint16(i>>b&1)^state&1
			if state&2 != 0 {
				x, y = y, x
			}
			key = key<<2 | 3*x ^ y
			state ^= (1 - y) * (2 | x)
		}
		t[i>>8][i&255] = state<<8 | key
	}
	return t
})

// loop returns the place of a cell with 16 bits on each axis on a closed curve (E. H. Moore 1900): up through the two left quarters of the
// plane, and down through the two right ones. One that is open would be closed by an edge as long as the plane is wide, which local search
// does not get rid of.
func (t *planeTable) loop(x, y uint32) uint32 {
	const low = 1<<16 - 1
	right, top := x>>15, y>>15
	along, off := y<<1&low, x<<1&low^low
	if right == 1 {
		along, off = along^low, off^low
	}
	return (right<<1|right^top)<<30 | t.key(along, off)>>2
}

// key returns the place of a cell with 16 bits on each axis on a curve from one lower corner to the other.
func (t *planeTable) key(x, y uint32) uint32 {
	key, state := uint32(0), uint16(0)
	for b := 12; b >= 0; b -= 4 {
		e := t[state&3][x>>b&15<<4|y>>b&15]
		key, state = key<<8|uint32(e&255), e>>8
	}
	return key
}

// hilbert returns the place on the Hilbert curve of a cell whose coordinates have the given number of bits. It
// overwrites the cell.
//
// J. Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707 (2004).
func hilbert(cell []uint32, bits int) uint32 {
	for q := uint32(1) << (bits - 1); q > 1; q >>= 1 { // undo the turns, from the largest cells to the smallest
		for a := range cell {
			if cell[a]&q != 0 {
				cell[0] ^= q - 1
			} else {
				swap := (cell[0] ^ cell[a]) & (q - 1)
				cell[0] ^= swap
				cell[a] ^= swap
			}
		}
	}
	for a := 1; a < len(cell); a++ { // to a Gray code
		cell[a] ^= cell[a-1]
	}
	flip := uint32(0)
	for q := uint32(1) << (bits - 1); q > 1; q >>= 1 {
		if cell[len(cell)-1]&q != 0 {
			flip ^= q - 1
		}
	}
	key := uint32(0)
	for b := bits - 1; b >= 0; b-- {
		for a := range cell {
			key = key<<1 | (cell[a]^flip)>>b&1
		}
	}
	return key
}

// quick writes the tour along the curve that keeps the fixed edges: where the curve comes to an end of a path of them,
// the tour goes along the path; inside a path it waits. O(n).
func (p *Instance) quick(x []int32) {
	order := p.curveOrder()
	switch {
	case len(p.fixed) == 0:
		copy(x, order)
		return
	case p.asymmetric:
		p.quickArcs(x, order)
		return
	}
	g := newGreedy(p)
	for _, e := range p.fixed {
		g.join(e[0], e[1])
	}
	visited, at := make([]bool, p.N), 0
	for _, city := range order {
		if visited[city] || g.links[city][1] >= 0 {
			continue
		}
		for last := int32(-1); city >= 0; at++ {
			x[at], visited[city] = city, true
			l := g.links[city]
			next := l[0]
			if next == last {
				next = l[1]
			}
			last, city = city, next
		}
	}
}

// quickArcs is quick where the fixed edges are arcs.
func (p *Instance) quickArcs(x, order []int32) {
	next, before := p.chains()
	at := 0
	for _, city := range order {
		for c := city; before[city] < 0 && c >= 0; c = next[c] {
			x[at] = c
			at++
		}
	}
}
