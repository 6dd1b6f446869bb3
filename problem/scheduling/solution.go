package scheduling

import (
	"bufio"
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Squares is an instance whose cost is that of Scheduling. It has kernels.
type Squares struct {
	sheet
	*Scheduling
}

// Squares is the problem whose cost is how late all machines are.
func (p *Instance) Squares() *Squares { return &Squares{sheet{p}, p.Scheduling} }

// Space returns the schedules.
func (p *Squares) Space() multiwalk.Space { return p.Scheduling.Space() }

// Verify evaluates the loads by the times as they were read.
func (p *Squares) Verify(x []int32) (int64, error) {
	loads := make([]int32, p.Machines)
	for m, load := range p.in.loads(x) {
		loads[m] = int32(load)
	}
	return p.late(loads), nil
}

// sheet is an instance beside its problem: it knows solutions as files have them.
type sheet struct{ in *Instance }

// Space returns the schedules: x[t] is the machine of task t.
func (s sheet) Space() multiwalk.Space { return s.in.Scheduling.Space() }

// Notes say what a unit of the costs is.
func (s sheet) Notes() []string {
	return []string{fmt.Sprintf("times are in whole units of %.6g; no schedule ends before %d of them, %.6g", 1/s.in.Scale, s.in.Bound,
		float64(s.in.Bound)/s.in.Scale)}
}

// WriteSolution writes when the last machine ends, by the exact times, and in the next line the machine of each task, from 0 on.
func (s sheet) WriteSolution(w io.Writer, x []int32) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%.6f\n", s.in.Last(x))
	for t, m := range x {
		if t > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprint(b, m)
	}
	fmt.Fprintln(b)
	return b.Flush()
}

// ReadSolution reads what WriteSolution writes. What the first line claims is not needed.
func (s sheet) ReadSolution(r io.Reader, file string) ([]int32, error) {
	n := int(s.in.Tasks)
	words := bounded.NewWords(r, file, "when a schedule ends, and the machine of each task", bounded.Solution(n))
	if _, err := words.Float("when the last machine ends", mostTasks*mostTime); err != nil {
		return nil, err
	}
	x := make([]int32, n)
	for t := range x {
		m, err := words.Whole(fmt.Sprintf("the machine of task %d", t+1), 0, int64(s.in.Machines-1))
		if err != nil {
			return nil, err
		}
		x[t] = int32(m)
	}
	return x, words.End("the machines of all tasks")
}
