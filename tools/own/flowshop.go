package own

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/flowshop"
)

// FlowShop is the permutation flow shop: jobs go through the machines in one order, which is the same on each; the last shall
// be done as soon as possible. A delta would cost as much as the cost itself, so there is none.
type FlowShop struct {
	Machines int32
	Times    []int32 // of job j on machine m at j*Machines+m
}

// NewFlowShop makes the instance of Taillard that belongs to a seed.
func NewFlowShop(jobs, machines int, seed int64) *FlowShop {
	p, err := flowshop.Taillard(jobs, machines, seed)
	if err != nil {
		panic(err)
	}
	return &FlowShop{p.Machines, p.Times}
}

// Space returns the orders of the jobs.
func (p *FlowShop) Space() multiwalk.Space {
	return multiwalk.Permutation(len(p.Times) / int(p.Machines))
}

// Cost is the time at which the last job leaves the last machine.
func (p *FlowShop) Cost(x []int32) int64 {
	var free [32]int32 // when each machine is
	for _, job := range x {
		done := int32(0)
		for m, t := range p.Times[job*p.Machines : (job+1)*p.Machines] {
			done = max(done, free[m]) + t
			free[m] = done
		}
	}
	return int64(free[p.Machines-1])
}

// check computes the completion times machine by machine.
func (p *FlowShop) check(x []int32) int64 {
	ready := make([]int64, len(x))
	for m := range p.Machines {
		free := int64(0)
		for k, job := range x {
			free = max(free, ready[k]) + int64(p.Times[job*p.Machines+m])
			ready[k] = free
		}
	}
	return ready[len(x)-1]
}

func flowShopCase(title string, p *FlowShop) Case {
	return Case{title, p, ordersInFull(p), p.check}
}
