// Package board draws permutations as boards: a piece in each column.
package board

import (
	"bufio"
	"fmt"
	"html"
	"io"
)

const (
	// Most is how many columns a board may have: pieces of a larger one are too small to be seen.
	Most  = 1000
	cell  = 10  // the side of a place, in units of the picture
	ruled = 200 // columns of a board whose places have lines between them
)

// SVG draws a board with a piece in column i at row x[i], row 0 below. Pieces that are wrong are red.
func SVG(out io.Writer, title string, x []int32, wrong func(i int) bool) error {
	w, side := bufio.NewWriter(out), cell*len(x)
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %[1]d\">\n<title>%s</title>\n", side, html.EscapeString(title))
	fmt.Fprintf(w, "<rect width=\"%d\" height=\"%[1]d\" fill=\"#fff\"/>\n", side)
	if len(x) <= ruled {
		fmt.Fprint(w, "<path stroke=\"#ccc\" d=\"")
		for k := range len(x) + 1 {
			fmt.Fprintf(w, "M0 %dh%dM%[1]d 0v%[2]d", cell*k, side)
		}
		fmt.Fprint(w, "\"/>\n")
	}
	for i, v := range x {
		colour := "#000"
		if wrong(i) {
			colour = "#d00"
		}
		fmt.Fprintf(w, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=%q><title>column %d, row %d</title></circle>\n", cell*i+cell/2, side-cell*int(v)-cell/2,
			cell/3, colour, i+1, v+1)
	}
	fmt.Fprint(w, "</svg>\n")
	return w.Flush()
}
