package cvrp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Drawable returns an error where the places have no coordinates.
func (s sheet) Drawable() error {
	if len(s.in.X) == 0 {
		return errors.New("the places have no coordinates")
	}
	return nil
}

// SVG draws the routes of a solution: each a line of a colour of its own, thin where it leaves the depot and comes back to it.
func (s sheet) SVG(out io.Writer, x []int32) error {
	if err := s.Drawable(); err != nil {
		return fmt.Errorf("cvrp: %w", err)
	}
	in, routes := s.in, s.Routes(x)
	const width, margin = 800.0, 20.0
	left, top := slices.Min(in.X), slices.Max(in.Y)
	scale := (width - 2*margin) / max(1e-9, slices.Max(in.X)-left, top-slices.Min(in.Y))
	at := func(c int) (x, y float64) { return margin + (in.X[c]-left)*scale, margin + (top-in.Y[c])*scale }
	length, _ := s.p.measure(x)
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %v %[1]v\">\n<title>%d customers, %d routes, length %d</title>\n",
		width, len(in.X)-1, len(routes), length)
	fmt.Fprintln(w, `<rect width="800" height="800" fill="#fff"/>`)
	x0, y0 := at(0)
	for k, route := range routes {
		colour := fmt.Sprintf("hsl(%d,75%%,%d%%)", k*137%360, 35+k%3*8)
		path := ""
		for _, c := range route {
			x, y := at(c)
			path += fmt.Sprintf("L%.1f %.1f", x, y)
		}
		fmt.Fprintf(w, "<path fill=\"none\" stroke=%q stroke-opacity=\".35\" d=\"M%.1f %.1f%sZ\"/>\n", colour, x0, y0, path)
		fmt.Fprintf(w, "<path fill=\"none\" stroke=%q stroke-width=\"3\" stroke-linejoin=\"round\" d=\"M%s\"/>\n", colour, path[1:])
		for _, c := range route {
			x, y := at(c)
			fmt.Fprintf(w, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=%q/>\n", x, y, colour)
		}
	}
	fmt.Fprintf(w, "<rect x=\"%.1f\" y=\"%.1f\" width=\"16\" height=\"16\"/>\n</svg>\n", x0-8, y0-8)
	return w.Flush()
}
