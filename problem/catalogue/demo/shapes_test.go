package demo

import "math"

// point is a place on the drawing, x to the right and y up, in units of a hundredth of its height.
type point struct{ x, y float64 }

// limb is the set of points within radius r of the segment from a to b; where a equals b it is a disc.
type limb struct {
	a, b point
	r    float64
}

// depth is how far p lies outside the limb; it is negative inside.
func (l limb) depth(p point) float64 {
	dx, dy := l.b.x-l.a.x, l.b.y-l.a.y
	t := 0.0
	if d := dx*dx + dy*dy; d > 0 {
		t = min(max(((p.x-l.a.x)*dx+(p.y-l.a.y)*dy)/d, 0), 1)
	}
	return math.Hypot(p.x-l.a.x-t*dx, p.y-l.a.y-t*dy) - l.r
}

// joints of a walker in mid-step who is one unit tall, facing right, the front foot at the origin.
var (
	head       = limb{point{-0.17, 0.915}, point{-0.17, 0.915}, 0.085}
	neck       = limb{point{-0.19, 0.85}, point{-0.20, 0.76}, 0.045}
	torso      = limb{point{-0.20, 0.74}, point{-0.23, 0.53}, 0.08}
	frontThigh = limb{point{-0.21, 0.50}, point{-0.06, 0.30}, 0.062}
	frontShin  = limb{point{-0.06, 0.30}, point{-0.01, 0.04}, 0.045}
	frontFoot  = limb{point{-0.01, 0.03}, point{0.08, 0.03}, 0.035}
	rearThigh  = limb{point{-0.23, 0.50}, point{-0.29, 0.29}, 0.062}
	rearShin   = limb{point{-0.29, 0.29}, point{-0.49, 0.17}, 0.045}
	rearFoot   = limb{point{-0.49, 0.17}, point{-0.47, 0.10}, 0.035}
	frontArm   = limb{point{-0.19, 0.76}, point{-0.06, 0.60}, 0.036}
	frontHand  = limb{point{-0.06, 0.60}, point{0.08, 0.66}, 0.034}
	rearArm    = limb{point{-0.21, 0.76}, point{-0.37, 0.62}, 0.036}
	rearHand   = limb{point{-0.37, 0.62}, point{-0.44, 0.47}, 0.034}
)

var walker = []limb{head, neck, torso, frontThigh, frontShin, frontFoot, rearThigh, rearShin, rearFoot,
	frontArm, frontHand, rearArm, rearHand}

// place puts a figure of the given height on the drawing, its origin at p. A negative height turns it around.
func place(figure []limb, p point, height float64) []limb {
	placed := make([]limb, len(figure))
	for i, l := range figure {
		placed[i] = limb{
			point{p.x + l.a.x*height, p.y + l.a.y*math.Abs(height)},
			point{p.x + l.b.x*height, p.y + l.b.y*math.Abs(height)},
			l.r * math.Abs(height),
		}
	}
	return placed
}

// banner stands at the lowest place of the landscape.
var banner = []limb{
	{point{0, 0}, point{0, 0.80}, 0.034},
	{point{0.03, 0.77}, point{0.40, 0.66}, 0.025},
	{point{0.03, 0.56}, point{0.40, 0.66}, 0.025},
	{point{0.05, 0.67}, point{0.30, 0.66}, 0.06},
}

// ground is the height of the landscape at x: hills, a valley that is only locally the lowest, and the lowest of all,
// where the flag stands.
func ground(x float64) float64 {
	valley := func(at, depth, width float64) float64 {
		u := (x - at) / width
		return depth * math.Exp(-u*u)
	}
	return 45 + 0.02*x - valley(84, 13, 15) - valley(159, 27, 23) + valley(28, 6, 26) - valley(240, 12, 20)
}
