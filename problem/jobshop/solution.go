package jobshop

import (
	"bufio"
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/gantt"
)

// WriteSolution writes a line for each machine: the jobs in its order, from 1 on.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error {
	b := bufio.NewWriter(w)
	for k, op := range p.Orders(x) {
		separator := " "
		if int32(k+1)%p.Jobs == 0 {
			separator = "\n"
		}
		fmt.Fprintf(b, "%d%s", p.job(op)+1, separator)
	}
	return b.Flush()
}

// ReadSolution reads the order of the jobs on each machine, from 1 or from 0 on. It refuses orders in which machines wait for each other in
// a circle.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	n := p.operations()
	words := bounded.NewWords(r, file, "the order of the jobs on each machine", bounded.Solution(n))
	orders, at, zero := make([]int32, 0, n), p.places(), false
	for m := range p.Machines {
		jobs, err := words.Permutation(int(p.Jobs))
		if err != nil {
			return nil, fmt.Errorf("machine %d: %w", m, err)
		}
		from := int32(1)
		for _, job := range jobs {
			if job == 0 {
				from = 0
			}
		}
		if m > 0 && zero != (from == 0) {
			return nil, words.Fail("machine %d counts jobs from %d, unlike the one before: count all from 1", m, from)
		}
		zero = from == 0
		for _, job := range jobs {
			orders = append(orders, at[(job-from)*p.Machines+m])
		}
		p.skippedFirst(orders[len(orders)-int(p.Jobs):])
	}
	x := make([]int32, n)
	if joined := p.join(orders, x); joined < n {
		return nil, words.Fail("in these orders machines wait for each other in a circle: %d of %d operations never begin; take the orders of a schedule",
			n-joined, n)
	}
	return x, words.End("the orders of all machines")
}

// places are the operations by job and machine: that of job j on machine m at j*Machines+m.
func (p *Instance) places() []int32 {
	at := make([]int32, p.operations())
	for op, m := range p.Machine {
		at[p.job(int32(op))*p.Machines+m] = int32(op)
	}
	return at
}

// Verify evaluates the orders of the machines by other means than Cost: it begins the operations one by one, each when those before it of its
// job and of its machine are done, whichever comes first.
func (p *Instance) Verify(x []int32) (int64, error) {
	ends, err := p.Ends(x)
	last := int64(0)
	for _, end := range ends {
		last = max(last, end)
	}
	return last, err
}

// Ends is when each operation is done, in O(operations).
func (p *Instance) Ends(x []int32) ([]int64, error) {
	n, orders := p.operations(), p.Orders(x)
	behind, waits, ends := make([]int32, n), make([]int8, n), make([]int64, n) // behind on the machine; for how many it waits
	for k, op := range orders {
		behind[op] = -1
		if int32(k)%p.Jobs > 0 {
			behind[orders[k-1]] = op
			waits[op]++
		}
		if op%p.Machines > 0 {
			waits[op]++
		}
	}
	var ready []int32
	for op, many := range waits {
		if many == 0 {
			ready = append(ready, int32(op))
		}
	}
	for k := 0; k < len(ready); k++ {
		op := ready[k]
		ends[op] += int64(p.Times[op]) // it holds when the operation begins
		for _, next := range [2]int32{op + 1, behind[op]} {
			if next < 0 || next == op+1 && next%p.Machines == 0 && next != behind[op] {
				continue
			}
			ends[next] = max(ends[next], ends[op])
			if waits[next]--; waits[next] == 0 {
				ready = append(ready, next)
			}
		}
	}
	if len(ready) < n {
		return nil, fmt.Errorf("jobshop: %d of %d operations wait for each other", n-len(ready), n)
	}
	return ends, nil
}

// SVG draws a Gantt chart: a row for each machine, and a colour for each job.
func (p *Instance) SVG(out io.Writer, x []int32) error {
	ends, err := p.Ends(x)
	if err != nil {
		return err
	}
	last := p.Cost(x)
	title := fmt.Sprintf("%d jobs on %d machines: makespan %d", p.Jobs, p.Machines, last)
	boxes := make([]gantt.Box, p.Machines)
	return gantt.SVG(out, title, int(p.Machines), last, func(yield func(string, []gantt.Box) bool) {
		for job := range p.Jobs {
			for k := range boxes {
				op := job*p.Machines + int32(k)
				t := int64(p.Times[op])
				boxes[k] = gantt.Box{Row: int(p.Machine[op]), From: ends[op] - t, Time: t}
			}
			if !yield(fmt.Sprintf("job %d", job+1), boxes) {
				return
			}
		}
	})
}
