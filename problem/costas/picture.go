package costas

import (
	"bufio"
	"fmt"
	"io"
)

// cell is the side of a place of the board, in units of the picture.
const cell = 10

// SVG draws the dots on their board, row 1 below.
func (p *Instance) SVG(out io.Writer, x []int32) error {
	w, side := bufio.NewWriter(out), cell*p.n
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %[1]d\">\n<title>%s, cost %d</title>\n", side, p.Name(), p.Cost(x))
	fmt.Fprintf(w, "<rect width=\"%d\" height=\"%[1]d\" fill=\"#fff\"/>\n<path stroke=\"#ccc\" d=\"", side)
	for k := range p.n + 1 {
		fmt.Fprintf(w, "M0 %dh%dM%[1]d 0v%[2]d", cell*k, side)
	}
	fmt.Fprint(w, "\"/>\n")
	for i, v := range x {
		fmt.Fprintf(w, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"><title>column %d, row %d</title></circle>\n", cell*i+cell/2, side-cell*v-cell/2, cell/3, i+1, v+1)
	}
	fmt.Fprint(w, "</svg>\n")
	return w.Flush()
}
