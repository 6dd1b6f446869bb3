package flowshop

import (
	"slices"

	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../internal/kernelfile/gen -type line -only Explore,GreedyOrders,TabuAlone,TabuMoves

// line is a flow shop on a device.
type line struct {
	n, machines int32
	total       int32   // 1: the cost is the sum of when each job is done
	longest     int32   // no schedule lasts longer
	times       []int32 // of job j on machine m at j*machines+m
}

// Kernels implements kernel.Carrier.
func (p Makespan) Kernels() (kernel.Module, error) { return p.line(0).Kernels() }

// Kernels implements kernel.Carrier.
func (p Flowtime) Kernels() (kernel.Module, error) { return p.line(1).Kernels() }

func (p *Instance) line(total int32) *line {
	return &line{p.Jobs, p.Machines, total, (p.Jobs + p.Machines - 1) * slices.Max(p.Times), p.Times}
}

// front is when each machine is done with some jobs, and what they cost.
type front struct {
	done [MostMachines]int32
	cost int64
}

// add puts a job behind the others.
func (l *line) add(f *front, job int32) {
	at, times := int32(0), l.times[job*l.machines:][:l.machines]
	for m, t := range times {
		at = max(at, f.done[m]) + t
		f.done[m] = at
	}
	f.cost = int64(at) + f.cost*int64(l.total)
}

// Cost is O(n*m).
func (l *line) Cost(x []int32) int64 {
	var f front
	for _, job := range x {
		l.add(&f, job)
	}
	return f.cost
}

// InsertDelta is O(n*m): what comes before both places is worked out once, and the rest for both orders.
func (l *line) InsertDelta(x []int32, i, j int32) int64 {
	first, last, by := i, j, int32(1)
	if j < i {
		first, last, by = j, i, -1
	}
	var was front
	for _, job := range x[:first] {
		l.add(&was, job)
	}
	is := was
	for k := first; k < l.n; k++ {
		l.add(&was, x[k])
		switch {
		case k == j:
			l.add(&is, x[i])
		case k <= last:
			l.add(&is, x[k+by])
		default:
			l.add(&is, x[k])
		}
	}
	return is.cost - was.cost
}
