package continuous

import (
	"math"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// pairs is how many steps a descent remembers.
	pairs = 10
	// A descent is over after flatAfter steps in succession that gain leastGain of the cost at most; with slopes from both sides leastOfBoth.
	flatAfter   = 3
	leastGain   = 1e-12
	leastOfBoth = 1e-15
	// enough is the part of what the slope promises that a step must gain (Armijo).
	enough = 1e-4
)

// descent is a local search by a quasi-Newton method, L-BFGS (Nocedal and Wright, "Numerical optimization", algorithm 7.5). A step takes
// two units: one finds the slopes, from differences, and with them a direction; the other one goes along it, and along the bounds where it
// meets them. The slopes come from one side at first; when that leads no further down from the incumbent, from both, which bends less.
type descent struct {
	x     []float64
	f     float64
	slope []float64 // at the place of the last direction; none: there was none
	step  []float64 // the last one
	s, y  []float64 // the pairs, the oldest first: steps, and by how much they changed the slope
	to    []float64 // the direction; none: slopes are to be found
	flat  int
	both  bool // slopes are taken from both sides

	axes   []int // the elements that it changes: those that are free, and no whole numbers
	probes [][]float64
	costs  []float64
}

func (d *descent) begin(x []float64, f float64) {
	d.x, d.f, d.flat, d.both = append(d.x[:0], x...), f, 0, false
	d.forget()
}

// forget makes the next direction the steepest.
func (d *descent) forget() { d.slope, d.s, d.y, d.to = d.slope[:0], d.s[:0], d.y[:0], d.to[:0] }

// iterate does a unit. done says that the descent is over; ok is false if the run is, and then the state is as before.
func (d *descent) iterate(w *vectorWalk, s *walk.Slice) (done, ok bool) {
	if len(d.to) == 0 {
		return false, d.look(w, s)
	}
	began := w.work.FullEvaluations
	x, f, ok := d.along(w, s)
	if !ok {
		w.work.FullEvaluations = began
		return false, false
	}
	d.to = d.to[:0]
	gain := d.f - f
	if !(gain > 0) {
		done = len(d.s) == 0
		d.forget()
		return done && !d.refine(w), true
	}
	least := leastGain
	if d.both {
		least = leastOfBoth
	}
	if d.flat++; !(gain <= float64(least*math.Abs(d.f))) {
		d.flat = 0
	}
	d.step = d.step[:0]
	for i, v := range x {
		d.step = append(d.step, v-d.x[i])
	}
	copy(d.x, x)
	d.f = f
	return d.flat >= flatAfter && !d.refine(w), true
}

// refine makes a descent that has come to its end begin once more with better slopes, if it is at the incumbent.
func (d *descent) refine(w *vectorWalk) bool {
	if d.both || d.f > w.f {
		return false
	}
	d.both, d.flat = true, 0
	d.forget()
	return true
}

// look finds the slopes of the axes, by one or two evaluations for each, in one batch, and the direction. From one side it looks upwards,
// but at the upper bound.
func (d *descent) look(w *vectorWalk, s *walk.Slice) bool {
	if d.probes == nil {
		d.probe(w.g)
	}
	count := len(d.axes)
	for k, i := range d.axes {
		v := d.x[i]
		h := float64(1e-8 * (math.Abs(v) + float64(0.01*(w.g.upper[i]-w.g.lower[i]))))
		if d.both {
			h = float64(100 * h)
			copy(d.probes[count+k], d.x)
			d.probes[count+k][i] = max(v-h, w.g.lower[i])
		} else if v+h > w.g.upper[i] {
			h = -h
		}
		copy(d.probes[k], d.x)
		d.probes[k][i] = max(min(v+h, w.g.upper[i]), w.g.lower[i])
	}
	size := count
	if d.both {
		size = 2 * count
	}
	if !w.costs(s, d.probes[:size], d.costs[:size]) {
		return false
	}
	slope := make([]float64, len(d.x))
	for k, i := range d.axes {
		from, cost := d.x[i], d.f
		if d.both {
			from, cost = d.probes[count+k][i], d.costs[count+k]
		}
		if g := (d.costs[k] - cost) / (d.probes[k][i] - from); math.Abs(g) <= math.MaxFloat64 {
			slope[i] = g
		}
	}
	if len(d.slope) > 0 {
		d.learn(slope)
	}
	d.slope = append(d.slope[:0], slope...)
	d.turn(w)
	return true
}

// probe makes room for the probes of look.
func (d *descent) probe(g *ground) {
	for i, lo := range g.lower {
		if lo < g.upper[i] && (g.integral == nil || !g.integral[i]) {
			d.axes = append(d.axes, i)
		}
	}
	d.probes, d.costs = newVectors(2*len(d.axes), len(d.x)).x, make([]float64, 2*len(d.axes))
}

// learn adds the pair of the last step, unless the cost curves downwards along it.
func (d *descent) learn(slope []float64) {
	n := len(slope)
	if len(d.s) == pairs*n {
		d.s, d.y = append(d.s[:0], d.s[n:]...), append(d.y[:0], d.y[n:]...)
	}
	for i, g := range slope {
		d.s, d.y = append(d.s, d.step[i]), append(d.y, g-d.slope[i])
	}
	at := len(d.s) - n
	if !(dot(d.s[at:], d.y[at:]) > float64(1e-10*dot(d.s[at:], d.s[at:]))) {
		d.s, d.y = d.s[:at], d.y[:at]
	}
}

// turn makes the direction: the slope times the inverse of the curvature that the pairs tell of, downwards. Without pairs it is as long
// as a hundredth of the bounds' distance.
func (d *descent) turn(w *vectorWalk) {
	n := len(d.x)
	d.to = append(d.to[:0], d.slope...)
	var weights [pairs]float64
	count := len(d.s) / n
	for k := count - 1; k >= 0; k-- {
		s, y := d.s[k*n:(k+1)*n], d.y[k*n:(k+1)*n]
		weights[k] = dot(s, d.to) / dot(s, y)
		add(d.to, -weights[k], y)
	}
	scale := 0.0
	if count > 0 {
		s, y := d.s[(count-1)*n:], d.y[(count-1)*n:]
		scale = dot(s, y) / dot(y, y)
	} else if norm := math.Sqrt(dot(d.to, d.to)); norm > 0 {
		for i, v := range w.g.upper {
			scale += float64((v - w.g.lower[i]) * (v - w.g.lower[i]))
		}
		scale = 0.01 * math.Sqrt(scale) / norm
	}
	for i := range d.to {
		d.to[i] = float64(scale * d.to[i])
	}
	for k := range count {
		s, y := d.s[k*n:(k+1)*n], d.y[k*n:(k+1)*n]
		add(d.to, weights[k]-dot(y, d.to)/dot(s, y), s)
	}
	for i, v := range d.to {
		d.to[i] = -v
		if x := d.x[i]; v > 0 && x <= w.g.lower[i] || v < 0 && x >= w.g.upper[i] {
			d.to[i] = 0
		}
	}
}

// along searches the direction: by half steps and less until one gains enough; a first step that does is doubled while that is better.
func (d *descent) along(w *vectorWalk, s *walk.Slice) (x []float64, f float64, ok bool) {
	t, known := 1.0, len(d.s) > 0
	x, next := make([]float64, len(d.x)), make([]float64, len(d.x))
	for range 30 {
		promise := d.reach(w.g, x, t)
		if f, ok = w.cost(s, x); !ok || f < d.f+float64(enough*promise) {
			break
		}
		if known = true; promise >= 0 {
			break
		}
		cut := -promise * t / (2 * (f - d.f - promise)) // of the parabola; not a number where f has no finite value
		t = min(max(cut, 0.1*t), 0.5*t)
		if cut != cut {
			t = 0.1 * t
		}
	}
	for ok && !known && t < 1<<10 {
		t *= 2
		d.reach(w.g, next, t)
		var g float64
		if g, ok = w.cost(s, next); !(g < f) {
			break
		}
		x, next, f = next, x, g
	}
	return x, f, ok
}

// reach writes the point that is t times the direction away to x, or its place on the bounds, and returns what the slope promises there.
func (d *descent) reach(g *ground, x []float64, t float64) (promise float64) {
	for i, v := range d.x {
		x[i] = min(max(v+float64(t*d.to[i]), g.lower[i]), g.upper[i])
		promise += float64(d.slope[i] * (x[i] - v))
	}
	return promise
}

// dot is the sum of products.
func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}

// add adds a multiple of b to a.
func add(a []float64, by float64, b []float64) {
	for i, v := range b {
		a[i] += float64(by * v)
	}
}

func (d *descent) Save(a *checkpoint.Archive) {
	a.Fields("descent", &d.x, &d.f, &d.slope, &d.step, &d.s, &d.y, &d.to, &d.flat, &d.both)
}
