package tsp

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// pictured are shapes of instance that scaling may trip over.
func pictured(t *testing.T) []*Instance {
	t.Helper()
	var all []*Instance
	for _, v := range []struct {
		name string
		x, y []float64
	}{
		{"one", []float64{5}, []float64{5}},
		{"same place", []float64{5, 5, 5}, []float64{7, 7, 7}},
		{"flat", []float64{0, 1, 2}, []float64{3, 3, 3}},
		{"upright", []float64{3, 3, 3}, []float64{0, 1, 2}},
		{`a<b>&"c"`, []float64{1e300, 1e300}, []float64{-1e300, -1e300}},
	} {
		p := must.Have(New(v.name, Euc2D, v.x, v.y))(t)
		all = append(all, p)
	}
	return append(all, metricInstances(t, 12)...)
}

func order(n int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(i)
	}
	return x
}

func TestSVG_IsWellFormedAndInside(t *testing.T) {
	for _, p := range append(pictured(t), Random(5000, 1)) {
		for _, tour := range [][]int32{nil, order(p.N)} {
			var file bytes.Buffer
			must.Do(t, p.SVG(&file, tour))
			if strings.Contains(file.String(), "NaN") || strings.Contains(file.String(), "Inf") {
				t.Errorf("%s: %s", p.Name(), file.String())
			}
			for d := xml.NewDecoder(&file); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", p.Name(), err)
				}
			}
			l := must.Have(p.layout(tour))(t)
			for i := range l.x {
				if !(l.x[i] > 0 && l.x[i] < mapWidth && l.y[i] > 0 && l.y[i] < l.height) {
					t.Fatalf("%s: city %d at (%v, %v) of %v x %v", p.Name(), i, l.x[i], l.y[i], mapWidth, l.height)
				}
			}
		}
	}
}

func TestPicture_Refuses(t *testing.T) {
	p := must.Have(FromMatrix("bare", 3, make([]int32, 9)))(t)
	must.Fail(t, `no picture of "bare": its file has neither`)(p.SVG(io.Discard, order(3)))
	q := Random(4, 1)
	if err := q.SVG(io.Discard, []int32{0, 1, 2, 2}); err == nil {
		t.Error("a city twice accepted")
	}
}

// Degrees north are up and degrees east right, though TSPLIB's files have the latitude first.
func TestLayout_Geo(t *testing.T) {
	p := must.Have(New("globe", Geo, []float64{10, 50}, []float64{-20, 60}))(t)
	l, err := p.layout(nil)
	if err != nil || l.x[0] >= l.x[1] || l.y[0] <= l.y[1] {
		t.Errorf("%v %v %v", l.x, l.y, err)
	}
}
