package continuous_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/continuous"
)

func TestCMAES_Conforms(t *testing.T) {
	fixed, all := function(4, rosenbrock), functions(3, 4)
	fixed.Lower[1], fixed.Upper[1] = 1, 1
	all["fixed"] = fixed
	for name, p := range all {
		for _, restart := range []string{"bipop", "ipop", "same", "none"} {
			t.Run(name+" "+restart, func(t *testing.T) {
				conformance.Method(t, continuous.CMAES{Restart: restart}, packed(t, p), conformance.Budget(6000),
					conformance.Refuses(continuous.CMAES{Sigma: -1}, continuous.CMAES{Sigma: math.NaN()}, continuous.CMAES{Population: 3},
						continuous.CMAES{Restart: "again"}, continuous.CMAES{FTol: -1}))
			})
		}
	}
}

// cigar is ill-conditioned and not separable.
func cigar(x []float64) float64 {
	along, all := 0.0, 0.0
	for i, v := range x {
		v -= 0.5
		along += v / math.Sqrt(float64(len(x)))
		all += float64(v*v) * float64(1+i%2)
	}
	return float64(along*along) + 1e6*(all-float64(along*along))
}

func TestCMAES_Solves(t *testing.T) {
	mixed := func(x []float64) (sum float64) { // whole numbers that depend on the others
		for i, v := range x {
			d := v + 0.4*x[(i+1)%len(x)] - 2
			sum += float64(d * d)
		}
		return sum
	}
	p := function(6, mixed)
	p.Whole = []bool{true, false, true, false, true, false}
	for name, c := range map[string]struct {
		p      continuous.Func
		target float64
		most   int64
	}{
		"rosenbrock": {function(10, rosenbrock), 1e-10, 30_000}, "cigar": {function(10, cigar), 1e-10, 15_000},
		"rastrigin": {function(5, rastrigin), 1e-8, 100_000}, "whole": {p, 0.5, 30_000}, "corner": {corner(8), 1e-8, 10_000},
	} {
		for seed := range uint64(3) {
			res, err := continuous.Minimize(context.Background(), c.p, continuous.CMAES{}, multiwalk.Settings{Seed: seed,
				Stop: []multiwalk.Stop{continuous.Target(c.target), multiwalk.Evaluations(c.most)}})
			if err != nil || res.Status != multiwalk.TargetReached {
				t.Errorf("%s, seed %d: %v, %v", name, seed, res, err)
				continue
			}
			t.Logf("%s, seed %d: %v", name, seed, res)
		}
	}
}

// corner has its optimum where the bounds meet.
func corner(n int) continuous.Func {
	return function(n, func(x []float64) (sum float64) {
		for i, v := range x {
			sum += float64(i+1) * (v + 5)
		}
		return sum
	})
}

// Bounds of very different widths are no harder than equal ones.
func TestCMAES_ScalesWithBounds(t *testing.T) {
	p := continuous.Func{F: func(x []float64) (sum float64) {
		for i, v := range x {
			v *= math.Pow(10, float64(3-2*i))
			sum += float64((v - 0.3) * (v - 0.3))
		}
		return sum
	}}
	for i := range 4 {
		w := math.Pow(10, float64(2*i-3))
		p.Lower, p.Upper = append(p.Lower, -w), append(p.Upper, w)
	}
	res, err := continuous.Minimize(context.Background(), p, continuous.CMAES{}, multiwalk.Settings{Seed: 1,
		Stop: []multiwalk.Stop{continuous.Target(1e-10), multiwalk.Evaluations(3000)}})
	if err != nil || res.Status != multiwalk.TargetReached {
		t.Errorf("%v at %v, %v", res, res.X, err)
	}
}

func ExampleMinimize() {
	lower, upper := []float64{-5, -5}, []float64{5, 5}
	p := continuous.Func{Lower: lower, Upper: upper, F: func(x []float64) float64 { return (x[0]-1)*(x[0]-1) + (x[1]+2)*(x[1]+2) }}
	res, err := continuous.Minimize(context.Background(), p, nil, multiwalk.Settings{Seed: 1,
		Stop: []multiwalk.Stop{continuous.Target(1e-12), multiwalk.Evaluations(10_000)}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s at %.3f\n", res.Status, res.X)
	// Output: target_reached at [1.000 -2.000]
}
