package sample

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/successor"
)

//go:generate go run ../kernelfile/gen -type Tasks -only Release,Price,AssignWeighed,RebuildWeighed

// Tasks is scheduling of independent tasks: task i takes Times[i*Machines+m] on machine m, and the last machine to finish counts. Its
// heuristic prefers machines that would finish soon. A state is the machine of each task, -1 for none, and the load of each machine.
type Tasks struct {
	N, Machines int32
	Times       []int32
}

const mostMachines = 16

// NewTasks draws the times from 1 to 99, of up to 16 machines.
func NewTasks(n, machines int, seed uint64) *Tasks {
	r, p := multiwalk.NewRand(seed, 0), &Tasks{int32(n), int32(machines), make([]int32, n*machines)}
	for k := range p.Times {
		p.Times[k] = int32(1 + r.IntN(99))
	}
	return p
}

// Space is the machine of each task.
func (p *Tasks) Space() multiwalk.Space { return multiwalk.Integers(int(p.N), 0, p.Machines-1) }

// Cost is O(N).
func (p *Tasks) Cost(x []int32) int64 {
	most := int64(0)
	var loads [mostMachines]int64
	for i, m := range x {
		loads[m] += int64(p.Times[int32(i)*p.Machines+m])
		most = max(most, loads[m])
	}
	return most
}

// Construction has the loads follow a solution.
func (p *Tasks) Construction() successor.Construction {
	return successor.Construction{
		Kinds: []successor.Kind[int32]{successor.Weighed(p, int(p.N), int(p.Machines))},
		Size:  int(p.N + p.Machines),
		Complete: func(x []int32) {
			clear(x[p.N:])
			for i, m := range x[:p.N] {
				x[p.N+m] += p.Times[int32(i)*p.Machines+m]
			}
		},
	}
}

// Possibilities is the machines.
func (p *Tasks) Possibilities(x []int32, task int32) int32 { return p.Machines }

// Weigh falls with the time at which the machine would finish.
func (p *Tasks) Weigh(x []int32, task, m int32) int64 {
	end := int64(x[p.N+m] + p.Times[task*p.Machines+m])
	return 1 + 1<<40/(end*end*end)
}

// Assign gives a task to a machine.
func (p *Tasks) Assign(x []int32, task, m int32) {
	x[task] = m
	x[p.N+m] += p.Times[task*p.Machines+m]
}

// CouldNotAssign is never called, as no machine is forbidden.
func (p *Tasks) CouldNotAssign(x []int32, task int32) {}

// Pick draws any task.
func (p *Tasks) Pick(x []int32, random uint64) int32 { return int32(random % uint64(p.N)) }

// Release takes a task from its machine.
func (p *Tasks) Release(x []int32, task int32) {
	m := x[task]
	x[p.N+m] -= p.Times[task*p.Machines+m]
	x[task] = -1
}

// Price is the greatest load.
func (p *Tasks) Price(x []int32) int64 {
	most := x[p.N]
	for m := int32(1); m < p.Machines; m++ {
		most = max(most, x[p.N+m])
	}
	return int64(most)
}
