package model

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/multiwalk/multiwalk/internal/gantt"
	"github.com/multiwalk/multiwalk/problem/jobshop"
)

// JobShop is jobs that go through machines, each in an order of its own. A machine works at one job at a time.
type JobShop struct {
	Jobs     []Job   `json:"jobs" jsonschema:"the jobs, in any order"`
	Machines []Name  `json:"machines,omitzero" jsonschema:"all machines, in the order of the picture's rows; without them, those that operations name"`
	Scale    float64 `json:"scale,omitzero" jsonschema:"what times are multiplied by before they are rounded to whole numbers"`

	constraints []Constraint // the document's
}

// Job is what has to be done for a job, in this order.
type Job struct {
	Name       Name        `json:"name"`
	Release    float64     `json:"release,omitzero" jsonschema:"when its first operation may begin; 0 if left out"`
	Operations []Operation `json:"operations" jsonschema:"one after the other, at most one on each machine"`
}

// Operation is what a machine does for a job.
type Operation struct {
	Machine Name     `json:"machine"`
	Time    *float64 `json:"time" jsonschema:"how long the machine works at it; one of 0 waits for no machine"`
}

// Step is when an operation is done.
type Step struct {
	Job     Name    `json:"job"`
	Machine Name    `json:"machine"`
	Start   float64 `json:"start"`
	End     float64 `json:"end"`
}

// translate gives each job that is released later a machine of its own, behind all others, that works at it until then, and has jobs skip
// the machines that they do not name.
func (s *JobShop) translate(at string) (*made, error) {
	machines, err := s.machines(at + "/machines")
	if err != nil {
		return nil, err
	}
	at += "/jobs"
	jobs, err := of(at, "job", s.Jobs, func(j Job) Name { return j.Name })
	if err != nil {
		return nil, err
	}
	many := len(machines.list)
	for _, job := range s.Jobs {
		if job.Release > 0 {
			many++
		}
	}
	if many > 0 && len(s.Jobs) > jobshop.MostOperations/many {
		return nil, wrong(at, "found %d jobs on %d machines, among which each job released later has one of its own; expected %d at most of one times "+
			"the other", len(s.Jobs), many, jobshop.MostOperations)
	}
	on, flat := make([]int32, 0, many*len(s.Jobs)), make(Row, 0, many*len(s.Jobs))
	own, last := int32(len(machines.list)), make([]int, many) // the job that was on each machine last, from 1
	for j, job := range s.Jobs {
		its, times, err := job.read(index(at, j), machines, own, func(m int32) bool {
			before := last[m]
			last[m] = j + 1
			return before == j+1
		})
		if err != nil {
			return nil, err
		}
		if job.Release > 0 {
			own++
		}
		for m := range int32(many) {
			if last[m] != j+1 {
				its, times = append(its, m), append(times, 0)
			}
		}
		on, flat = append(on, its...), append(flat, times...)
	}
	units, notes, err := unitsOf(at, s.Scale, float64(1<<30/len(flat)), flat)
	if err != nil {
		return nil, err
	}
	p, err := jobshop.New("", len(s.Jobs), many, on, in[int32](flat, units))
	if err != nil {
		return nil, within(at, err)
	}
	all := steps{Instance: p, jobs: jobs, machines: machines, units: units}
	for op := range int32(len(p.Times)) {
		if p.Times[op] > 0 && p.Machine[op] < int32(len(machines.list)) {
			all.ops = append(all.ops, op)
		}
	}
	m := &made{format: "jobshop", problem: all, teller: all, units: units, notes: notes}
	if len(s.constraints) > 0 {
		err = all.ground(at, m, s.constraints)
	}
	return m, err
}

// machines are those that the document lists, or else those that operations name, in the order in which they come.
func (s *JobShop) machines(at string) (*names, error) {
	list := s.Machines
	if list == nil {
		seen := map[string]bool{}
		for _, job := range s.Jobs {
			for _, o := range job.Operations {
				if o.Machine.text != "" && !seen[o.Machine.text] {
					seen[o.Machine.text], list = true, append(list, o.Machine)
				}
			}
		}
	}
	return named(at, "machine", slices.Concat([]Name{}, list), len(list))
}

// read is the machines of a job's operations, and their times. The first is a machine of the job's own, if it is released later. again says
// whether the job has been on a machine before.
func (j Job) read(at string, machines *names, own int32, again func(m int32) bool) (on []int32, times Row, err error) {
	switch {
	case !(j.Release >= 0):
		return nil, nil, wrong(at+"/release", "found %v, expected a time of 0 or more", j.Release)
	case len(j.Operations) == 0:
		return nil, nil, wrong(at+"/operations", "found no operation, expected one at least")
	case j.Release > 0:
		again(own)
		on, times = append(on, own), append(times, j.Release)
	}
	for k, o := range j.Operations {
		at := index(at+"/operations", k)
		m, err := machines.find(at+"/machine", o.Machine)
		switch {
		case err != nil:
			return nil, nil, err
		case again(m):
			return nil, nil, wrong(at+"/machine", "found %q a second time; a job has one operation on a machine at most", o.Machine.text)
		case o.Time == nil || !(*o.Time >= 0):
			return nil, nil, wrong(at+"/time", "found no time of 0 or more")
		}
		on, times = append(on, m), append(times, *o.Time)
	}
	return on, times, nil
}

// steps is the job shop of a document. It is told as all operations that take time, in the order in which they begin.
type steps struct {
	*jobshop.Instance
	jobs, machines *names
	units          float64
	ops            []int32 // those that take time on machines of the document, job by job
}

// job is the number of an operation's job.
func (s steps) job(op int32) int32 { return op / s.Instance.Machines }

// firsts are the first operation of each job among those shown, and how many these are.
func (s steps) firsts() []int32 {
	first := make([]int32, len(s.jobs.list)+1)
	for _, op := range s.ops {
		first[s.job(op)+1]++
	}
	for job := range s.jobs.list {
		first[job+1] += first[job]
	}
	return first
}

// ends are when operations that are shown end, by an order of all.
func (s steps) ends(x []int32) []int64 {
	all, _ := s.Ends(x) // no order has a circle
	ends := make([]int64, len(s.ops))
	for k, op := range s.ops {
		ends[k] = all[op]
	}
	return ends
}

func (s steps) tell(x []int32, a *Answer) { a.Schedule = s.schedule(s.ends(x)) }

// schedule is what is told of operations that end then. What ends below 0 is left out.
func (s steps) schedule(ends []int64) []Step {
	list := []Step{}
	for k, op := range s.ops {
		if end := ends[k]; end >= 0 {
			list = append(list, Step{s.jobs.list[s.job(op)], s.machines.list[s.Machine[op]], float64(end-int64(s.Times[op])) / s.units, float64(end) / s.units})
		}
	}
	return inOrder(list)
}

// inOrder sorts by starts. What begins at once stays in the order of the list.
func inOrder(list []Step) []Step {
	slices.SortStableFunc(list, func(s, t Step) int { return cmp.Compare(s.Start, t.Start) })
	return list
}

// hear takes the operations in the order of their starts. Before them come those that no answer has.
func (s steps) hear(a *Answer) (x []int32, err error) {
	heard, err := s.heard(a, nil)
	if err != nil {
		return nil, err
	}
	shown := make([]bool, len(s.Times))
	for _, h := range heard {
		shown[s.ops[h]] = true
	}
	for op, there := range shown {
		if !there {
			x = append(x, int32(op))
		}
	}
	for _, h := range heard {
		x = append(x, s.ops[h])
	}
	return x, nil
}

// heard are the operations of a schedule in its order, by their number among those shown. It has all, but for those of jobs that may be left
// out: these have all of theirs or none.
func (s steps) heard(a *Answer, out func(job int32) bool) (order []int32, err error) {
	first := s.firsts()
	next, last := slices.Clone(first[:len(first)-1]), first[1:]
	began := make([]bool, len(next))
	for _, step := range inOrder(slices.Clone(a.Schedule)) {
		job, err := s.jobs.find("/schedule", step.Job)
		if err != nil {
			return nil, err
		}
		k := next[job]
		if k == last[job] || s.machines.list[s.Machine[s.ops[k]]].text != step.Machine.text {
			return nil, wrong("/schedule", "found %q as the operation of the job %q that begins next; the document has it at another place, or not at all",
				step.Machine.text, step.Job.text)
		}
		order, began[job] = append(order, k), true
		next[job]++
	}
	for job, k := range next {
		if k < last[job] && (began[job] || out == nil || !out(int32(job))) {
			return nil, wrong("/schedule", "found %d operations of the job %q too few, expected all that take time", last[job]-k, s.jobs.list[job].text)
		}
	}
	return order, nil
}

// SVG draws a Gantt chart: a row for each machine, and a colour for each job.
func (s steps) SVG(out io.Writer, x []int32) error { return s.draw(out, s.ends(x), s.Cost(x)) }

// draw draws operations that end then, the last one at that time. What ends below 0 is left out.
func (s steps) draw(out io.Writer, ends []int64, last int64) error {
	title := fmt.Sprintf("%d jobs on %d machines: makespan %v", len(s.jobs.list), len(s.machines.list), float64(last)/s.units)
	return gantt.SVG(out, title, len(s.machines.list), last, func(yield func(string, []gantt.Box) bool) {
		k := 0
		for job, name := range s.jobs.list {
			var boxes []gantt.Box
			for ; k < len(s.ops) && s.job(s.ops[k]) == int32(job); k++ {
				if op := s.ops[k]; ends[k] >= 0 {
					t := int64(s.Times[op])
					boxes = append(boxes, gantt.Box{Row: int(s.Machine[op]), From: ends[k] - t, Time: t})
				}
			}
			if !yield(name.text, boxes) {
				return
			}
		}
	})
}
