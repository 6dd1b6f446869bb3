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
	all := steps{p, jobs, machines, units}
	return &made{format: "jobshop", problem: all, teller: all, units: units, notes: notes}, nil
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
}

// shown says whether an operation takes time, on one of the document's machines.
func (s steps) shown(op int32) bool {
	return s.Times[op] > 0 && int(s.Machine[op]) < len(s.machines.list)
}

func (s steps) tell(x []int32, a *Answer) {
	ends, _ := s.Ends(x) // no order has a circle
	a.Schedule = []Step{}
	for op, end := range ends {
		if op := int32(op); s.shown(op) {
			a.Schedule = append(a.Schedule, Step{s.jobs.list[op/s.Instance.Machines], s.machines.list[s.Machine[op]],
				float64(end-int64(s.Times[op])) / s.units, float64(end) / s.units})
		}
	}
	slices.SortStableFunc(a.Schedule, func(s, t Step) int { return cmp.Compare(s.Start, t.Start) })
}

// hear takes the operations in the order of their starts. What begins at once stays in the order of the list. Before them come those that no
// answer has.
func (s steps) hear(a *Answer) (x []int32, err error) {
	next := make([]int32, s.Instance.Jobs) // the next operation of each job
	for job := range next {
		op := int32(job) * s.Instance.Machines
		for end := op + s.Instance.Machines; op < end && !s.shown(op); op++ {
			x = append(x, op)
		}
		next[job] = op
	}
	if left := len(s.Times) - len(x); len(a.Schedule) != left {
		return nil, wrong("/schedule", "found %d operations, expected all %d that take time", len(a.Schedule), left)
	}
	list := slices.Clone(a.Schedule)
	slices.SortStableFunc(list, func(s, t Step) int { return cmp.Compare(s.Start, t.Start) })
	for _, step := range list {
		job, err := s.jobs.find("/schedule", step.Job)
		if err != nil {
			return nil, err
		}
		op := next[job]
		if next[job]++; op >= (job+1)*s.Instance.Machines || s.machines.list[s.Machine[op]].text != step.Machine.text {
			return nil, wrong("/schedule", "found %q as the operation of the job %q that begins next; the document has it at another place, or not at all",
				step.Machine.text, step.Job.text)
		}
		x = append(x, op)
	}
	return x, nil
}

// SVG draws a Gantt chart: a row for each machine, and a colour for each job.
func (s steps) SVG(out io.Writer, x []int32) error {
	ends, _ := s.Ends(x)
	title := fmt.Sprintf("%d jobs on %d machines: makespan %v", len(s.jobs.list), len(s.machines.list), float64(s.Cost(x))/s.units)
	return gantt.SVG(out, title, len(s.machines.list), s.Cost(x), func(yield func(string, []gantt.Box) bool) {
		for job, name := range s.jobs.list {
			var boxes []gantt.Box
			for op := int32(job) * s.Instance.Machines; op < int32(job+1)*s.Instance.Machines; op++ {
				if t := int64(s.Times[op]); s.shown(op) {
					boxes = append(boxes, gantt.Box{Row: int(s.Machine[op]), From: ends[op] - t, Time: t})
				}
			}
			if !yield(name.text, boxes) {
				return
			}
		}
	})
}
