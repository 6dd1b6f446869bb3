package knapsack

import (
	"bufio"
	"fmt"
	"io"
)

// Of a picture: how many rows and items it shows at most, and its size in pixels.
const (
	shownRows  = 40
	shownItems = 1500
	width      = 800
	margin     = 20
)

// SVG draws how the capacities are used: a bar for each row, in which each item taken is a stretch as long as its weight. Colours go by
// what an item brings for its room, from blue, the most, to red. A line is the capacity. Of many rows or items the first are shown one by
// one, the best items first, and the other items together in grey.
func (p *Instance) SVG(out io.Writer, x []int32) error {
	w := bufio.NewWriter(out)
	rows := min(p.rows, shownRows)
	height := 2*margin + rows*24
	taken := 0
	for _, v := range x {
		taken += int(v)
	}
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n", width, height)
	fmt.Fprintf(w, "<title>%d of %d items, profit %d</title>\n", taken, len(x), p.worth(x))
	fmt.Fprintf(w, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height)
	room := p.rooms(x, nil)
	for k := range rows {
		p.bar(w, x, k, float64(margin+k*24), float64(max(p.capacity[k], p.capacity[k]-room[k], 1)))
	}
	fmt.Fprintln(w, "</svg>")
	return w.Flush()
}

// bar draws a row; whole is what the width stands for.
func (p *Instance) bar(w io.Writer, x []int32, k int, y, whole float64) {
	scale := (width - 2*margin) / whole
	at, rest, shown := float64(margin), 0.0, 0
	stretch := func(length float64, colour string) {
		fmt.Fprintf(w, "<path fill=%q d=\"M%.1f %.0fh%.2fv16h-%.2[4]fz\"/>\n", colour, at, y, length)
		at += length
	}
	for rank, i := range p.order {
		length := float64(p.weight[int(i)*p.rows+k]) * scale
		switch {
		case x[i] == 0 || length == 0:
		case shown*min(p.rows, shownRows) < shownItems:
			shown++
			stretch(length, fmt.Sprintf("hsl(%d,70%%,%d%%)", 220+140*rank/len(x), 45+rank%2*12))
		default:
			rest += length
		}
	}
	stretch(rest, "#999")
	fmt.Fprintf(w, "<path stroke=\"#000\" stroke-width=\"2\" d=\"M%.1f %.0fv22\"/>\n", margin+float64(p.capacity[k])*scale, y-3)
}
