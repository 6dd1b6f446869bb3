package exhibit

import (
	"bytes"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// figure has every form, values that logarithms lack, and a panel without series.
func figure() *Chart {
	x := []float64{4, 8, 16}
	series := []Series{
		{Name: "ours & theirs", X: x, Y: []float64{3, 30, 5000}},
		{Name: "paper", Style: 1, Dashed: true, X: x, Y: []float64{2, math.NaN(), 0}},
		{Name: "stairs", Style: 2, Form: Steps, X: x, Y: []float64{1, 2, 3}},
		{Name: "points", Style: 3, Form: MarkersOnly, X: x, Y: []float64{10, 20, math.Inf(1)}},
		{Name: "line", Style: 4, Form: LineOnly, X: x, Y: []float64{2000, 200, 20}},
		{Name: "nothing", Style: 5},
	}
	return &Chart{Name: "figure", Title: "A figure", Panels: []Panel{
		{X: Axis{Label: "moves", Ticks: x}, Y: Axis{Label: "linear"}, Series: series},
		{X: Axis{Label: "moves", Log: true, Ticks: x}, Y: Axis{Label: "logarithmic", Log: true}, Series: series},
		{},
	}}
}

func TestChart_Golden(t *testing.T) {
	golden(t, "chart.svg", figure().SVG)
}

func TestChart_PNG(t *testing.T) {
	unraced.Test(t)
	c := figure()
	var first, again bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &again} {
		must.Do(t, c.PNG(b))
	}
	if !bytes.Equal(first.Bytes(), again.Bytes()) {
		t.Error("the same chart gives other bytes")
	}
	picture := must.Have(png.Decode(&first))(t)
	l := must.Have(c.layout())(t)
	size := picture.Bounds().Size()
	if width, height := 3*920, int(math.Round(float64(l.height)*dpi/72)); size.X != width || size.Y != height {
		t.Errorf("%d x %d pixels, want %d x %d", size.X, size.Y, width, height)
	}
	pixels := map[color.Color]int{}
	for y := range size.Y {
		for x := range size.X {
			pixels[color.NRGBAModel.Convert(picture.At(x, y))]++
		}
	}
	for i := range colours[:6] { // the sixth has no points, and so no place in the legend
		if got := pixels[colours[i]]; (got < 50) != (i == 5) {
			t.Errorf("%d pixels of style %d", got, i)
		}
	}
}

// A name that is wider than the panels must not be cut.
func TestChart_LegendFits(t *testing.T) {
	name := strings.Repeat("wide ", 40)
	one := func(name string) Series { return Series{Name: name, X: []float64{1}, Y: []float64{1}} }
	c := Chart{Panels: []Panel{{Series: []Series{one(name), one("b"), one("b"), one(""), {Name: "of nothing"}}}}}
	l := must.Have(c.layout())(t)
	style := textStyle(labelSize)
	if want := style.Width(name) + thumbnailWidth; l.width < want || l.width <= panelWidth {
		t.Errorf("%v wide, the legend takes %v", l.width, want)
	}
	if len(l.legend) != 1 || l.below < 2*style.Height(name) || l.below > 4*style.Height(name) {
		t.Errorf("%d columns, %v high", len(l.legend), l.below)
	}
}

func TestChart_BearsAnyValues(t *testing.T) {
	unraced.Test(t)
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, 1, 5e-324, 1e-300, -1e-300, 1e300, -1e300, math.MaxFloat64}
	var panels []Panel
	for _, v := range odd {
		for _, w := range odd {
			for _, log := range []bool{false, true} {
				a := Axis{Log: log, Label: "a"}
				s := Series{Style: -1, X: []float64{v, w}, Y: []float64{w, v}}
				panels = append(panels, Panel{X: a, Y: a, Series: []Series{s}})
				a.Ticks = []float64{v, w}
				panels = append(panels, Panel{X: a, Y: a, Series: []Series{s, {}}})
			}
		}
	}
	for i := range panels {
		c := Chart{Panels: panels[i : i+1]}
		var b bytes.Buffer
		must.Do(t, c.SVG(&b))
		if text := b.String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%+v: a coordinate is not finite", panels[i])
		}
	}
	for _, c := range []Chart{{}, {Panels: make([]Panel, 2)}} {
		must.Do(t, c.SVG(io.Discard))
		must.Do(t, c.PNG(io.Discard))
	}
}

func TestChart_UnequalLengths(t *testing.T) {
	c := Chart{Name: "bad", Panels: []Panel{{Series: []Series{{Name: "s", X: []float64{1, 2}, Y: []float64{1}}}}}}
	want := `multiwalk: chart bad: series "s" has 2 x and 1 y; give as many of both`
	for _, write := range []func(io.Writer) error{c.SVG, c.PNG} {
		if err := write(io.Discard); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// labels are those of an axis that a panel draws for the values.
func labels(t *testing.T, a Axis, values ...float64) string {
	t.Helper()
	p := Panel{X: a, Series: []Series{{X: values, Y: make([]float64, len(values))}}}
	drawn := must.Have(p.plot())(t)
	var list []string
	for _, tick := range drawn.X.Tick.Marker.Ticks(drawn.X.Min, drawn.X.Max) {
		if !tick.IsMinor() {
			list = append(list, tick.Label)
		}
	}
	return strings.Join(list, " ")
}

func TestTicks_Labels(t *testing.T) {
	for _, c := range []struct {
		axis   Axis
		values []float64
		want   string
	}{
		{Axis{Log: true}, []float64{3, 70, -1, 0}, "2 5 10 20 50 100"},
		{Axis{Log: true}, []float64{7}, "5 10"},
		{Axis{Log: true}, []float64{0.03, 4e5}, "0.1 1 10 100 1000 10000 100000"},
		{Axis{Log: true}, []float64{1e-9, 1e12}, "1e-9 1e-6 0.001 1 1000 1e6 1e9 1e12"},
		{Axis{Log: true}, nil, "1 2 5 10"},
		{Axis{}, []float64{20, 500}, "0 250 500"},
		{Axis{}, []float64{-0.3, 0.3}, "-0.25 0 0.25"},
		{Axis{}, nil, "0 0.5 1"},
		{Axis{Log: true, Ticks: []float64{64, 4, 8, 0, 64.5}}, nil, "4 8 64"},
		{Axis{Ticks: []float64{1, 1.01, 2}}, []float64{3}, "1 2"},
		{Axis{Ticks: []float64{0.4, 2, 1, 2.6}, Words: map[float64]string{1: "anneal", 2: "climb"}}, nil, "anneal climb"},
	} {
		if got := labels(t, c.axis, c.values...); got != c.want {
			t.Errorf("%+v of %v: labels %s, want %s", c.axis, c.values, got, c.want)
		}
	}
}

// By hand: on an axis from 1 to 1000, 10 stands at a third.
func TestAxis_Logarithmic(t *testing.T) {
	var axis plot.Axis
	axis.Scale = plot.LinearScale{}
	a := Axis{Log: true}
	a.set(&axis, []float64{1, 700})
	for v, want := range map[float64]float64{1: 0, 10: 1. / 3, 1000: 1} {
		if got := axis.Norm(a.place(v)); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v stands at %v, want %v", v, got, want)
		}
	}
}

func TestRound(t *testing.T) {
	for v, want := range map[float64][2]float64{1: {1, 1}, 3: {2, 5}, 0.07: {0.05, 0.1}, 0.3: {0.2, 0.5}, 5e6: {5e6, 5e6}, 999: {500, 1000}, 1e-300: {1e-300, 1e-300}} {
		if got := [2]float64{roundDown(v), roundUp(v)}; got != want {
			t.Errorf("%v is between %v, want %v", v, got, want)
		}
	}
}

func TestTickText(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.1: "0.1", 0.30000000000000004: "0.3", 1000: "1000", -250: "-250", 1e6: "1e6", 2.5e12: "2.5e12", 1e-4: "0.0001", 1e-9: "1e-9", 1e-12: "1e-12"} {
		if got := tickText(v); got != want {
			t.Errorf("tick %v is written %s, want %s", v, got, want)
		}
	}
}
