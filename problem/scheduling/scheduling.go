// Package scheduling gives independent tasks to unrelated machines, so that the last machine finishes as early as possible. A machine that is
// fast for one task may be slow for another.
//
// Read reads an ETC matrix. Instance.Makespan is the problem whose cost is when the last machine ends; Local searches it. Instance.Squares is
// the problem for successors, for moves, and for GPUs: it tells too when other machines make room.
package scheduling

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/state"
	"github.com/multiwalk/multiwalk/successor"
)

//go:generate go run ../../internal/kernelfile/gen -type Scheduling -with Evolve,TabuMoves

const (
	// mostMachines bounds the machines.
	mostMachines = 64
	// worth is what the dearest machine's time is worth, and peak how much more the last machine counts.
	worth, peak = 100, 1000
)

// Scheduling is scheduling of independent tasks on unrelated machines: each task goes to one machine, and the last machine to
// finish counts. The type is made of numbers and slices of numbers, so it moves to a GPU as it is.
type Scheduling struct {
	Tasks, Machines int32
	Bound           int32   // no schedule is shorter
	Step            int32   // wasted time that makes a machine unlikely
	Times           []int32 // of task t on machine m, at t*Machines+m
	Worth           []int32 // of a unit of each machine's time: its fair price
	Wasted          []int32 // likewise: how much of it a fair price does not pay (see price.go)
}

// What the problem offers, checked by the compiler.
var (
	_ successor.Problem               = (*Scheduling)(nil)
	_ successor.Weigher[int32]        = (*Scheduling)(nil)
	_ successor.WeightsBatcher[int32] = (*Scheduling)(nil)
	_ successor.Releaser              = (*Scheduling)(nil)
	_ multiwalk.Mover                 = (*Scheduling)(nil)
	_ multiwalk.ChangeEvaluator       = (*Scheduling)(nil)
	_ multiwalk.Stater                = (*Scheduling)(nil)
	_ state.ChangeFollower            = (*loads)(nil)
	_ state.SwapFollower              = (*loads)(nil)
	_ multiwalk.Bounder               = (*Scheduling)(nil)
)

// New makes a problem of the times of tasks on machines.
func New(tasks, machines int, times []int32) *Scheduling {
	p := &Scheduling{Tasks: int32(tasks), Machines: int32(machines), Times: times, Wasted: make([]int32, len(times))}
	p.price()
	return p
}

// Space returns the schedules: x[t] is the machine of task t.
func (p *Scheduling) Space() multiwalk.Space {
	return multiwalk.Integers(int(p.Tasks), 0, p.Machines-1)
}

// Cost is how late all machines are after the bound: the sum of the squares, and that of the last machine many times. What counts is
// the last one; but a search that looked at it alone would not see when the others make room.
func (p *Scheduling) Cost(x []int32) int64 {
	var loads [mostMachines]int32
	for t, m := range x {
		loads[m] += p.Times[int32(t)*p.Machines+m]
	}
	return p.late(loads[:p.Machines])
}

// late is what loads cost.
func (p *Scheduling) late(loads []int32) int64 {
	sum, most := int64(0), int64(0)
	for m, load := range loads {
		d := int64(max(0, load-p.Bound))
		sum += int64(p.Worth[m]) * d * d
		most = max(most, d)
	}
	return sum + peak*most*most
}

// ChangeDelta is O(tasks), for the loads.
func (p *Scheduling) ChangeDelta(x []int32, task, machine int32) int64 {
	var loads [mostMachines]int32
	for t, m := range x {
		loads[m] += p.Times[int32(t)*p.Machines+m]
	}
	before := p.late(loads[:p.Machines])
	loads[x[task]] -= p.Times[task*p.Machines+x[task]]
	loads[machine] += p.Times[task*p.Machines+machine]
	return p.late(loads[:p.Machines]) - before
}

// LowerBound is that of a schedule no longer than the bound: a search that meets it has proved its answer.
func (p *Scheduling) LowerBound() int64 { return 0 }

// Construction says how schedules are taken apart and built anew. A state is a schedule and the load of each machine behind it.
func (p *Scheduling) Construction() successor.Construction {
	return successor.Construction{
		Kinds: []successor.Kind[int32]{successor.Weighed(p, int(p.Tasks), int(p.Machines))},
		Size:  int(p.Tasks + p.Machines),
		Complete: func(x []int32) {
			clear(x[p.Tasks:])
			for t, m := range x[:p.Tasks] {
				x[p.Tasks+m] += p.Times[int32(t)*p.Machines+m]
			}
		},
	}
}

// NewMoves returns the problem's only kind of move: up to four tasks get new machines at random.
func (p *Scheduling) NewMoves() multiwalk.Moves {
	moves, err := successor.Moves(p, 4)
	if err != nil {
		panic(err) // Construction is right
	}
	return moves
}

// Possibilities is the machines.
func (p *Scheduling) Possibilities(x []int32, task int32) int32 { return p.Machines }

// Weigh rates a machine by when it would have finished: how long after the bound, and how much time the task wastes there.
func (p *Scheduling) Weigh(x []int32, task, machine int32) int64 {
	at := task*p.Machines + machine
	late := max(0, x[p.Tasks+machine]+p.Times[at]-p.Bound)
	d := (float32(p.Wasted[at]) + float32(late)) / float32(p.Step)
	d = 1 + d*d
	if x[task] == -1-machine { // there it was
		d *= 4
	}
	return 1 + int64(1<<40/(d*d))
}

// Weights is Weigh for successive machines, which spares a core the calls.
func (p *Scheduling) Weights(x []int32, task, first int32, weights []int64) {
	at, was := task*p.Machines+first, -1-x[task]-first
	times, wasted, loads := p.Times[at:][:len(weights)], p.Wasted[at:][:len(weights)], x[p.Tasks+first:][:len(weights)]
	for i := range weights {
		late := max(0, loads[i]+times[i]-p.Bound)
		d := (float32(wasted[i]) + float32(late)) / float32(p.Step)
		d = 1 + d*d
		if int32(i) == was {
			d *= 4
		}
		weights[i] = 1 + int64(1<<40/(d*d))
	}
}

// Assign gives a task to a machine.
func (p *Scheduling) Assign(x []int32, task, machine int32) {
	x[task] = machine
	x[p.Tasks+machine] += p.Times[task*p.Machines+machine]
}

// CouldNotAssign is never called, as no machine is forbidden.
func (p *Scheduling) CouldNotAssign(x []int32, task int32) {}

// Pick draws a task: every other time one of the machine that finishes last.
func (p *Scheduling) Pick(x []int32, random uint64) int32 {
	t := int32(random >> 32 % uint64(p.Tasks))
	if random&1 == 0 {
		return t
	}
	last := int32(0)
	for m := range p.Machines {
		if x[p.Tasks+m] > x[p.Tasks+last] {
			last = m
		}
	}
	for range p.Tasks {
		if x[t] == last {
			break
		}
		if t++; t == p.Tasks {
			t = 0
		}
	}
	return t
}

// Release takes a task from its machine.
func (p *Scheduling) Release(x []int32, task int32) {
	m := x[task]
	x[p.Tasks+m] -= p.Times[task*p.Machines+m]
	x[task] = -1 - m
}

// Price is Cost by the loads.
func (p *Scheduling) Price(x []int32) int64 { return p.late(x[p.Tasks : p.Tasks+p.Machines]) }
