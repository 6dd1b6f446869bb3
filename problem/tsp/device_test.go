package tsp

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel"
)

// pricer is an instance on a device, whatever its places are.
func pricer(t testing.TB, p *Instance) (of string, between func(i, j int32) int32) {
	t.Helper()
	m := must.Have(p.Kernels())(t)
	switch f := m.Problem.(type) {
	case plane:
		return "plane", pricerOf(f)
	case grid:
		return "grid", pricerOf(f)
	case exact:
		return "exact", pricerOf(f)
	case measured:
		return "measured", pricerOf(f)
	case matrix:
		return "matrix", pricerOf(f)
	}
	t.Fatalf("kernels for a %T", m.Problem)
	return "", nil
}

func pricerOf[C any, M kernel.Metric[C]](m M) func(i, j int32) int32 {
	return func(i, j int32) int32 { return m.Between(m.Place(i), m.Place(j)) }
}

// checkPairs compares the device form's distances with the instance's, for all pairs up to 1000 cities, and for each city
// with 1000 others beyond.
func checkPairs(t *testing.T, p *Instance) string {
	t.Helper()
	of, between := pricer(t, p)
	least, most := p.EdgeRange()
	step := max(1, p.N/1000)
	for i := range int32(p.N) {
		for j := i % int32(step); j < int32(p.N); j += int32(step) {
			got, want := between(i, j), p.EdgeCost(i, j)
			if i != j && (int64(got) != want || want < least || want > most) {
				t.Fatalf("%s as %s: %d-%d costs %d, want %d in [%d, %d]", p.Name(), of, i, j, got, want, least, most)
			}
		}
	}
	return of
}

func TestKernels_DistancesAreExact(t *testing.T) {
	unraced.Test(t)
	r := multiwalk.NewRand(5, 0)
	place := func(n int, scale, unit float64) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = math.Trunc(r.Float64()*scale/unit) * unit
		}
		return v
	}
	seen := map[string]bool{}
	for _, n := range []int{1, 2, 5, 40, 300} {
		for _, scale := range []float64{1, 40, 700, 5000, 30000, 1e6} {
			for _, unit := range []float64{1, 0.01, 1e-9} {
				p := must.Have(New(fmt.Sprint(n, scale, unit), Euc2D, place(n, scale, unit), place(n, scale, unit)))(t)
				seen[checkPairs(t, p)] = true
			}
		}
	}
	for _, m := range []Metric{Ceil2D, Man2D, Max2D, Att, Geo} {
		p := must.Have(New(m.String(), m, place(30, 80, 0.01), place(30, 80, 0.01)))(t)
		seen[checkPairs(t, p)] = true
	}
	seen[checkPairs(t, Random(1500, 1))] = true
	wide := Random(1500, 2)
	for i := range wide.X { // too many to prove, and whole coordinates whose squares fit
		wide.X[i], wide.Y[i] = math.Trunc(wide.X[i]/40), math.Trunc(wide.Y[i]/40)
	}
	seen[checkPairs(t, wide)] = true
	for m := Euc2D; m.valid(); m++ { // too many for a matrix
		if !m.spherical() && m != Euc2D {
			p := Random(maxMatrix+1, 3)
			if p.Metric = m; m.Dimensions() == 3 {
				p.Z = place(p.N, 5000, 0.01)
			}
			seen[checkPairs(t, p)] = true
		}
	}
	if len(seen) != 5 {
		t.Errorf("only the forms %v were tried", seen)
	}
}

// A device's square root may be off by 2^-23 of it. The places of a plane must bear twice that, both ways.
func TestKernels_PlaneBearsApproximation(t *testing.T) {
	for _, scale := range []float64{50, 900, 4000} {
		p := Random(200, 3)
		for i := range p.X {
			p.X[i], p.Y[i] = p.X[i]*scale/1e6, math.Trunc(p.Y[i]*scale/1e6)
		}
		f, ok := newPlane(p)
		if !ok {
			t.Fatalf("scale %v: no plane", scale)
		}
		for i := range f.At {
			for j := range i {
				d := math.Sqrt(float64(squaredPlane(f.At[i], f.At[j])))
				for _, off := range []float64{1 - planeSlack, 1, 1 + planeSlack} {
					if got, want := math.RoundToEven(d*off), float64(p.EdgeCost(int32(i), int32(j))); got != want {
						t.Fatalf("scale %v: %d-%d is %v, want %v, if the root is off by %v", scale, i, j, got, want, off-1)
					}
				}
			}
		}
	}
}

// The instances of the paper on parallel search and parallel moves are all planes, the fast form; others are exact too.
func TestKernels_PublishedInstances(t *testing.T) {
	if testing.Short() { // nothing runs at the same time as anything else
		t.Skip("fifteen million pairs take long under the race detector")
	}
	for _, name := range strings.Fields("rd100 eil101 bier127 ch150 kroa150 pr152 u159 rat195 ts225 tsp225 gil262 pr264 a280 pr299 lin318 rd400 fl417 pr439 pcb442 d493") {
		if of := checkPairs(t, readData(t, name+".tsp")); of != "plane" {
			t.Errorf("%s is a %s", name, of)
		}
	}
	for name, want := range map[string]string{"pr1002": "grid", "att48": "matrix", "gr17": "matrix", "gr96": "matrix", "d2103": "exact", "usa13509": "exact", "d18512": "grid"} {
		if of := checkPairs(t, readData(t, name+".tsp")); of != want {
			t.Errorf("%s is a %s, want a %s", name, of, want)
		}
	}
}

func TestKernels_Refuse(t *testing.T) {
	asymmetric := must.Have(FromMatrix("one way", 3, []int32{0, 1, 2, 3, 0, 4, 5, 6, 0}))(t)
	large := Random(maxMatrix+1, 1)
	large.Metric = Geo
	for want, p := range map[string]*Instance{"asymmetric": asymmetric, "need a matrix": large} {
		if _, err := p.Kernels(); err == nil || errors.Is(err, multiwalk.ErrNoKernel) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", p.Name(), err, want)
		}
	}
}
