// Package jobshop is the job shop: each job goes through the machines in an order of its own, and each machine works at one job at a time.
// The cost is the makespan, when the last job is done.
//
// A solution is an order of all operations. An element names only the job: where a job stands for the k-th time, it is its k-th operation
// (Bierwirth, "A generalized permutation approach to job shop scheduling with genetic algorithms", OR Spektrum 17, 1995). Each machine
// takes its operations in this order. So no machines ever wait for each other in a circle, whatever the order.
//
// A job skips the machines on which it takes no time: it waits for none of them. Such operations come first of their job and first on their
// machine, where they change nothing.
package jobshop

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

const (
	// MostOperations bounds an instance.
	MostOperations = 1 << 20
	// mostTime is what all operations may take one after the other, so that two of such sums add up in 32 bits.
	mostTime = 1 << 30
)

// Near says which moves the problem has.
type Near string

// The moves of a critical block, operations that follow each other without a break on a machine and on a longest path. Each has those
// before it as well.
const (
	N5 Near = "n5" // the first two, or the last two, change places (Nowicki and Smutnicki 1996)
	N6 Near = "n6" // one goes before the first, or behind the last (Balas and Vazacopoulos 1998)
	N7 Near = "n7" // the first, or the last, goes between others (Zhang, Li, Guan and Rao 2007)
)

// Instance is a job shop. Operation k of job j is number j*Machines+k; those that take no time come first of each job. Make one with New, Read, Draw or Named; do not change it afterwards.
type Instance struct {
	Jobs, Machines int32
	Machine, Times []int32 // of each operation

	skipped []int32 // how many jobs skip each machine
	name    string
	near    Near
	bound   func() int64
}

// What the problem offers, checked by the compiler.
var (
	_ multiwalk.AnytimeConstructor = (*Instance)(nil)
	_ multiwalk.Bounder            = (*Instance)(nil)
	_ multiwalk.Mover              = (*Instance)(nil)
	_ multiwalk.Marker             = (*Instance)(nil)
	_ neighbourhood.Shopper        = (*Instance)(nil)
)

// New makes an instance of the machines and the times of operations, job by job. It refuses sizes out of bounds, a job that does not go
// through each machine once, times below 0, and such that add up to more than 2^30.
func New(name string, jobs, machines int, machine, times []int32) (*Instance, error) {
	if err := checkSize(jobs, machines); err != nil {
		return nil, fmt.Errorf("jobshop: %w", err)
	}
	if len(machine) != jobs*machines || len(times) != jobs*machines {
		return nil, fmt.Errorf("jobshop: %d jobs on %d machines have %d operations; found %d machines and %d times", jobs, machines, jobs*machines,
			len(machine), len(times))
	}
	seen, sum := make([]int, machines), int64(0) // the job that has been on a machine last, from 1
	for k, m := range machine {
		job := k/machines + 1
		if m < 0 || int(m) >= machines || seen[m] == job {
			return nil, fmt.Errorf("jobshop: job %d goes to machine %d, which is none from 0 to %d, or comes twice", job, m, machines-1)
		}
		seen[m] = job
		if sum += int64(times[k]); times[k] < 0 || sum > mostTime {
			return nil, fmt.Errorf("jobshop: job %d takes %d on machine %d; times are 0 or more, and add up to at most %d: scale them", job, times[k],
				m, mostTime)
		}
	}
	p := &Instance{Jobs: int32(jobs), Machines: int32(machines), Machine: machine, Times: times, name: name, near: N7}
	p.skip()
	p.bound = sync.OnceValue(p.findBound)
	return p, nil
}

// skip has the operations that take no time come first, in slices of its own if it moves any.
func (p *Instance) skip() {
	p.skipped = make([]int32, p.Machines)
	order := make([]int32, len(p.Times))
	for op, t := range p.Times {
		if order[op] = int32(op); t == 0 {
			p.skipped[p.Machine[op]]++
		}
	}
	for from := 0; from < len(order); from += int(p.Machines) {
		p.skippedFirst(order[from : from+int(p.Machines)])
	}
	if slices.IsSorted(order) {
		return
	}
	machine, times := make([]int32, len(order)), make([]int32, len(order))
	for k, op := range order {
		machine[k], times[k] = p.Machine[op], p.Times[op]
	}
	p.Machine, p.Times = machine, times
}

func checkSize(jobs, machines int) error {
	if jobs < 1 || machines < 1 || jobs > MostOperations/machines {
		return fmt.Errorf("%d jobs on %d machines; there may be 1 and more of both, and up to %d operations", jobs, machines, MostOperations)
	}
	return nil
}

// By is the same instance with other moves.
func (p *Instance) By(near Near) *Instance {
	other := *p
	other.near = near
	return &other
}

// Name is that of the instance: ta41 for one of Taillard's, else that of its file, without folder and ending.
func (p *Instance) Name() string { return cmp.Or(p.name, "jobshop") }

// operations is how many there are.
func (p *Instance) operations() int { return len(p.Times) }

// Space returns the orders of all operations.
func (p *Instance) Space() multiwalk.Space { return multiwalk.Permutation(p.operations()) }

// job is that of an operation.
func (p *Instance) job(op int32) int32 { return op / p.Machines }

// Cost is when the last operation is done, if each begins as soon as its job and its machine are free. It is O(operations).
func (p *Instance) Cost(x []int32) int64 {
	scratch := make([]int32, 2*p.Jobs+p.Machines)
	done, ready, free := scratch[:p.Jobs], scratch[p.Jobs:2*p.Jobs], scratch[2*p.Jobs:]
	last := int32(0)
	for _, named := range x {
		job := p.job(named)
		op := job*p.Machines + done[job]
		done[job]++
		if p.Times[op] == 0 {
			continue
		}
		m := p.Machine[op]
		end := max(ready[job], free[m]) + p.Times[op]
		ready[job], free[m] = end, end
		last = max(last, end)
	}
	return int64(last)
}

// operationsOf writes the operations that an order names.
func (p *Instance) operationsOf(x, order []int32) {
	done := make([]int32, p.Jobs)
	for k, named := range x {
		job := p.job(named)
		order[k] = job*p.Machines + done[job]
		done[job]++
	}
}

// Orders returns the operations of each machine in their order, machine after machine: first those that take no time.
func (p *Instance) Orders(x []int32) []int32 {
	orders, filled := make([]int32, len(x)), make([]int32, p.Machines)
	for _, op := range p.sorted(x) {
		m := p.Machine[op]
		orders[m*p.Jobs+filled[m]] = op
		filled[m]++
	}
	return orders
}

// sorted is the operations that an order names, but that those that take no time come first. No operation has to come before one of these.
func (p *Instance) sorted(x []int32) []int32 {
	order := make([]int32, len(x))
	p.operationsOf(x, order)
	return p.skippedFirst(order)
}

// skippedFirst sorts operations.
func (p *Instance) skippedFirst(list []int32) []int32 {
	slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(min(1, p.Times[a]), min(1, p.Times[b])) })
	return list
}

// join writes an order of all operations in which each machine takes its operations in the order given. It returns how many it has joined:
// all, unless machines wait for each other in a circle.
func (p *Instance) join(orders, x []int32) (joined int) {
	done, filled := make([]int32, p.Jobs), make([]int32, p.Machines)
	look := make([]int32, 0, p.Jobs) // jobs whose next operation may be that of its machine
	for job := range p.Jobs {
		look = append(look, job)
	}
	for len(look) > 0 {
		job := look[len(look)-1]
		look = look[:len(look)-1]
		for done[job] < p.Machines {
			op := job*p.Machines + done[job]
			m := p.Machine[op]
			if orders[m*p.Jobs+filled[m]] != op {
				break
			}
			x[joined] = op
			joined, done[job], filled[m] = joined+1, done[job]+1, filled[m]+1
			if filled[m] < p.Jobs {
				look = append(look, p.job(orders[m*p.Jobs+filled[m]]))
			}
		}
	}
	return joined
}
