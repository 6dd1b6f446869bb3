package scheduling

import "github.com/multiwalk/multiwalk"

// loads follows a schedule, so that local search prices a change or a swap in O(machines).
type loads struct {
	p *Scheduling
	x []int32
	l [mostMachines]int32
}

// NewState returns the loads of x.
func (p *Scheduling) NewState(x []int32) multiwalk.State {
	s := &loads{p: p, x: make([]int32, p.Tasks)}
	s.Reset(x)
	return s
}

// Reset adds up anew.
func (s *loads) Reset(x []int32) {
	copy(s.x, x)
	s.l = [mostMachines]int32{}
	for t, m := range x {
		s.l[m] += s.p.Times[int32(t)*s.p.Machines+m]
	}
}

// Change gives a task to another machine.
func (s *loads) Change(task, machine int32) {
	s.move(&s.l, task, machine)
	s.x[task] = machine
}

// Swap has two tasks change machines.
func (s *loads) Swap(i, j int32) {
	a, b := s.x[i], s.x[j]
	s.Change(i, b)
	s.Change(j, a)
}

// ChangeDelta prices what Change does.
func (s *loads) ChangeDelta(task, machine int32) int64 {
	l := s.l
	s.move(&l, task, machine)
	return s.p.late(l[:s.p.Machines]) - s.p.late(s.l[:s.p.Machines])
}

// SwapDelta prices what Swap does.
func (s *loads) SwapDelta(i, j int32) int64 {
	l := s.l
	s.move(&l, i, s.x[j])
	s.move(&l, j, s.x[i])
	return s.p.late(l[:s.p.Machines]) - s.p.late(s.l[:s.p.Machines])
}

// move takes a task from its machine to another one, in loads.
func (s *loads) move(l *[mostMachines]int32, task, machine int32) {
	was := s.x[task]
	l[was] -= s.p.Times[task*s.p.Machines+was]
	l[machine] += s.p.Times[task*s.p.Machines+machine]
}
