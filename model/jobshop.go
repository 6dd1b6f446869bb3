package model

import (
	"cmp"
	"slices"

	"github.com/multiwalk/multiwalk/problem/jobshop"
)

// JobShop is jobs that go through machines, each in an order of its own. A machine works at one job at a time.
type JobShop struct {
	Jobs  []Job   `json:"jobs" jsonschema:"the jobs, in any order"`
	Scale float64 `json:"scale,omitzero" jsonschema:"what times are multiplied by before they are rounded to whole numbers"`
}

// Job is what has to be done for a job, in this order.
type Job struct {
	Name       Name        `json:"name"`
	Operations []Operation `json:"operations" jsonschema:"one after the other, one on each machine"`
}

// Operation is what a machine does for a job.
type Operation struct {
	Machine Name     `json:"machine"`
	Time    *float64 `json:"time" jsonschema:"how long the machine works at it"`
}

// Step is when an operation is done.
type Step struct {
	Job     Name    `json:"job"`
	Machine Name    `json:"machine"`
	Start   float64 `json:"start"`
	End     float64 `json:"end"`
}

func (s *JobShop) translate(at string) (*made, error) {
	at += "/jobs"
	jobs, err := of(at, "job", s.Jobs, func(j Job) Name { return j.Name })
	if err != nil {
		return nil, err
	}
	first := index(at, 0) + "/operations"
	machines, err := of(first, "operation", s.Jobs[0].Operations, func(o Operation) Name { return o.Machine })
	if err != nil {
		return nil, err
	}
	machines.what = "machine of the first job"
	var on []int32
	var flat Row
	for j, job := range s.Jobs {
		its, times, err := job.read(index(at, j)+"/operations", machines)
		if err != nil {
			return nil, err
		}
		on, flat = append(on, its...), append(flat, times...)
	}
	units, notes, err := unitsOf(at, s.Scale, float64(1<<30/len(flat)), flat)
	if err != nil {
		return nil, err
	}
	p, err := jobshop.New("", len(s.Jobs), len(machines.list), on, in[int32](flat, units))
	if err != nil {
		return nil, within(at, err)
	}
	return &made{format: "jobshop", problem: p, teller: steps{jobs, machines, p, units}, units: units, notes: notes}, nil
}

// read is the machines of a job's operations, and their times.
func (j Job) read(at string, machines *names) (on []int32, times Row, err error) {
	for k, o := range j.Operations {
		m, err := machines.find(index(at, k)+"/machine", o.Machine)
		switch {
		case err != nil:
			return nil, nil, err
		case slices.Contains(on, m):
			return nil, nil, wrong(index(at, k)+"/machine", "found %q a second time; a job has one operation on each machine", o.Machine.text)
		case o.Time == nil || !(*o.Time >= 0):
			return nil, nil, wrong(index(at, k)+"/time", "found no time of 0 or more")
		}
		on, times = append(on, m), append(times, *o.Time)
	}
	if rest := machines.rest(on); len(rest) > 0 {
		return nil, nil, wrong(at, "found no operation on %q; a job goes through each machine once: give it one that takes the time 0",
			machines.list[rest[0]].text)
	}
	return on, times, nil
}

// steps is told as all operations, in the order in which they begin.
type steps struct {
	*names
	machines *names
	p        *jobshop.Instance
	units    float64
}

func (s steps) tell(x []int32, a *Answer) {
	ends, _ := s.p.Ends(x) // no order has a circle
	next := make([]int32, s.p.Jobs)
	for _, named := range x {
		job := named / s.p.Machines
		op := job*s.p.Machines + next[job]
		next[job]++
		a.Schedule = append(a.Schedule, Step{s.list[job], s.machines.list[s.p.Machine[op]], float64(ends[op]-int64(s.p.Times[op])) / s.units,
			float64(ends[op]) / s.units})
	}
	slices.SortStableFunc(a.Schedule, func(s, t Step) int { return cmp.Compare(s.Start, t.Start) })
}

// hear takes the operations in the order of their starts. What begins at once stays in the order of the list.
func (s steps) hear(a *Answer) (x []int32, err error) {
	if len(a.Schedule) != len(s.p.Times) {
		return nil, wrong("/schedule", "found %d operations, expected all %d", len(a.Schedule), len(s.p.Times))
	}
	list := slices.Clone(a.Schedule)
	slices.SortStableFunc(list, func(s, t Step) int { return cmp.Compare(s.Start, t.Start) })
	next := make([]int32, s.p.Jobs)
	for _, step := range list {
		job, err := s.find("/schedule", step.Job)
		if err != nil {
			return nil, err
		}
		op := job*s.p.Machines + next[job]
		if next[job]++; next[job] > s.p.Machines || s.machines.list[s.p.Machine[op]].text != step.Machine.text {
			return nil, wrong("/schedule", "found %q as operation %d of the job %q; the document has it at another place, or not at all", step.Machine.text,
				next[job], step.Job.text)
		}
		x = append(x, op)
	}
	return x, nil
}
