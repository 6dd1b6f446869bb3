package bbob_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/bbob"
)

// point is point k of the published values: see the notes beside them.
func point(n, k int) []float64 {
	x := make([]float64, n)
	for i := range x {
		j := i + 1
		h := float64((7*j*k + 3*j*j + 11*k) % 21)
		if x[i] = (h - 10) / 2; k == 4 {
			x[i] = 0.25 * h
		}
	}
	return x
}

// near says whether a value is the published one to the digits that rounding leaves.
func near(got, want, least float64) bool {
	return math.Abs(got-want) <= 1e-10*math.Abs(want-least)+1e-10*math.Abs(least)
}

// The functions are the published ones, in all dimensions and instances.
func TestNew_PublishedValues(t *testing.T) {
	f, err := os.Open(filepath.Join(benchdata.Dir(t), "bbob", "values.csv"))
	if err != nil {
		t.Skipf("no published values: %v", err)
	}
	defer f.Close()
	rows := must.Have(csv.NewReader(f).ReadAll())(t)
	var p *bbob.Instance
	was, worst := [3]int{}, 0.0
	for _, r := range rows[1:] {
		var v [4]int
		for i := range v {
			v[i], _ = strconv.Atoi(r[i])
		}
		want, _ := strconv.ParseFloat(r[4], 64)
		least, _ := strconv.ParseFloat(r[5], 64)
		if now := [3]int(v[:3]); now != was {
			if p, err = bbob.New(v[0], v[1], v[2]); err != nil {
				t.Fatal(err)
			}
			was = now
		}
		got := p.Problem().Cost(point(v[1], v[3]))
		if _, l := p.Optimum(); math.Abs(l-least) > 1e-12 || !near(got, want, least) {
			t.Errorf("%s at point %d: %v over %v, want %v over %v", p.Name(), v[3], got, l, want, least)
		}
		worst = max(worst, math.Abs(got-want)/max(1e-9, math.Abs(want-least)))
	}
	t.Logf("%d values, greatest relative difference %.2g", len(rows)-1, worst)
}

// The optima cost the least, and nothing beside them costs less.
func TestNew_Optima(t *testing.T) {
	for f := 1; f <= bbob.Functions; f++ {
		for _, n := range []int{1, 2, 7} {
			if n == 1 && (f == 17 || f == 18 || f == 19 || f == 8 || f == 9) {
				continue // sums over pairs have no term
			}
			p := must.Have(bbob.New(f, n, 3))(t)
			x, least := p.Optimum()
			if v := p.Problem().Cost(x); math.Abs(v-least) > 1e-7 {
				t.Errorf("%s costs %v at its optimum, not %v", p.Name(), v, least)
			}
			for i := range x {
				y := append([]float64{}, x...)
				y[i] -= math.Copysign(0.01, x[i])
				if v := p.Problem().Cost(y); v < least-1e-9 {
					t.Errorf("%s costs %v beside its optimum of %v", p.Name(), v, least)
				}
			}
		}
	}
}
