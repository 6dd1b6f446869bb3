package continuous

import (
	"fmt"
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/flock"
	"github.com/multiwalk/multiwalk/internal/rng"
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
			for _, to := range w.mover.Informed(r.links, int32(i), int32(size)) {
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
		l := r.swarm[lead].p
		x, v := make([]float64, len(a.x)), make([]float64, len(a.x))
		if r.m.Form == formBox {
			for j := range x {
				mine, theirs := word(g, i, 1+j/16*8+j%8, j/8%2*2), word(g, i, 1+j/16*8+j%8, j/8%2*2+1)
				v[j] = inertia*a.v[j] + c*between(mine)*(a.p[j]-a.x[j])
				if lead != i {
					v[j] += c * between(theirs) * (l[j] - a.x[j])
				}
			}
		} else {
			centre, radius := r.centre(a, l, lead == i, c)
			ball := direction(g, i, len(x))
			for j := range x {
				v[j] = inertia*a.v[j] + centre[j] + between(word(g, i, 0, 0))*radius*ball[j] - a.x[j]
			}
		}
		for j := range x {
			x[j] = a.x[j] + v[j]
			if x[j] < r.lower || x[j] > r.upper {
				v[j] = -0.5 * v[j]
				x[j] = flock.Mirrored(x[j], r.lower, r.upper)
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

// word is a random word of a candidate of the walk.
func word(g int64, candidate, block, k int) uint32 {
	return rng.At(7, 0, uint64(candidate)<<40|uint64(g), uint32(block))[k]
}

// between is a number above 0 and below 1.
func between(word uint32) float64 { return (float64(word) + 0.5) / (1 << 32) }

// direction draws one: element j has word j/8 modulo 4 of a block.
func direction(g int64, candidate, n int) []float64 {
	var lanes [8]float32 // of the square of the length
	v := make([]float64, n)
	for j := range v {
		z := flock.Normal(normals(), word(g, candidate, 1+j/32*8+j%8, j/8%4))
		v[j] = float64(z)
		lanes[j%8] += z * z
	}
	squares := 0.0
	for _, s := range lanes {
		squares += float64(s)
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
			const n = 35
			p := valley(t, n)
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
