package demo

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

const (
	width, height = 240.0, 108.0
	grid          = 0.5  // of the contour
	spacing       = 2.4  // of the cities along the outline
	pebbles       = 5.6  // least distance of the cities in the ground from each other
	crust         = 7.0  // and from the outline
	darts         = 6000 // thrown for the ground
	scale         = 100  // coordinates of the instance for one unit of the drawing
	seed          = 1
)

// cities draws the instance: walkers on a cost landscape, a flag at its minimum. Cities stand close along the outline,
// so that a short tour follows it, and loosely in the ground below, where the tour finds its own way back. Coordinates
// are whole numbers, y up.
func cities() [][2]int32 {
	outline := resample(contour(surface()))
	all := make([][2]int32, 0, 2*len(outline))
	for _, p := range outline {
		all = append(all, whole(p))
	}
	return append(all, stipple(all)...)
}

func whole(p point) [2]int32 {
	return [2]int32{int32(math.Round(p.x * scale)), int32(math.Round(p.y * scale))}
}

// surface returns the depth of a point outside everything that is drawn.
func surface() func(p point) float64 {
	var limbs []limb
	for _, f := range []struct {
		figure    []limb
		x, height float64
	}{{walker, 37, 46}, {walker, 100, 46}, {walker, 204, -46}, {banner, 159, 50}} {
		limbs = append(limbs, place(f.figure, point{f.x, ground(f.x)}, f.height)...)
	}
	return func(p point) float64 {
		d := p.y - ground(p.x)
		for _, l := range limbs {
			d = min(d, l.depth(p))
		}
		return d
	}
}

// side is an edge of the grid: from grid point (x, y) one step to the right or up.
type side struct {
	x, y int
	up   bool
}

// contour returns the line where the depth is 0, from the left edge of the drawing to the right one.
func contour(depth func(point) float64) []point {
	at := func(x, y int) float64 { return depth(point{float64(x) * grid, float64(y) * grid}) }
	next := march(at)
	var here, from side
	for s, joined := range next {
		if s.x == 0 && s.up && len(joined) == 1 {
			here = s
		}
	}
	from = here
	var line []point
	for {
		line = append(line, crossing(here, at))
		on := slices.IndexFunc(next[here], func(s side) bool { return s != from })
		if on < 0 {
			return line
		}
		from, here = here, next[here][on]
	}
}

// march does marching squares: each cell of the grid that the line crosses joins two of its sides.
func march(at func(x, y int) float64) map[side][]side {
	next := map[side][]side{}
	for x := range int(width / grid) {
		for y := range int(height / grid) {
			bottomLeft, bottomRight, topLeft, topRight := at(x, y) < 0, at(x+1, y) < 0, at(x, y+1) < 0, at(x+1, y+1) < 0
			var crossed []side
			add := func(differ bool, s side) {
				if differ {
					crossed = append(crossed, s)
				}
			}
			add(bottomLeft != bottomRight, side{x, y, false})
			add(bottomLeft != topLeft, side{x, y, true})
			add(bottomRight != topRight, side{x + 1, y, true})
			add(topLeft != topRight, side{x, y + 1, false})
			for i := 0; i+1 < len(crossed); i += 2 {
				a, b := crossed[i], crossed[i+1]
				next[a], next[b] = append(next[a], b), append(next[b], a)
			}
		}
	}
	return next
}

// crossing is where the line crosses a side, if the depth were linear along it.
func crossing(s side, at func(x, y int) float64) point {
	p := point{float64(s.x) * grid, float64(s.y) * grid}
	d := at(s.x, s.y)
	if s.up {
		p.y += grid * d / (d - at(s.x, s.y+1))
	} else {
		p.x += grid * d / (d - at(s.x+1, s.y))
	}
	return p
}

// resample walks along the line and stops at equal distances.
func resample(line []point) []point {
	points := []point{line[0]}
	left := spacing
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		for {
			d := math.Hypot(b.x-a.x, b.y-a.y)
			if d < left {
				left -= d
				break
			}
			a = point{a.x + (b.x-a.x)*left/d, a.y + (b.y-a.y)*left/d}
			points = append(points, a)
			left = spacing
		}
	}
	return points
}

// stipple throws darts at the ground and keeps those that hit no other and stay clear of the outline, in whole numbers
// so that every machine keeps the same ones.
func stipple(outline [][2]int32) [][2]int32 {
	r := multiwalk.NewRand(seed, 0)
	var kept [][2]int32
	clear := func(p [2]int32, of [][2]int32, gap int64) bool {
		for _, q := range of {
			dx, dy := int64(p[0]-q[0]), int64(p[1]-q[1])
			if dx*dx+dy*dy < gap*gap {
				return false
			}
		}
		return true
	}
	for range darts {
		p := [2]int32{int32(r.IntN(width * scale)), int32(r.IntN(60 * scale))}
		if ground(float64(p[0])/scale) > float64(p[1])/scale && clear(p, outline, crust*scale) && clear(p, kept, pebbles*scale) {
			kept = append(kept, p)
		}
	}
	return kept
}
