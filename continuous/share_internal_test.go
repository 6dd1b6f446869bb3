package continuous

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/walk"
)

// Three cores decompose a matrix, and adapt a distribution, as one does, to the bit. It is so large that they share all of the work.
func TestLaw_IsThatOfOneCore(t *testing.T) {
	n, lambda := 400, 40
	ones := slices.Repeat([]float64{1}, n)
	var alone, shared law
	shared.cores = 3
	for _, l := range []*law{&alone, &shared} {
		r := rng.New(5, 0)
		l.begin(make([]float64, n), ones, 0.5, lambda, 1)
		z, y := newVectors(lambda, n).x, newVectors(lambda, n).x
		for k := range z {
			for i := range n {
				z[k][i] = r.Float64() - 0.5
			}
			l.sample(z[k], y[k], make([]float64, n))
		}
		if !l.update(z, y) || !l.decompose() {
			t.Fatal("the covariance has broken down")
		}
	}
	for _, pair := range [][2][]float64{{alone.c, shared.c}, {alone.b, shared.b}, {alone.d, shared.d}, {alone.mean, shared.mean}} {
		if !slices.Equal(pair[0], pair[1]) {
			t.Error("three cores do not find what one does")
		}
	}
}

// A run that has more cores than walks finds the same with any number of them, whatever a cost takes.
func TestWorkers_FindTheSame(t *testing.T) {
	for _, m := range []walk.Method{CMAES{}, CMAES{Population: 200}, Default(), Differential{}, Swarm{}, Scatter{}, QuasiNewton{}} {
		var found [2]*Result
		for k := range found {
			p := Func{Lower: slices.Repeat([]float64{-3}, 20), Upper: slices.Repeat([]float64{5}, 20), F: func(x []float64) (sum float64) {
				for i, v := range x {
					sum += float64((v - 1) * (v - 1) * float64(i+1))
				}
				for range 2000 { // so long that cores share a batch
					sum = math.Sqrt(float64(sum * sum))
				}
				return sum
			}}
			found[k] = must.Have(Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 3, Walks: 1, Workers: 1 + 2*k,
				Stop: []multiwalk.Stop{multiwalk.Evaluations(1200)}}))(t)
		}
		if one, three := found[0], found[1]; one.F != three.F || !slices.Equal(one.X, three.X) || one.Evaluations() != three.Evaluations() {
			t.Errorf("%s: one worker found %v, three %v", m.Name(), one, three)
		}
	}
}
