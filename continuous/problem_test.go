package continuous_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

func TestOf_Refuses(t *testing.T) {
	lower, upper := box(2, 0, 1)
	for want, p := range map[string]continuous.Func{
		"no function":      {Lower: lower, Upper: upper},
		"no elements":      {F: sphere},
		"2 lower and 1":    {F: sphere, Lower: lower, Upper: upper[:1]},
		"no range":         {F: sphere, Lower: upper, Upper: lower},
		"of finite":        {F: sphere, Lower: []float64{math.Inf(-1)}, Upper: []float64{0}},
		"x0 is outside":    {F: sphere, Lower: lower, Upper: upper, X0: []float64{0.5, 2}},
		"x0 has 1 element": {F: sphere, Lower: lower, Upper: upper, X0: []float64{0.5}},
		"there is none":    {F: sphere, Lower: []float64{0.2}, Upper: []float64{0.8}, Whole: []bool{true}},
		"and there are 2":  {F: sphere, Lower: lower, Upper: upper, Whole: []bool{true}},
	} {
		if _, err := continuous.Of(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

// The cost sees nothing outside the bounds, and whole numbers as such; NaN and infinities are counted, and are never the result.
func TestMinimize_WhatTheCostSees(t *testing.T) {
	lower, upper := []float64{-1, 0.3, -2}, []float64{1, 3.7, -2}
	bad := 0
	p := continuous.Func{Lower: lower, Upper: upper, Whole: []bool{false, true, false}, F: func(x []float64) float64 {
		for i, v := range x {
			if !(v >= lower[i] && v <= upper[i]) {
				t.Errorf("element %d is %v", i, v)
			}
		}
		if x[1] != math.Trunc(x[1]) {
			t.Errorf("%v is no whole number", x[1])
		}
		switch {
		case x[0] < -0.5:
			bad++
			return math.NaN()
		case x[0] > 0.9:
			bad++
			return math.Inf(-1)
		}
		return math.Abs(x[0]-0.25) + x[1]
	}}
	for _, m := range methods() {
		bad = 0
		res, err := continuous.Minimize(context.Background(), p, m, multiwalk.Settings{Workers: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(2000)}})
		if err != nil {
			t.Fatalf("%s: %v", m.Name(), err)
		}
		if res.X[1] != 1 || res.F > 1.001 || res.F < 1 || res.NaNs != int64(bad) || bad == 0 {
			t.Errorf("%s: %v at %v, %d of %d costs refused", m.Name(), res, res.X, res.NaNs, bad)
		}
	}
}

// methods are those of the package with their defaults.
func methods() []walk.Method {
	return []walk.Method{continuous.CMAES{}, continuous.LineSearch{}, continuous.Staged{}, continuous.Differential{}, continuous.Swarm{},
		continuous.Scatter{}, continuous.RealGenetic{}}
}

// A cost that is nowhere finite has a result.
func TestMinimize_NowhereFinite(t *testing.T) {
	p := function(2, func([]float64) float64 { return math.NaN() })
	for _, m := range methods() {
		res, err := continuous.Minimize(context.Background(), p, m, multiwalk.Settings{Workers: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(500)}})
		if err != nil || !math.IsInf(res.F, 1) || res.NaNs == 0 || len(res.X) != 2 {
			t.Errorf("%s: %+v, %v", m.Name(), res, err)
		}
	}
}

// Every problem of real vectors writes its solutions as numbers.
func TestOf_WritesElements(t *testing.T) {
	p := must.Have(continuous.Of(function(2, sphere)))(t)
	var text strings.Builder
	if err := p.WriteSolution(&text, continuous.Pack([]float64{0.1, -1})); err != nil || text.String() != "0.1\n-1\n" {
		t.Errorf("%q, %v", text.String(), err)
	}
}
