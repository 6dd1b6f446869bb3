package scheduling

import (
	"cmp"
	"slices"

	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../internal/kernelfile/gen -type lengths -only Evolve,Explore

// lengths is a Makespan as kernels have it.
type lengths struct {
	Tasks, Machines int32
	Bound           int32   // no schedule is shorter
	Times           []int32 // of task t on machine m, at t*Machines+m
	Waste           []int32 // likewise, in grains: see market
	Price           []int64 // of a unit of each machine's time: see market
	Near            []int32 // of each machine all tasks, those first that waste least there
}

// What the problem offers kernels, checked by the compiler.
var (
	_ kernel.Refiner      = (*lengths)(nil)
	_ kernel.ChangeTabler = (*lengths)(nil)
	_ kernel.SwapTabler   = (*lengths)(nil)
)

// lengths returns an instance as kernels have it.
func (p *Instance) lengths() *lengths {
	k := newMarket(p)
	q := &lengths{p.Tasks, p.Machines, p.Bound, p.Times, k.waste, k.price, make([]int32, len(p.Times))}
	for m := range q.Machines {
		near := q.Near[m*q.Tasks : (m+1)*q.Tasks]
		for t := range near {
			near[t] = int32(t)
		}
		slices.SortStableFunc(near, func(a, b int32) int { return cmp.Compare(q.wasted(a, m), q.wasted(b, m)) })
	}
	return q
}

func (p *lengths) wasted(task, machine int32) int32 { return p.Waste[task*p.Machines+machine] }
func (p *lengths) time(task, machine int32) int32   { return p.Times[task*p.Machines+machine] }

// Cost is when the last machine ends.
func (p *lengths) Cost(x []int32) int64 {
	var loads [mostMachines]int32
	for t, m := range x {
		loads[m] += p.time(int32(t), m)
	}
	last := int32(0)
	for m := range p.Machines {
		last = max(last, loads[m])
	}
	return int64(last)
}

// TableSize is that of the loads, and of what a refinement keeps beside them.
func (p *lengths) TableSize() int32 { return 2*p.Machines + refineRoom }

// FillTable adds up the loads: a lane those of its machines, which takes O(tasks) where there are as many lanes.
func (p *lengths) FillTable(x, table []int32, l, lanes int32) {
	loads := table[:p.Machines]
	if lanes == 1 {
		clear(loads)
		for t, m := range x {
			loads[m] += p.time(int32(t), m)
		}
		return
	}
	for m := l; m < p.Machines; m += lanes {
		sum := int32(0)
		for t, at := range x {
			if at == m {
				sum += p.time(int32(t), m)
			}
		}
		loads[m] = sum
	}
}

// pair is two machines with loads that they would have.
type pair struct{ a, b, loadA, loadB int32 }

// given is the pair of a task's machine and another one after the task has changed to it.
func (p *lengths) given(x, loads []int32, task, machine int32) pair {
	was := x[task]
	return pair{was, machine, loads[was] - p.time(task, was), loads[machine] + p.time(task, machine)}
}

// swapped is the pair of the machines of two tasks after these have changed places.
func (p *lengths) swapped(x, loads []int32, i, j int32) pair {
	s := p.given(x, loads, i, x[j])
	s.loadA += p.time(j, s.a)
	s.loadB -= p.time(j, s.b)
	return s
}

// delta is by how much the last machine ends later. O(machines).
func (p *lengths) delta(loads []int32, s pair) int64 {
	was, is := max(loads[s.a], loads[s.b]), max(s.loadA, s.loadB)
	for m := range p.Machines {
		was = max(was, loads[m])
		if m != s.a && m != s.b {
			is = max(is, loads[m])
		}
	}
	return int64(is) - int64(was)
}

func (p *lengths) ChangeDeltaBy(x, table []int32, task, machine int32) int64 {
	if x[task] == machine {
		return 0
	}
	return p.delta(table, p.given(x, table, task, machine))
}

func (p *lengths) ChangeTable(x, table []int32, task, machine, l, _ int32) {
	if l == 0 && x[task] != machine {
		p.put(table, p.given(x, table, task, machine))
	}
}

func (p *lengths) SwapDeltaBy(x, table []int32, i, j int32) int64 {
	return p.delta(table, p.swapped(x, table, i, j))
}

func (p *lengths) SwapTable(x, table []int32, i, j, l, _ int32) {
	if l == 0 {
		p.put(table, p.swapped(x, table, i, j))
	}
}

func (p *lengths) put(loads []int32, s pair) { loads[s.a], loads[s.b] = s.loadA, s.loadB }
