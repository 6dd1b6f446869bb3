package qap

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// shown is how many flows a picture has at most, the largest ones.
const shown = 4000

// SVG draws the flows between locations: the row and the column of a square are the locations of its two facilities, its area is their flow,
// and its colour goes from blue, where they are near, to red, where they are as far apart as any two. The less red, the better.
func (q *Instance) SVG(out io.Writer, x []int32) error {
	const width = 800
	cells := make([]int, 0, len(q.Flow))
	for cell, f := range q.Flow {
		if f > 0 {
			cells = append(cells, cell)
		}
	}
	slices.SortStableFunc(cells, func(a, b int) int { return cmp.Compare(q.Flow[b], q.Flow[a]) })
	far := float64(max(1, slices.Max(q.Dist)))
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %[1]d\">\n", width)
	fmt.Fprintf(w, "<title>%d facilities, cost %d</title>\n<rect width=\"%d\" height=\"%[3]d\" fill=\"#fff\"/>\n", q.N, q.Cost(x), width)
	side := width / float64(q.N)
	for _, cell := range cells[:min(shown, len(cells))] {
		i, j := int(x[cell/q.N]), int(x[cell%q.N])
		away := max(0, float64(q.Dist[i*q.N+j])/far)
		size := side * max(0.3, math.Sqrt(float64(q.Flow[cell])/float64(q.Flow[cells[0]])))
		fmt.Fprintf(w, "<path fill=\"rgb(%.0f,70,%.0f)\" d=\"M%.1f %.1fh%.1[5]fv%.1[5]fh-%.1[5]fz\"/>\n", 30+190*away, 200-160*away,
			(float64(j)+0.5)*side-size/2, (float64(i)+0.5)*side-size/2, size)
	}
	fmt.Fprintln(w, "</svg>")
	return w.Flush()
}
