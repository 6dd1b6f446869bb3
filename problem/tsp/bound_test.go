package tsp

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// weighted draws a matrix with weights from lo to hi.
func weighted(n, lo, hi int, bothWays bool, seed uint64) *Instance {
	r, matrix := randomStream(seed), make([]int32, n*n)
	for i := range n {
		for j := range n {
			if matrix[i*n+j] = int32(lo + r.IntN(hi-lo+1)); bothWays && j < i {
				matrix[i*n+j] = matrix[j*n+i]
			}
		}
	}
	return fromMatrix(n, matrix)
}

// No tour costs less than the bound, with fixed edges, one way and along open paths, and where few weights differ some instances meet it.
func TestLowerBound_IsBelowTheOptimum(t *testing.T) {
	told, met := 0, 0
	check := func(p *Instance) {
		bound, want := p.LowerBound(), optimum(p)
		if bound == multiwalk.NoBound {
			return
		}
		told++
		if bound == want {
			met++
		}
		if bound > want {
			t.Errorf("%d cities, asymmetric %v, path %v, fixed %v: bound %d, optimum %d", p.N, p.asymmetric, p.IsPath(), p.fixed, bound, want)
		}
	}
	for seed := range uint64(300) {
		r := randomStream(1000 + seed)
		n, lo := 3+r.IntN(5), r.IntN(3)-1
		p := weighted(n, lo, lo+r.IntN(3), seed%2 == 0, seed)
		if seed%3 == 0 {
			p.fixed = nil
			must.Do(t, p.setFixed([][2]int32{{0, 1}}))
		}
		check(p)
		for _, ends := range [][]int32{nil, {1}, {0, 2}} {
			if q, err := p.Open(ends...); err == nil {
				check(q)
			}
		}
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			x[i], y[i] = float64(r.IntN(3)), float64(r.IntN(2))
		}
		q := must.Have(New("", []Metric{Euc2D, Ceil2D, Man2D, Geo, Geom, Att}[seed%6], x, y))(t)
		check(q)
	}
	if told < 200 || met < told*3/4 {
		t.Errorf("of %d bounds %d are met", told, met)
	}
}

func TestLowerBound_IsToldWhereItIsEvident(t *testing.T) {
	at := func(metric Metric, n int, place func(i int) (x, y float64)) *Instance {
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			x[i], y[i] = place(i)
		}
		p := must.Have(New("", metric, x, y))(t)
		return p
	}
	one := func(int) (x, y float64) { return 3, 4 }
	line := func(i int) (x, y float64) { return float64(10 * i), 0 }
	open := func(p *Instance, ends ...int32) *Instance {
		q := must.Have(p.Open(ends...))(t)
		return q
	}
	cycle := weighted(60, 1, 1, true, 1) // a Hamiltonian cycle problem: 0 for edges, 1 for others
	for i := range 60 {
		j := (i + 7) % 60
		cycle.matrix[i*60+j], cycle.matrix[j*60+i] = 0, 0
	}
	lone := at(Euc2D, 100, func(i int) (x, y float64) { return float64(i / 99), 0 })
	oneWay := weighted(50, 5, 5, false, 1)
	oneWay.matrix[7], oneWay.asymmetric = 9, true
	for name, c := range map[string]struct {
		p    *Instance
		want int64
	}{
		"one place":            {at(Euc2D, 100, one), 0},
		"one place, far apart": {at(Euc2D, 100, func(i int) (x, y float64) { return float64(i%2) / 4, 0 }), 0},
		"many in one place":    {at(Max2D, 20_000, one), 0},
		"one place, GEO":       {at(Geo, 100, one), 100},
		"a path in one place":  {open(at(Euc2D, 100, one), 3, 9), 0},
		"a grid":               {at(Man2D, 100, func(i int) (x, y float64) { return float64(i % 10), float64(i / 10) }), 100},
		"a line":               {at(Euc2D, 30, line), multiwalk.NoBound},
		"a path on a line":     {open(at(Euc2D, 30, line)), 290},
		"all the same":         {weighted(40, 7, 7, true, 1), 280},
		"negative":             {weighted(40, -7, -7, true, 1), -280},
		"one way":              {oneWay, 250},
		"a path one way":       {open(oneWay), 245},
		"a cycle":              {cycle, 0},
		"all but one":          {lone, multiwalk.NoBound},
		"random":               {Random(500, 1), multiwalk.NoBound},
		"random, large":        {Random(50_000, 1), multiwalk.NoBound},
	} {
		if got := c.p.LowerBound(); got != c.want {
			t.Errorf("%s: bound %d, want %d", name, got, c.want)
		}
	}
}
