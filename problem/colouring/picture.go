package colouring

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// drawn is how many edges a picture has at most.
const drawn = 5000

// SVG draws the vertices on a circle, colour by colour, and the edges between them: those in conflict thick and red.
func (p *Instance) SVG(out io.Writer, x []int32) error {
	const centre, radius = 400.0, 380.0
	order := make([]int32, p.N)
	for v := range order {
		order[v] = int32(v)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(x[a], x[b]) })
	at := make([][2]float64, p.N)
	for k, v := range order {
		angle := 2 * math.Pi * float64(k) / float64(p.N)
		at[v] = [2]float64{centre + radius*math.Cos(angle), centre + radius*math.Sin(angle)}
	}
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 800\">\n<title>%d vertices, %d colours, %d conflicts</title>\n",
		p.N, p.Colours, p.Cost(x))
	fmt.Fprintln(w, `<rect width="800" height="800" fill="#fff"/>`)
	p.edges(w, x, at)
	for v, place := range at {
		hue := 360 * float64(x[v]) / float64(p.Colours)
		fmt.Fprintf(w, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"hsl(%.0f,70%%,%d%%)\"/>\n",
			place[0], place[1], max(2, min(12, 900/float64(p.N))), hue, 40+20*(x[v]%2))
	}
	fmt.Fprintln(w, "</svg>")
	return w.Flush()
}

// edges draws every edge of a small graph, of a large one every k-th, and all in conflict.
func (p *Instance) edges(w io.Writer, x []int32, at [][2]float64) {
	each := 1 + len(p.Near)/2/drawn
	path := func(style string, wanted func(number int, conflict bool) bool) {
		fmt.Fprintf(w, "<path fill=\"none\" %s d=\"", style)
		number := 0
		for v := range p.N {
			for _, u := range p.Near[p.Start[v]:p.Start[v+1]] {
				if u > v {
					continue
				}
				if number++; wanted(number, x[u] == x[v]) {
					fmt.Fprintf(w, "M%.0f %.0fL%.0f %.0f", at[v][0], at[v][1], at[u][0], at[u][1])
				}
			}
		}
		fmt.Fprintln(w, "\"/>")
	}
	path(`stroke="#000" stroke-opacity=".08" stroke-width=".5"`, func(k int, conflict bool) bool { return !conflict && k%each == 0 })
	path(`stroke="#d00" stroke-width="3"`, func(_ int, conflict bool) bool { return conflict })
}
