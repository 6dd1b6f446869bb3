package scheduling

import (
	"bufio"
	"fmt"
	"io"
)

// SVG draws a row for each machine, with a box for each of its tasks, as wide as its time: blue where the machine is the fastest
// for the task, else orange. A line is at the end of the last machine.
func (s sheet) SVG(out io.Writer, x []int32) error {
	p := s.in
	const width, row = 800, 24
	last, w := p.Last(x), bufio.NewWriter(out)
	scale := (width - 10) / max(last, 1e-9)
	height := row*int(p.Machines) + 10
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n", width, height)
	fmt.Fprintf(w, "<title>%d tasks on %d machines, until %.6g</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", p.Tasks, p.Machines,
		last, width, height)
	ends := make([]float64, p.Machines)
	for t, m := range x {
		times := p.Exact[t*int(p.Machines) : (t+1)*int(p.Machines)]
		colour := "#48c"
		for _, time := range times {
			if time < times[m] {
				colour = "#e93"
			}
		}
		fmt.Fprintf(w, "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=%q stroke=\"#fff\" stroke-width=\"0.5\"/>\n", 5+ends[m]*scale,
			5+row*int(m), times[m]*scale, row-4, colour)
		ends[m] += times[m]
	}
	fmt.Fprintf(w, "<path stroke=\"#333\" d=\"M%.2f 0V%d\"/>\n</svg>\n", 5+last*scale, height)
	return w.Flush()
}
