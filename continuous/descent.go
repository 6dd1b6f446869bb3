package continuous

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

const (
	// pairs is how many steps a descent remembers.
	pairs = 10
	// A descent is over after flatAfter steps in succession that gain leastGain of the cost at most.
	flatAfter = 3
	leastGain = 1e-12
	// enough is the part of what the slope promises that a step must gain (Armijo).
	enough = 1e-4
)

// descent is a local search by a quasi-Newton method, L-BFGS (Nocedal and Wright, "Numerical optimization", algorithm 7.5). A step takes
// two units: one finds the slopes, from differences, and with them a direction; the other one goes along it. Beyond the bounds it sees
// the mirror image.
type descent struct {
	x     []float64
	f     float64
	slope []float64 // at the place of the last direction; none: there was none
	step  []float64 // the last one
	s, y  []float64 // the pairs, the oldest first: steps, and by how much they changed the slope
	to    []float64 // the direction; none: slopes are to be found
	flat  int

	axes   []int // the elements that it changes: those that are free, and no whole numbers
	probes [][]float64
	costs  []float64
}

// begin begins at x.
func (d *descent) begin(x []float64, f float64) {
	d.x, d.f, d.flat = append(d.x[:0], x...), f, 0
	d.forget()
}

// forget makes the next direction the steepest.
func (d *descent) forget() { d.slope, d.s, d.y, d.to = d.slope[:0], d.s[:0], d.y[:0], d.to[:0] }

// iterate does a unit. done says that the descent is over; ok is false if the run is, and then the state is as before.
func (d *descent) iterate(w *walk, s *multiwalk.Slice) (done, ok bool) {
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
		return done, true
	}
	if d.flat++; !(gain <= float64(leastGain*math.Abs(d.f))) {
		d.flat = 0
	}
	d.step = d.step[:0]
	for i, v := range x {
		d.step = append(d.step, v-d.x[i])
	}
	copy(d.x, x)
	d.f = f
	return d.flat >= flatAfter, true
}

// look finds the slopes of the axes, by an evaluation for each, in one batch, and the direction. At the upper bound it looks backwards.
func (d *descent) look(w *walk, s *multiwalk.Slice) bool {
	n := len(d.x)
	if d.probes == nil {
		d.probe(w.g)
	}
	for k, i := range d.axes {
		v := d.x[i]
		h := float64(1e-8 * (math.Abs(v) + float64(0.01*(w.g.upper[i]-w.g.lower[i]))))
		if v+h > w.g.upper[i] {
			h = -h
		}
		copy(d.probes[k], d.x)
		d.probes[k][i] = max(v+h, w.g.lower[i])
	}
	if !w.costs(s, d.probes, d.costs) {
		return false
	}
	slope := make([]float64, n)
	for k, i := range d.axes {
		if g := (d.costs[k] - d.f) / (d.probes[k][i] - d.x[i]); math.Abs(g) <= math.MaxFloat64 {
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
	d.probes, d.costs = newVectors(len(d.axes), len(d.x)).x, make([]float64, len(d.axes))
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
func (d *descent) turn(w *walk) {
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
	}
}

// along searches the direction: by half steps and less until one gains enough; a first step that does is doubled while that is better.
func (d *descent) along(w *walk, s *multiwalk.Slice) (x []float64, f float64, ok bool) {
	promise, t, known := dot(d.slope, d.to), 1.0, len(d.s) > 0
	x, next := make([]float64, len(d.x)), make([]float64, len(d.x))
	try := func(x []float64, t float64) (float64, bool) {
		for i, v := range d.x {
			x[i] = v + float64(t*d.to[i])
		}
		w.g.reflect(x)
		w.row[0] = x
		ok := w.costs(s, w.row[:], w.one[:])
		return w.one[0], ok
	}
	for range 30 {
		if f, ok = try(x, t); !ok || f < d.f+float64(enough*t*promise) {
			break
		}
		if known = true; promise >= 0 {
			break
		}
		cut := -promise * t / (2 * ((f-d.f)/t - promise)) // of the parabola; not a number where f has no finite value
		t = min(max(cut, 0.1*t), 0.5*t)
		if cut != cut {
			t = 0.1 * t
		}
	}
	for ok && !known && t < 1<<10 {
		t *= 2
		var g float64
		if g, ok = try(next, t); !(g < f) {
			break
		}
		x, next, f = next, x, g
	}
	return x, f, ok
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

// Save implements checkpoint.Saver.
func (d *descent) Save(a *checkpoint.Archive) {
	a.Fields("descent", &d.x, &d.f, &d.slope, &d.step, &d.s, &d.y, &d.to, &d.flat)
}
