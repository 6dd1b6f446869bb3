package tsp

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/vector"
)

// The widths of a picture in pixels; the greatest takes 2 GiB while it is drawn.
const (
	minWidth = 64
	maxWidth = 16384
)

// PNG writes the same map as SVG with a width of 64 to 16384 pixels; the height follows.
func (p *Instance) PNG(w io.Writer, tour []int32, width int) error {
	if width < minWidth || width > maxWidth {
		return fmt.Errorf("tsp: picture width %d is not from %d to %d pixels", width, minWidth, maxWidth)
	}
	l, err := p.layout(tour, float64(width))
	if err != nil {
		return err
	}
	bounds := image.Rect(0, 0, width, int(l.height))
	picture := image.NewRGBA(bounds)
	draw.Draw(picture, bounds, solid(paper), image.Point{}, draw.Src)
	r := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	for at, i := range l.tour {
		if l.open && at == len(l.tour)-1 {
			break
		}
		j := l.tour[(at+1)%len(l.tour)]
		addLine(r, l.x[i], l.y[i], l.x[j], l.y[j], l.line/2)
	}
	r.Draw(picture, bounds, solid(ink), image.Point{})
	if l.dot > 0 || tour == nil {
		r.Reset(bounds.Dx(), bounds.Dy())
		for i := range l.x {
			addLine(r, l.x[i], l.y[i], l.x[i], l.y[i], max(l.dot, l.line))
		}
		r.Draw(picture, bounds, solid(city), image.Point{})
	}
	return png.Encode(w, picture)
}

func solid(c [3]uint8) *image.Uniform { return image.NewUniform(color.RGBA{c[0], c[1], c[2], 0xff}) }

// addLine adds a line with round ends: two half circles, joined. All shapes turn the same way, because the rasteriser
// lets opposite turns cancel.
func addLine(r *vector.Rasterizer, x1, y1, x2, y2, radius float64) {
	steps := int(min(16, 3+radius)) // of a half circle
	turn := math.Atan2(y2-y1, x2-x1) + math.Pi/2
	for i := range 2 * (steps + 1) {
		x, y, at := x1, y1, i
		if i > steps {
			x, y, at = x2, y2, i-1
		}
		sin, cos := math.Sincos(turn + math.Pi*float64(at)/float64(steps))
		px, py := float32(x+radius*cos), float32(y+radius*sin)
		if i == 0 {
			r.MoveTo(px, py)
		} else {
			r.LineTo(px, py)
		}
	}
	r.ClosePath()
}
