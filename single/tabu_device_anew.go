package single

import (
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/kernel"
)

// What population.Memetic asks of the tabu searches of a machine: all begin anew, each at a solution of its own, and go
// on for some iterations, in as many launches as it takes.

// BeginEach makes all searches begin anew in the next launch, each at its own of the solutions, which lie one after the
// other, but for their random words, which go on. After the given iterations all begin anew again, and no
// launch goes beyond.
func (w *machineTabu) BeginEach(x []int32, iterations int64) error {
	a := &w.memory
	if a.start.Len() < len(x) { // it was made for one
		if err := a.start.Free(); err != nil {
			return err
		}
		if a.start = fleet.Array[int32](&w.Memory, len(x)); w.Made() != nil {
			return w.Made()
		}
	}
	if err := a.start.Write(x, 0); err != nil {
		return err
	}
	w.anew, w.adopted, w.end = true, false, w.At+iterations
	return nil
}

// Left returns how many iterations there are until all searches are to begin anew.
func (w *machineTabu) Left() int64 { return w.end - w.At }

// Incumbents returns what each search has found since it began, one after the other, and what each costs. They are of
// the end of the last unit.
func (w *machineTabu) Incumbents() (x []int32, costs []int64, err error) {
	n := w.f.N
	x, costs = make([]int32, 0, len(w.states)*n), make([]int64, 0, len(w.states))
	rows := make([]int32, len(w.states)*kernel.TabuRows*n)
	if err := w.memory.rows.Read(rows, 0); err != nil {
		return nil, nil, err
	}
	for i, s := range w.states {
		x, costs = append(x, rows[(i*kernel.TabuRows+1)*n:][:n]...), append(costs, s.Least)
	}
	return x, costs, nil
}
