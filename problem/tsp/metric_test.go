package tsp

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// Worked out by hand from the formulas of TSPLIB95, section 2.
func TestEdgeCost_ByHand(t *testing.T) {
	for _, v := range []struct {
		metric         Metric
		x1, y1, x2, y2 float64
		want           int64
	}{
		{Euc2D, 0, 0, 3, 4, 5},
		{Euc2D, 0, 0, 1, 1, 1},   // 1.414
		{Euc2D, 0, 0, 1.5, 0, 2}, // a half goes up
		{Euc2D, 0, 0, 1.49, 0, 1},
		{Euc2D, -2, -3, 4, 5, 10},
		{Euc2D, 7, 7, 7, 7, 0},
		{Ceil2D, 0, 0, 1, 1, 2},
		{Ceil2D, 0, 0, 3, 4, 5}, // exact: not 6
		{Man2D, 0, 0, -3, 4, 7},
		{Man2D, 0, 0, 0.2, 0.2, 0},
		{Man2D, 0, 0, 0.25, 0.25, 1},
		{Max2D, 0, 0, -3, 2, 3},
		{Max2D, 0, 0, 2.5, 2.6, 3},
		{Att, 0, 0, 10, 0, 4}, // sqrt(100/10) = 3.16: nint 3 is below, so 4
		{Att, 0, 0, 3, 1, 1},  // sqrt(10/10) = 1
		{Att, 0, 0, 5, 0, 2},  // sqrt(2.5) = 1.58: nint 2
		// One degree of a meridian: 6378.388*3.141592/180 = 111.32, plus 1, truncated.
		{Geo, 0, 0, 1, 0, 112},
		{Geo, 0, 0, 0, 1, 112},
		{Geo, 0, 0, 0.3, 0, 56},    // 30 minutes: 55.66
		{Geo, 0, 0, -0.3, 0, 56},   // south and west count below 0 in both parts
		{Geo, 89, 0, 89, 180, 223}, // over the pole: 2 degrees, 222.64
		{Geo, 5, 5, 5, 5, 1},       // two cities at one place
		// One degree of a meridian in metres: 6378388*pi/180 = 111323.87, plus 1, truncated.
		{Geom, 0, 0, 1, 0, 111324},
		{Geom, 0, 0, 0, 1, 111324},
		{Geom, 0, 0, 0.5, 0, 55662},    // half a degree, in decimals: 55661.9
		{Geom, 89, 0, 89, 180, 222648}, // over the pole
		{Geom, 0, 0, 0, 180, 20038297}, // half the girth
		{Floor2D, 0, 0, 1, 1, 1},       // 1.414
		{Floor2D, 0, 0, 2.9, 0, 2},
	} {
		p := must.Have(New("two", v.metric, []float64{v.x1, v.x2}, []float64{v.y1, v.y2}))(t)
		m := p.EdgeMatrix()
		if got, back := p.EdgeCost(0, 1), p.EdgeCost(1, 0); got != v.want || back != got || int64(m[1]) != got || m[0] != 0 {
			t.Errorf("%v of (%v, %v) and (%v, %v): %d and %d back, matrix %v, want %d", v.metric, v.x1, v.y1, v.x2, v.y2, got, back, m, v.want)
		}
		if p.EdgeCost(0, 0) != 0 {
			t.Errorf("%v: from a city to itself: %d", v.metric, p.EdgeCost(0, 0))
		}
	}
}

func TestEdgeCost_InSpace(t *testing.T) {
	for metric, want := range map[Metric]int64{Euc3D: 7, Ceil3D: 7, Floor3D: 7, Man3D: 11, Max3D: 6} {
		p := must.Have(fromCoordinates(metric, []float64{0, 2}, []float64{0, 3}, []float64{0, -6}))(t)
		if got := p.EdgeCost(0, 1); got != want {
			t.Errorf("%v: %d, want %d", metric, got, want)
		}
	}
}

func TestNew_Refuses(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, v := range map[string]struct {
		metric Metric
		x, y   []float64
	}{
		"none":            {Euc2D, nil, nil},
		"lengths":         {Euc2D, []float64{1, 2}, []float64{1}},
		"infinite":        {Euc2D, []float64{1, inf}, []float64{1, 1}},
		"not a number":    {Euc2D, []float64{1, 2}, []float64{nan, 1}},
		"too far":         {Euc2D, []float64{0, 2e9}, []float64{0, 2e9}},
		"beyond float":    {Man2D, []float64{-1.7e308, 1.7e308}, []float64{0, 0}},
		"far round globe": {Geo, []float64{1e300, 0}, []float64{0, 0}},
		"explicit":        {Explicit, []float64{1}, []float64{1}},
		"space":           {Euc3D, []float64{1}, []float64{1}},
		"no metric":       {0, []float64{1}, []float64{1}},
		"unknown metric":  {99, []float64{1}, []float64{1}},
	} {
		if _, err := New("bad", v.metric, v.x, v.y); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := FromMatrix("bad", 2, []int32{1, 2, 3}); err == nil {
		t.Error("a matrix of 3 elements for 2 cities accepted")
	}
	if _, err := FromMatrix("bad", 0, nil); err == nil {
		t.Error("no cities accepted")
	}
}

func TestParseMetric_InvertsString(t *testing.T) {
	for m := Explicit; m <= Max3D; m++ {
		if got, ok := ParseMetric(m.String()); !ok || got != m {
			t.Errorf("%v: %v %v", m, got, ok)
		}
	}
	if _, ok := ParseMetric("XRAY1"); ok {
		t.Error("XRAY1 accepted")
	}
}
