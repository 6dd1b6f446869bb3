// Package gantt draws schedules as Gantt charts: a row for each machine, and in it a box for each operation, as wide as its time.
package gantt

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"iter"
)

// Box is an operation: the row of its machine, when it begins, and how long it takes.
type Box struct {
	Row        int
	From, Time int64
}

// SVG draws a chart of rows, from 0 until a time. The boxes of a job have its colour, and its name comes up over them. Jobs that follow each
// other have different colours. Boxes that take no time are left out.
func SVG(out io.Writer, title string, rows int, until int64, jobs iter.Seq2[string, []Box]) error {
	const width, row = 1000, 24
	w := bufio.NewWriter(out)
	scale, height, k := width/float64(max(until, 1)), row*rows, 0
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n", width, height)
	fmt.Fprintf(w, "<title>%s</title>\n", html.EscapeString(title))
	fmt.Fprintf(w, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height)
	for name, boxes := range jobs {
		fmt.Fprintf(w, "<path fill=\"hsl(%d,55%%,60%%)\" d=\"", k*137%360) // near the golden angle
		for _, b := range boxes {
			if b.Time > 0 {
				fmt.Fprintf(w, "M%.2f %dh%.2fv%dh-%.2[3]fz", float64(b.From)*scale, row*b.Row+2, float64(b.Time)*scale, row-4)
			}
		}
		fmt.Fprintf(w, "\"><title>%s</title></path>\n", html.EscapeString(name))
		k++
	}
	fmt.Fprintln(w, "</svg>")
	return w.Flush()
}
