package main

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Makespan is scheduling as it counts: a schedule costs as much as its last machine ends late.
type Makespan struct{ p *Scheduling }

// Space returns the schedules.
func (q *Makespan) Space() multiwalk.Space { return q.p.Space() }

// Cost is when the last machine ends.
func (q *Makespan) Cost(x []int32) int64 {
	var loads [mostMachines]int32
	for t, m := range x {
		loads[m] += q.p.Times[int32(t)*q.p.Machines+m]
	}
	return int64(slices.Max(loads[:q.p.Machines]))
}

// LowerBound is that of fair prices.
func (q *Makespan) LowerBound() int64 { return int64(q.p.Bound) }
