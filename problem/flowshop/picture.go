package flowshop

import (
	"fmt"
	"io"
	"slices"

	"github.com/multiwalk/multiwalk/internal/gantt"
)

// SVG draws a Gantt chart: a row for each machine, and in it a box for each job, as wide as its time. Jobs that follow each other have
// different colours.
func (p *Instance) SVG(out io.Writer, x []int32) error {
	ends := p.ends(x)
	last, sum := slices.Max(ends), int64(0)
	for _, end := range ends {
		sum += end
	}
	title := fmt.Sprintf("%d jobs on %d machines: makespan %d, total completion time %d", p.Jobs, p.Machines, last, sum)
	done, boxes := make([]int32, p.Machines), make([]gantt.Box, p.Machines)
	return gantt.SVG(out, title, int(p.Machines), last, func(yield func(string, []gantt.Box) bool) {
		for _, job := range x {
			follow(done, p.times(job))
			for m, t := range p.times(job) {
				boxes[m] = gantt.Box{Row: m, From: int64(done[m] - t), Time: int64(t)}
			}
			if !yield(fmt.Sprintf("job %d", job+1), boxes) {
				return
			}
		}
	})
}
