package tsp

import (
	"bytes"
	"encoding/xml"
	"image/color"
	"image/png"
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
			l := must.Have(p.layout(tour, svgWidth))(t)
			for i := range l.x {
				if !(l.x[i] > 0 && l.x[i] < l.width && l.y[i] > 0 && l.y[i] < l.height) {
					t.Fatalf("%s: city %d at (%v, %v) of %v x %v", p.Name(), i, l.x[i], l.y[i], l.width, l.height)
				}
			}
		}
	}
}

// A square tour: ink on the sides, paper in the middle and in the margin, a dot on each corner, north up.
func TestPNG_Square(t *testing.T) {
	p := must.Have(New("square", Euc2D, []float64{0, 0, 9, 9}, []float64{0, 9, 9, 0}))(t)
	var file bytes.Buffer
	must.Do(t, p.PNG(&file, order(4), 300))
	m := must.Have(png.Decode(&file))(t)
	if m.Bounds().Dx() != 300 || m.Bounds().Dy() != 300 {
		t.Fatalf("bounds %v", m.Bounds())
	}
	for at, want := range map[[2]int][3]uint8{
		{150, 150}: paper, {2, 2}: paper, {150, 2}: paper, {10, 10}: city, {290, 290}: city, {10, 290}: city,
	} {
		got := color.RGBAModel.Convert(m.At(at[0], at[1])).(color.RGBA)
		for c, v := range [3]uint8{got.R, got.G, got.B} { // mixing rounds by one
			if d := int(v) - int(want[c]); d < -1 || d > 1 {
				t.Errorf("%v is %v, want %v", at, got, want)
			}
		}
	}
	for _, at := range [][2]int{{150, 10}, {150, 290}, {10, 150}, {290, 150}} {
		if r, _, b, _ := m.At(at[0], at[1]).RGBA(); r>>8 > 0xd0 || b < r {
			t.Errorf("%v is not ink", at)
		}
	}
}

func TestPNG_AllShapes(t *testing.T) {
	for _, p := range pictured(t) {
		if err := p.PNG(io.Discard, order(p.N), minWidth); err != nil {
			t.Errorf("%s: %v", p.Name(), err)
		}
		if err := p.PNG(io.Discard, nil, minWidth); err != nil {
			t.Errorf("%s without tour: %v", p.Name(), err)
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
	for _, width := range []int{-1, 0, minWidth - 1, maxWidth + 1} {
		if err := q.PNG(io.Discard, nil, width); err == nil {
			t.Errorf("width %d accepted", width)
		}
	}
}

// Degrees north are up and degrees east right, though TSPLIB's files have the latitude first.
func TestLayout_Geo(t *testing.T) {
	p := must.Have(New("globe", Geo, []float64{10, 50}, []float64{-20, 60}))(t)
	l, err := p.layout(nil, 100)
	if err != nil || l.x[0] >= l.x[1] || l.y[0] <= l.y[1] {
		t.Errorf("%v %v %v", l.x, l.y, err)
	}
}
