package tsp

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strconv"
)

// mapWidth is in pixels; the picture scales.
const mapWidth = 1000

// SVG writes a map of the cities, and of a tour through them unless it is nil. It fails where the instance has neither
// coordinates nor display data.
func (p *Instance) SVG(w io.Writer, tour []int32) error {
	l, err := p.layout(tour)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %g\" width=\"%[1]d\" height=\"%[2]g\">\n", mapWidth, l.height)
	fmt.Fprintf(b, "<title>%s</title>\n", html.EscapeString(p.title(tour)))
	fmt.Fprintf(b, "<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n", paper)
	if len(l.tour) > 1 {
		fmt.Fprintf(b, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.3g\" stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\"M", ink, l.line)
		for _, i := range l.tour {
			b.Write(l.pair(i, ' '))
		}
		if !l.open {
			b.WriteString("Z")
		}
		b.WriteString("\"/>\n")
	}
	if l.dot > 0 || tour == nil {
		l.svgDots(b)
	}
	b.WriteString("</svg>\n")
	return b.Flush() // returns the first error of all writes
}

// Drawable returns an error where the instance cannot be drawn.
func (p *Instance) Drawable() error { return p.SVG(io.Discard, nil) }

// svgDots draws each dot as a line of no length with round ends, which is far shorter than a circle element a city.
func (l *layout) svgDots(b *bufio.Writer) {
	fmt.Fprintf(b, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.3g\" stroke-linecap=\"round\" d=\"",
		city, 2*max(l.dot, l.line))
	for i := range l.x {
		b.WriteByte('M')
		b.Write(l.pair(int32(i), 'h'))
		b.WriteByte('0')
	}
	b.WriteString("\"/>\n")
}

// pair writes a place to a hundredth of a pixel, and a byte after it.
func (l *layout) pair(i int32, after byte) []byte {
	text := strconv.AppendFloat(nil, l.x[i], 'f', 2, 64)
	text = strconv.AppendFloat(append(text, ' '), l.y[i], 'f', 2, 64)
	return append(text, after)
}

func (p *Instance) title(tour []int32) string {
	name := p.name
	if name == "" {
		name = "cities"
	}
	switch {
	case tour == nil:
		return fmt.Sprintf("%s: %d cities", name, p.Cities())
	case p.closed != nil:
		return fmt.Sprintf("%s: a path through %d cities, length %d", name, p.Cities(), p.Cost(tour))
	}
	return fmt.Sprintf("%s: a tour of %d cities, length %d", name, p.N, p.Cost(tour))
}
