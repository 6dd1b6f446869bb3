package model

import (
	"slices"
	"strconv"

	"github.com/multiwalk/multiwalk/problem/flowshop"
	"github.com/multiwalk/multiwalk/problem/ordering"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/scheduling"
	"github.com/multiwalk/multiwalk/problem/tardiness"
)

// Assignment is quadratic assignment: what is to be small is the sum, over all pairs of facilities, of the flow from one to the other times
// the distance from the location of the one to that of the other.
type Assignment struct {
	Facilities []Name  `json:"facilities,omitzero" jsonschema:"in the order of the flows; without them they are 0, 1, 2 and so on"`
	Locations  []Name  `json:"locations,omitzero" jsonschema:"in the order of the distances; without them they are 0, 1, 2 and so on"`
	Flows      Matrix  `json:"flows" jsonschema:"from the facility of the row to that of the column"`
	Distances  Matrix  `json:"distances" jsonschema:"from the location of the row to that of the column"`
	Scale      float64 `json:"scale,omitzero" jsonschema:"what flows and distances are each multiplied by before they are rounded to whole numbers"`
}

func (a *Assignment) translate(at string) (*made, error) {
	n := len(a.Flows)
	facilities, err := named(at+"/facilities", "facility", a.Facilities, n)
	if err != nil {
		return nil, err
	}
	locations, err := named(at+"/locations", "location", a.Locations, n)
	if err != nil {
		return nil, err
	}
	m := &made{format: "qap", units: 1}
	var matrices [2][]int32
	for k, part := range []struct {
		at     string
		matrix Matrix
	}{{"/flows", a.Flows}, {"/distances", a.Distances}} {
		flat, err := part.matrix.flat(at+part.at, n, n, false)
		if err != nil {
			return nil, err
		}
		units, notes, err := unitsOf(at+part.at, a.Scale, 1<<30, flat)
		if err != nil {
			return nil, err
		}
		matrices[k], m.units, m.notes = in[int32](flat, units), m.units*units, append(m.notes, notes...)
	}
	flow, _ := sizes(matrices[0])
	_, farthest := sizes(matrices[1])
	p, err := qap.New("", n, matrices[0], matrices[1])
	if err != nil {
		return nil, within(at, err)
	}
	v := values{names: facilities, options: locations}
	m.problem, m.teller, m.ground = p, v, valued(v, p, flow*farthest, each, "an assignment has none of: each facility has a location")
	return m, nil
}

// Ordering is linear ordering: the same order for rows and columns, so that the sum above the diagonal is greatest.
type Ordering struct {
	Names  []Name  `json:"names,omitzero" jsonschema:"of the rows, in order; without them they are 0, 1, 2 and so on"`
	Matrix Matrix  `json:"matrix" jsonschema:"what counts where the row comes before the column"`
	Scale  float64 `json:"scale,omitzero" jsonschema:"what numbers are multiplied by before they are rounded to whole ones"`
}

func (o *Ordering) translate(at string) (*made, error) {
	n := len(o.Matrix)
	if n < 1 || n > ordering.MostRows {
		return nil, wrong(at+"/matrix", "found %d rows, expected 1 to %d", n, ordering.MostRows)
	}
	rows, err := named(at+"/names", "row", o.Names, n)
	if err != nil {
		return nil, err
	}
	flat, err := o.Matrix.flat(at+"/matrix", n, n, false)
	if err != nil {
		return nil, err
	}
	units, notes, err := unitsOf(at+"/matrix", o.Scale, ordering.Largest, flat)
	if err != nil {
		return nil, err
	}
	p := ordering.New(n, in[int32](flat, units))
	most, _ := sizes(p.W)
	return &made{format: "ordering", problem: p, teller: order{names: rows}, units: -units, notes: notes, ground: orders(rows, p, most)}, nil
}

// sizes are the sum of numbers without their signs, and the greatest.
func sizes(list []int32) (sum, greatest int64) {
	for _, v := range list {
		size := max(int64(v), -int64(v))
		sum, greatest = sum+size, max(greatest, size)
	}
	return sum, greatest
}

// FlowShop is jobs that go through all machines in one order, the same on each.
type FlowShop struct {
	Jobs     []Work  `json:"jobs" jsonschema:"the jobs, in any order"`
	Flowtime bool    `json:"flowtime,omitzero" jsonschema:"minimise the sum of when each job is done, in place of when the last one is"`
	Scale    float64 `json:"scale,omitzero" jsonschema:"what times are multiplied by before they are rounded to whole numbers"`
}

// Work is a job, and how long it takes on each machine.
type Work struct {
	Name  Name `json:"name"`
	Times Row  `json:"times" jsonschema:"on each machine, in the order in which the job goes through them"`
}

func (f *FlowShop) translate(at string) (*made, error) {
	jobs, flat, err := times(at+"/jobs", "job", f.Jobs)
	if err != nil {
		return nil, err
	}
	machines := len(f.Jobs[0].Times)
	units, notes, err := unitsOf(at+"/jobs", f.Scale, float64(1<<30/(len(f.Jobs)+machines)), flat)
	if err != nil {
		return nil, err
	}
	p, err := flowshop.New("", len(f.Jobs), machines, in[int32](flat, units))
	if err != nil {
		return nil, within(at+"/jobs", err)
	}
	m := &made{format: "flowshop", problem: p.Makespan(), teller: order{names: jobs}, units: units, notes: notes}
	most, _ := sizes(p.Times)
	if f.Flowtime {
		m.format, m.problem, most = "flowshop:flowtime", p.Flowtime(), most*int64(p.Jobs)
	}
	m.ground = orders(jobs, m.problem, most)
	return m, nil
}

// times are those of all jobs, one after the other.
func times(at, what string, list []Work) (all *names, flat Row, err error) {
	if all, err = of(at, what, list, func(w Work) Name { return w.Name }); err != nil {
		return nil, nil, err
	}
	for j, w := range list {
		at := at + "/" + strconv.Itoa(j) + "/times"
		if len(w.Times) != len(list[0].Times) || len(w.Times) == 0 {
			return nil, nil, wrong(at, "found %d times, expected one for each machine, as many as of the first %s", len(w.Times), what)
		}
		for m, time := range w.Times {
			if !(time >= 0) {
				return nil, nil, wrong(at+"/"+strconv.Itoa(m), "found %v, expected a time of 0 or more", time)
			}
		}
		flat = append(flat, w.Times...)
	}
	return all, flat, nil
}

// Machine is jobs that a machine does one after the other. What is to be small is the sum, over all jobs, of the weight times how long
// after its due date a job is done.
type Machine struct {
	Jobs  []Due   `json:"jobs" jsonschema:"the jobs, in any order"`
	Scale float64 `json:"scale,omitzero" jsonschema:"what numbers are multiplied by before they are rounded to whole ones"`
}

// Due is a job with a due date.
type Due struct {
	Name   Name     `json:"name"`
	Time   *float64 `json:"time" jsonschema:"how long the machine works at it"`
	Due    *float64 `json:"due" jsonschema:"when it ought to be done, from the beginning"`
	Weight *float64 `json:"weight,omitzero" jsonschema:"what each unit of time costs that it is late; 1 if left out"`
}

func (m *Machine) translate(at string) (*made, error) {
	at += "/jobs"
	jobs, err := of(at, "job", m.Jobs, func(d Due) Name { return d.Name })
	if err != nil {
		return nil, err
	}
	n := len(m.Jobs)
	times, weights := make(Row, 2*n), make(Row, n) // due dates stand behind the times, as they have the same unit
	for k, d := range m.Jobs {
		if weights[k] = 1; d.Weight != nil {
			weights[k] = *d.Weight
		}
		at := at + "/" + strconv.Itoa(k)
		if d.Time == nil || d.Due == nil {
			return nil, wrong(at, "found no time or no due date, expected both")
		}
		times[k], times[n+k] = *d.Time, *d.Due
		if !(min(times[k], times[n+k], weights[k]) >= 0) {
			return nil, wrong(at, "found the time %v, the due date %v and the weight %v, expected 0 or more", times[k], times[n+k], weights[k])
		}
	}
	const most = 1 << 30
	clock, notes, err := unitsOf(at, m.Scale, most, times)
	if err != nil {
		return nil, err
	}
	price, more, err := unitsOf(at, m.Scale, most, weights)
	if err != nil {
		return nil, err
	}
	whole, costs := in[int32](times, clock), in[int32](weights, price)
	p, err := tardiness.New("", whole[:n], costs, whole[n:])
	if err != nil {
		return nil, within(at, err)
	}
	last, _ := sizes(whole[:n])
	all, _ := sizes(costs)
	return &made{format: "tardiness", problem: p, teller: order{names: jobs}, units: clock * price, notes: append(notes, more...),
		ground: orders(jobs, p, last*all)}, nil
}

// Tasks is independent tasks, each on one of several machines, on which it takes different times.
type Tasks struct {
	Tasks    []Work `json:"tasks" jsonschema:"the tasks; the times are those on each machine"`
	Machines []Name `json:"machines,omitzero" jsonschema:"in the order of the times; without them they are 0, 1, 2 and so on"`
}

func (t *Tasks) translate(at string) (*made, error) {
	tasks, _, err := times(at+"/tasks", "task", t.Tasks)
	if err != nil {
		return nil, err
	}
	machines, err := named(at+"/machines", "machine", t.Machines, len(t.Tasks[0].Times))
	if err != nil {
		return nil, err
	}
	all := make([][]float64, len(t.Tasks))
	for k, w := range t.Tasks {
		all[k] = w.Times
	}
	p, err := scheduling.FromTimes(all)
	if err != nil {
		return nil, within(at, err)
	}
	v := values{names: tasks, options: machines}
	m := &made{format: "scheduling", problem: p.Makespan(), teller: loads{v, p}, units: p.Scale}
	g := valued(v, m.problem, 0, each, "")
	g.most, _ = sizes(p.Times)
	g.cost, g.deltas, g.rough, g.wanted = lastOf(p), nil, true, tasks
	g.missing = func(v *view, e int32) bool { return v.group(e) < 0 }
	m.ground = g
	return m, nil
}

// lastOf is when the last machine is done with the tasks that are on any.
func lastOf(p *scheduling.Instance) func(x []int32) int64 {
	return func(x []int32) int64 {
		var loads [64]int64 // as many machines as there may be
		for t, machine := range x {
			if machine < p.Machines {
				loads[machine] += int64(p.Times[int32(t)*p.Machines+machine])
			}
		}
		return slices.Max(loads[:])
	}
}

// loads is values whose objective is counted by the times as they are.
type loads struct {
	values
	p *scheduling.Instance
}

func (l loads) tell(x []int32, a *Answer) {
	l.values.tell(x, a)
	last := l.p.Last(x)
	a.Objective = &last
}
