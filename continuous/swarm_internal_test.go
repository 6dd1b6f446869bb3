package continuous

import (
	"fmt"
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/walk"
)

// particle is one of the plain reference.
type particle struct {
	x, v, p []float64
	f       float64 // of p
}

// spso is the standard as its description has it, particle after particle.
type spso struct {
	f            func([]float64) float64
	m            Swarm
	swarm        []particle
	lower, upper float64
	links        int64
	best         float64
}

// informants lists who informs each particle.
func (r *spso) informants(w *swarmWalk) [][]int {
	size := len(r.swarm)
	by := make([][]int, size)
	for i := range by {
		by[i] = append(by[i], i)
		switch r.m.Topology {
		case topologyRing:
			by[i] = append(by[i], (i+size-1)%size, (i+1)%size)
		case topologyGlobal:
			for j := range size {
				by[i] = append(by[i], j)
			}
		}
	}
	if r.m.Topology == topologyRandom {
		for i := range size {
			d := w.draws(r.links, common+mostVectors+i)
			for range 3 {
				to := d.below(size)
				by[to] = append(by[to], i)
			}
		}
	}
	return by
}

func (r *spso) generation(w *swarmWalk, g int64) {
	inertia, c := 1/(2*math.Log(2)), 0.5+math.Log(2)
	by := r.informants(w)
	moved := append([]particle{}, r.swarm...)
	for i, a := range r.swarm {
		lead := i
		for _, j := range by[i] {
			if r.swarm[j].f < r.swarm[lead].f {
				lead = j
			}
		}
		l, d := r.swarm[lead].p, w.draws(g, i)
		x, v := make([]float64, len(a.x)), make([]float64, len(a.x))
		if r.m.Form == formBox {
			for j := range x {
				v[j] = inertia*a.v[j] + c*d.uniform()*(a.p[j]-a.x[j])
				if lead != i {
					v[j] += c * d.uniform() * (l[j] - a.x[j])
				}
			}
		} else {
			centre, radius := r.centre(a, l, lead == i, c)
			ball := draw(&d, len(x))
			length := d.uniform()
			for j := range x {
				v[j] = inertia*a.v[j] + centre[j] + length*radius*ball[j] - a.x[j]
			}
		}
		for j := range x {
			x[j] = a.x[j] + v[j]
			if x[j] < r.lower || x[j] > r.upper {
				v[j] = -0.5 * v[j]
				x[j] = mirrored(x[j], r.lower, r.upper)
			}
		}
		moved[i].x, moved[i].v = x, v
	}
	was := r.best
	for i := range moved {
		if f := r.f(moved[i].x); f < moved[i].f {
			moved[i].f, moved[i].p = f, moved[i].x
			r.best = math.Min(r.best, f)
		}
	}
	if r.swarm = moved; r.best >= was {
		r.links = g
	}
}

// centre is the centre of the hypersphere, and its radius.
func (r *spso) centre(a particle, l []float64, alone bool, c float64) ([]float64, float64) {
	centre, squares := make([]float64, len(a.x)), 0.0
	for j, x := range a.x {
		mine, theirs := x+c*(a.p[j]-x), x+c*(l[j]-x)
		if centre[j] = (x + mine + theirs) / 3; alone {
			centre[j] = (x + mine) / 2
		}
		squares += (centre[j] - x) * (centre[j] - x)
	}
	return centre, math.Sqrt(squares)
}

// draw draws a direction.
func draw(d *draws, n int) []float64 {
	v, squares := make([]float64, n), 0.0
	for j := range v {
		v[j] = d.normal()
		squares += v[j] * v[j]
	}
	for j := range v {
		v[j] /= math.Sqrt(squares)
	}
	return v
}

func TestSwarm_FollowsReference(t *testing.T) {
	for _, m := range []Swarm{{Topology: topologyRandom}, {Topology: topologyRing}, {Topology: topologyGlobal},
		{Topology: topologyRandom, Form: formBox}} {
		m.Population = 11
		t.Run(m.Topology+m.Form, func(t *testing.T) {
			p := valley(t, 4)
			w := walkOf[*swarmWalk](t, m, p, walk.Budget{})
			w.Step(walk.NewSlice(1))
			r := spso{f: p.of.Cost, m: m, lower: -4, upper: 6, best: w.f}
			for k, x := range w.now.x {
				x, v := append([]float64{}, x...), append([]float64{}, w.pace.x[k]...)
				r.swarm = append(r.swarm, particle{x, v, x, w.now.f[k]})
			}
			for g := int64(1); g <= 60; g++ {
				r.generation(w, g)
				w.Step(walk.NewSlice(1))
				var x, v, own [][]float64
				for _, a := range r.swarm {
					x, v, own = append(x, a.x), append(v, a.v), append(own, a.p)
				}
				what := fmt.Sprintf("generation %d", g)
				alike(t, what, w.now.x, x)
				alike(t, what+": velocities", w.pace.x, v)
				alike(t, what+": own bests", w.own.x, own)
			}
		})
	}
}
