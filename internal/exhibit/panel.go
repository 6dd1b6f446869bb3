package exhibit

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// What is nearer to 0 or farther from it is left out, so that no arithmetic on axes overflows.
const tiniest, hugest = 1e-300, 1e300

// colours are those of Okabe and Ito that show on white, which people with colour blindness can tell apart.
var colours = []color.Color{
	color.NRGBA{0x00, 0x72, 0xb2, 0xff}, // blue
	color.NRGBA{0xd5, 0x5e, 0x00, 0xff}, // vermilion
	color.NRGBA{0x00, 0x9e, 0x73, 0xff}, // bluish green
	color.NRGBA{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
	color.NRGBA{0xe6, 0x9f, 0x00, 0xff}, // orange
	color.NRGBA{0x56, 0xb4, 0xe9, 0xff}, // sky blue
	color.NRGBA{0x00, 0x00, 0x00, 0xff},
}

// shapes are as many as have no divisor in common with the colours, so 35 styles differ.
var shapes = []draw.GlyphDrawer{
	draw.CircleGlyph{},
	draw.BoxGlyph{},
	draw.PyramidGlyph{},
	turned{draw.BoxGlyph{}, math.Pi / 4},
	turned{draw.PyramidGlyph{}, math.Pi},
}

// turned is a shape turned by an angle in radians.
type turned struct {
	draw.GlyphDrawer
	angle float64
}

func (t turned) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.Push()
	c.Translate(at)
	c.Rotate(t.angle)
	t.GlyphDrawer.DrawGlyph(c, style, vg.Point{})
	c.Pop()
}

// hollow is a shape with a white one inside.
type hollow struct{ draw.GlyphDrawer }

func (h hollow) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	h.GlyphDrawer.DrawGlyph(c, style, at)
	c.SetColor(color.White)
	style.Radius *= 0.55
	h.GlyphDrawer.DrawGlyph(c, style, at)
}

// unboxed is a plotter that asks for no room around its points: axes meet in the corner, and those of all panels are in
// line, though a marker at the edge then covers the axis.
type unboxed struct{ plot.Plotter }

func (p *Panel) plot() (*plot.Plot, error) {
	drawn := plot.New()
	drawn.BackgroundColor = nil // the chart has one
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{0xdd}, color.Gray{0xdd}
	grid.Horizontal.Width, grid.Vertical.Width = 0.5, 0.5
	drawn.Add(grid)
	var xs, ys []float64
	for _, s := range p.Series {
		if len(s.X) != len(s.Y) {
			return nil, fmt.Errorf("series %q has %d x and %d y; give as many of both", s.Name, len(s.X), len(s.Y))
		}
		var points plotter.XYs
		for i, x := range s.X {
			if y := s.Y[i]; p.X.holds(x) && p.Y.holds(y) {
				xs, ys = append(xs, x), append(ys, y)
				points = append(points, plotter.XY{X: p.X.place(x), Y: p.Y.place(y)})
			}
		}
		line, markers := s.plotters(points)
		drawn.Add(unboxed{line}, unboxed{markers})
	}
	p.X.set(&drawn.X, xs)
	p.Y.set(&drawn.Y, ys)
	drawn.X.Tick.Marker = ticker{p.X, panelWidth, drawn.X.Tick.Label.Width}
	drawn.Y.Tick.Marker = ticker{p.Y, panelHeight, drawn.Y.Tick.Label.Height}
	return drawn, nil
}

func (a *Axis) holds(v float64) bool {
	size := math.Abs(v)
	return size <= hugest && (size >= tiniest || size == 0) && (!a.Log || v > 0) // false for NaN
}

// place returns where a value stands on the library's axis, which is always linear: its logarithmic one pads a panel as
// if the label stood beside the arithmetic mean of the ends.
func (a *Axis) place(v float64) float64 {
	if a.Log {
		return math.Log10(v)
	}
	return v
}

// set gives an axis its text and a range that covers the values.
func (a *Axis) set(axis *plot.Axis, values []float64) {
	axis.Label.Text = a.Label
	axis.Label.TextStyle.Font = textStyle(labelSize).Font
	axis.Label.Padding = 4
	axis.Tick.Label.Font = textStyle(small).Font
	axis.Tick.Length = 5
	axis.Padding = 0
	for _, t := range a.Ticks {
		if a.holds(t) {
			values = append(values, t)
		}
	}
	if len(values) == 0 {
		values = []float64{1}
	}
	low, top := slices.Min(values), slices.Max(values)
	switch {
	case len(a.Ticks) > 0:
	case a.Log:
		low, top = roundDown(low), roundUp(top)
	default:
		low, top = min(low, 0), max(top, 0)
	}
	axis.Min, axis.Max = a.place(low), a.place(top)
	switch {
	case axis.Min != axis.Max:
	case a.Log:
		axis.Max++ // a decade
	default:
		axis.Max += max(1, math.Abs(axis.Max))
	}
}

// plotters returns the line and the markers; what the form leaves out draws nothing.
func (s *Series) plotters(points plotter.XYs) (*plotter.Line, *plotter.Scatter) {
	style := max(0, s.Style)
	c := colours[style%len(colours)]
	line := &plotter.Line{XYs: points, LineStyle: draw.LineStyle{Color: c, Width: 1.2}}
	markers := &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: c, Radius: 3, Shape: shapes[style%len(shapes)]}}
	if s.Dashed {
		line.Dashes = []vg.Length{4, 3}
		markers.Shape = hollow{markers.Shape}
	}
	switch s.Form {
	case LineOnly:
		markers.Shape, markers.Radius = nil, 0
	case MarkersOnly:
		line.Width = 0
	case Steps:
		line.StepStyle = plotter.PostStep
		markers.Shape, markers.Radius = nil, 0
	}
	return line, markers
}

func (s *Series) thumbnails() []plot.Thumbnailer {
	line, markers := s.plotters(nil)
	return []plot.Thumbnailer{line, markers}
}
