package single

import "github.com/multiwalk/multiwalk/internal/fleet"

// BeginEach is what population.Memetic asks of the tabu searches of a machine: see fleet.Crowd. All begin anew by kernel StartTabu.
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
	w.anew, w.Adopting, w.End = true, false, w.At+iterations
	return a.start.Write(x, 0)
}
