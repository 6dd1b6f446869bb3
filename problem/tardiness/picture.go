package tardiness

import (
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/gantt"
)

// SVG draws a Gantt chart of two rows: the jobs as they are done, and below them by how much each is late, from its due date on.
func (p *Instance) SVG(out io.Writer, x []int32) error {
	last := int64(p.begins(x, int32(len(x))))
	title := fmt.Sprintf("%d jobs: weighted tardiness %d", len(x), p.Cost(x))
	return gantt.SVG(out, title, 2, last, func(yield func(string, []gantt.Box) bool) {
		now := int64(0)
		for _, k := range x {
			j := p.jobs[k]
			begin := now
			now += int64(j.time)
			boxes := []gantt.Box{{From: begin, Time: int64(j.time)}, {Row: 1, From: int64(j.due), Time: max(0, now-int64(j.due))}}
			if !yield(fmt.Sprintf("job %d, due at %d, done at %d, weight %d", k+1, j.due, now, j.weight), boxes) {
				return
			}
		}
	})
}
