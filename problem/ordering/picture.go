package ordering

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// shown is how many entries a picture has at most, the largest ones.
const shown = 4000

// SVG draws the matrix with its rows in order: an entry is a square whose area is its size, blue above the diagonal, where it
// counts, and red below.
func (p *Instance) SVG(out io.Writer, x []int32) error {
	const width = 800
	n := int(p.N)
	cells := make([]int, 0, n*n)
	for cell := range n * n {
		if p.W[x[cell/n]*p.N+x[cell%n]] > 0 {
			cells = append(cells, cell)
		}
	}
	weight := func(cell int) float64 { return float64(p.W[x[cell/n]*p.N+x[cell%n]]) }
	slices.SortStableFunc(cells, func(a, b int) int { return cmp.Compare(weight(b), weight(a)) })
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %[1]d\">\n", width)
	fmt.Fprintf(w, "<title>%d rows, %d above the diagonal</title>\n<rect width=\"%d\" height=\"%[3]d\" fill=\"#fff\"/>\n", n, -p.Cost(x), width)
	side := width / float64(n)
	for _, cell := range cells[:min(shown, len(cells))] {
		colour, i, j := "#26b", cell/n, cell%n
		if i > j {
			colour = "#d33"
		}
		size := side * max(0.3, math.Sqrt(weight(cell)/weight(cells[0])))
		fmt.Fprintf(w, "<path fill=%q d=\"M%.1f %.1fh%.1[4]fv%.1[4]fh-%.1[4]fz\"/>\n", colour,
			(float64(j)+0.5)*side-size/2, (float64(i)+0.5)*side-size/2, size)
	}
	fmt.Fprintf(w, "<path stroke=\"#999\" d=\"M0 0L%d %[1]d\"/>\n</svg>\n", width)
	return w.Flush()
}
