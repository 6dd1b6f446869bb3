// Package raster draws SVG pictures in pixels. It knows what pictures of solutions are made of: rectangles, circles, lines, paths without
// arcs, and text. What it does not know it refuses by name, so that no picture lacks anything unnoticed.
package raster

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"git.sr.ht/~sbinet/gg"
)

const (
	most      = 16384 // pixels of a side
	mostUnits = 1e9   // a number of a picture, or one below 0
	mostFar   = 64    // widths or heights of the picture that anything may lie away: to draw a line takes as long as it is high
)

// PNG reads an SVG picture, and writes it as PNG. It is width pixels wide, and less if it would be too high.
func PNG(w io.Writer, svg io.Reader, width int) error {
	var s sheet
	d := xml.NewDecoder(svg)
	looks := []look{plain} // of the elements that are open
	for {
		token, err := d.Token()
		switch t := token.(type) {
		case xml.StartElement:
			e := element{name: t.Name.Local, look: looks[len(looks)-1], at: map[string]string{}}
			switch e.name {
			case "title", "desc":
				err = d.Skip()
			case "text":
				if err = e.read(t.Attr); err == nil {
					err = errors.Join(d.DecodeElement(&e.text, &t), s.add(&e, width))
				}
			default:
				if err = e.read(t.Attr); err == nil {
					err = s.add(&e, width)
				}
				looks = append(looks, e.look)
			}
		case xml.EndElement:
			looks = looks[:len(looks)-1]
		}
		switch {
		case err == io.EOF && s.dc != nil:
			return s.dc.EncodePNG(w)
		case err != nil:
			return fmt.Errorf("no pixels of the picture: %w", err)
		}
	}
}

// sheet is what is drawn on.
type sheet struct {
	dc            *gg.Context
	width, height float64      // in the picture's units
	scale         float64      // pixels of a unit
	far           float64      // units that anything may lie away
	dots          [][2]float64 // lines of no length, which are seen where they have round ends
}

// add draws an element. The first one is svg.
func (s *sheet) add(e *element, width int) error {
	if (s.dc == nil) != (e.name == "svg") {
		return fmt.Errorf("found the element %s; expected one element svg, and all others in it", e.name)
	}
	at := func(name string, whole float64) float64 { return max(-s.far, min(s.far, e.number(name, whole))) }
	x := func(name string) float64 { return at(name, s.width) }
	y := func(name string) float64 { return at(name, s.height) }
	switch e.name {
	case "svg":
		return s.open(e, width)
	case "g":
	case "rect":
		s.dc.DrawRoundedRectangle(x("x"), y("y"), x("width"), y("height"), x("rx"))
	case "circle":
		s.dc.DrawCircle(x("cx"), y("cy"), x("r"))
	case "line":
		s.dc.DrawLine(x("x1"), y("y1"), x("x2"), y("y2"))
	case "path":
		e.err = s.trace(e.at["d"])
	case "text":
		return s.write(e, x("x"), y("y"))
	default:
		return fmt.Errorf("the element %s is not drawn in pixels; take .svg", e.name)
	}
	if e.err == nil {
		s.paint(&e.look)
	}
	return e.err
}

// open makes the sheet. A picture without a viewBox is as large as it says.
func (s *sheet) open(e *element, width int) error {
	at := [4]float64{2: e.number("width", 0), 3: e.number("height", 0)}
	if box := strings.Fields(e.at["viewBox"]); len(box) == len(at) {
		for k, text := range box {
			at[k] = e.parse("viewBox", text)
		}
	}
	if s.width, s.height = at[2], at[3]; e.err != nil || !(s.width > 0 && s.height > 0) {
		return errors.New("the element svg does not say how large it is; expected a viewBox of four numbers")
	}
	s.scale, s.far = min(float64(width)/s.width, most/s.height), mostFar*max(s.width, s.height)
	s.dc = gg.NewContext(max(1, int(math.Round(s.width*s.scale))), max(1, int(math.Round(s.height*s.scale))))
	s.dc.Scale(s.scale, s.scale)
	s.dc.Translate(-at[0], -at[1])
	return nil
}

// paint fills and strokes what was traced, and forgets it.
func (s *sheet) paint(l *look) {
	if l.fill.A > 0 {
		s.dc.SetColor(faded(l.fill, l.filling))
		s.dc.FillPreserve()
	}
	if l.stroke.A > 0 {
		s.dc.SetColor(faded(l.stroke, l.stroking))
		s.dc.SetLineWidth(min(l.lineWidth, s.far) * s.scale)
		s.dc.SetLineCapButt()
		if l.round {
			s.dc.SetLineCapRound()
		}
		s.dc.StrokePreserve()
	}
	s.dc.ClearPath()
	if l.round && l.stroke.A > 0 {
		for _, at := range s.dots {
			s.dc.DrawCircle(at[0], at[1], l.lineWidth/2)
		}
		s.dc.Fill()
	}
	s.dots = s.dots[:0]
}

// write writes a text. The letters are made as large as they are in pixels, because scaled ones blur.
func (s *sheet) write(e *element, x, y float64) error {
	if err := s.dc.LoadFontFaceFromBytes(liberationsansregular.TTF, max(0, min(e.look.size, s.height))*s.scale); err != nil || e.err != nil {
		return errors.Join(err, e.err)
	}
	x, y = s.dc.TransformPoint(x, y)
	s.dc.Push()
	defer s.dc.Pop()
	s.dc.Identity()
	s.dc.SetColor(faded(e.look.fill, e.look.filling))
	s.dc.DrawStringAnchored(e.text, x, y, e.look.anchors, 0)
	return nil
}

// faded makes a colour see-through: part 1 leaves it, and 0 hides it.
func faded(c color.NRGBA, part float64) color.NRGBA {
	c.A = uint8(math.Round(float64(c.A) * max(0, min(1, part))))
	return c
}
