package exhibit

import (
	"bytes"
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart is a figure: panels side by side with one legend below them.
type Chart struct {
	Name   string // of its files
	Title  string
	Panels []Panel
}

// Panel is one pair of axes.
type Panel struct {
	X, Y   Axis
	Series []Series
}

// Axis is a direction of a panel. It covers all values and Ticks; a linear one without Ticks covers 0 as well.
type Axis struct {
	Label string
	Log   bool               // logarithmic; what is not above 0 is then left out
	Ticks []float64          // where marks stand; nil places them automatically
	Words map[float64]string // what marks are called; others have no label then. nil: by their numbers
}

// Series is points (X[i], Y[i]), which the line joins in this order; those that are not finite are left out. Series of
// one name have one entry in the legend and should have one style; a series without a name has none.
type Series struct {
	Name   string
	Style  int // colour and marker, from 0
	Form   Form
	Dashed bool // with hollow markers: the paper's figures
	X, Y   []float64
}

// Add adds a point.
func (s *Series) Add(x, y float64) { s.X, s.Y = append(s.X, x), append(s.Y, y) }

// Form says what of a series is drawn.
type Form int

const (
	LineAndMarkers Form = iota
	LineOnly
	MarkersOnly
	Steps // a line that keeps each Y up to the next X: empirical distributions, the best so far
)

// Sizes in points, 72 to the inch; dpi is that of PNG, twice a common screen's.
const (
	panelWidth, panelHeight     = 345, 230
	margin                      = 8
	titleSize, labelSize, small = 11, 9, 8
	thumbnailWidth              = 30
	dpi                         = 192
)

// SVG writes the chart as a picture of lines and text. Equal charts give equal files.
func (c *Chart) SVG(w io.Writer) error {
	l, err := c.layout()
	if err != nil {
		return err
	}
	canvas := vgsvg.New(l.width, l.height)
	l.draw(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	// The canvas names the font that it measured by. Where it is missing, viewers take one with serifs and other widths
	// unless fonts with the same widths are named too.
	named := []byte("font-family:Liberation Sans;")
	_, err = w.Write(bytes.ReplaceAll(b.Bytes(), named, []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")))
	return err
}

// PNG writes the chart as a picture of pixels, 920 a panel wide.
func (c *Chart) PNG(w io.Writer) error {
	l, err := c.layout()
	if err != nil {
		return err
	}
	canvas := vgimg.NewWith(vgimg.UseWH(l.width, l.height), vgimg.UseDPI(dpi))
	l.draw(draw.New(canvas))
	_, err = vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// layout is a chart with its sizes: from top to bottom the title, the panels, the legend in columns.
type layout struct {
	title         string
	plots         []*plot.Plot
	legend        []plot.Legend
	column        vg.Length // of the legend
	below         vg.Length // the legend's height with its margin, 0 without one
	width, height vg.Length
}

func (c *Chart) layout() (*layout, error) {
	l := &layout{title: c.Title, width: vg.Length(max(1, len(c.Panels))) * panelWidth}
	for _, p := range c.Panels {
		drawn, err := p.plot()
		if err != nil {
			return nil, fmt.Errorf("multiwalk: chart %s: %w", c.Name, err)
		}
		l.plots = append(l.plots, drawn)
	}
	style := textStyle(titleSize)
	l.width = max(l.width, style.Width(c.Title)+2*margin)
	l.setLegend(c.entries())
	l.height = 3*margin + style.Height(c.Title) + panelHeight + l.below
	return l, nil
}

// entries returns the first series of each name; one without a point is in no legend.
func (c *Chart) entries() []Series {
	var list []Series
	seen := map[string]bool{"": true}
	for _, p := range c.Panels {
		for _, s := range p.Series {
			if len(s.X) > 0 && !seen[s.Name] {
				seen[s.Name] = true
				list = append(list, s)
			}
		}
	}
	return list
}

// setLegend arranges the entries in as few rows as the width takes, column by column. A name that is wider than the
// panels widens the chart.
func (l *layout) setLegend(entries []Series) {
	if len(entries) == 0 {
		return
	}
	style := textStyle(labelSize)
	for _, s := range entries {
		l.column = max(l.column, thumbnailWidth+style.Width(" "+s.Name)+2*margin)
	}
	l.width = max(l.width, l.column+2*margin)
	columns := max(1, int((l.width-2*margin)/l.column))
	rows := (len(entries) + columns - 1) / columns
	for i, s := range entries {
		if i%rows == 0 {
			l.legend = append(l.legend, plot.Legend{TextStyle: style, Top: true, Left: true,
				ThumbnailWidth: thumbnailWidth, Padding: 3})
		}
		l.legend[len(l.legend)-1].Add(s.Name, s.thumbnails()...)
	}
	size := l.legend[0].Rectangle(draw.Canvas{}).Size() // no column has more rows
	l.below = size.Y + 2*margin
}

func (l *layout) draw(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	style := textStyle(titleSize)
	style.XAlign, style.YAlign = draw.XCenter, draw.YTop
	c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y - margin}, l.title)
	if len(l.plots) > 0 {
		tiles := draw.Tiles{Rows: 1, Cols: len(l.plots), PadX: 2 * margin}
		within := draw.Crop(c, margin, -2*margin, margin+l.below, -2*margin-style.Height(l.title))
		for i, canvas := range plot.Align([][]*plot.Plot{l.plots}, tiles, within)[0] {
			l.plots[i].Draw(canvas)
		}
	}
	left := (l.width - l.column*vg.Length(len(l.legend)) + 2*margin) / 2
	for i := range l.legend {
		l.legend[i].Draw(draw.Crop(c, left+l.column*vg.Length(i), 0, 0, l.below-l.height))
	}
}

// textStyle returns black sans serif of a size in points.
func textStyle(size vg.Length) text.Style {
	return text.Style{
		Color:   color.Black,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: plot.DefaultTextHandler,
	}
}
