package solutions

import "github.com/multiwalk/multiwalk/kernel/lane"

const (
	// stepsPerLook is how many steps of placing a walk makes between two looks at the order to stop: as many as two
	// solutions of 1000 queens take.
	stepsPerLook = 256
	// listeners is one in how many walks listen to the host themselves, which takes a microsecond of the whole device, and
	// tell all others.
	listeners = 1024
)

// ear is how a walk hears that the host wants the launch to end.
type ear struct {
	walk, steps  int32
	halted, stop []uint32
}

// told counts a step and, at the first and now and then after it, reports to all lanes whether the launch is to end.
func (e *ear) told(t lane.Thread) bool {
	if e.steps++; e.steps%stepsPerLook != 1 {
		return false
	}
	word := uint32(0)
	if t.LaneID() == 0 {
		if e.walk%listeners == 0 && lane.AtomicLoad(t, &e.stop[0]) != 0 {
			lane.AtomicStore(t, &e.halted[0], 1)
		}
		word = lane.AtomicLoad(t, &e.halted[0])
	}
	return lane.Shuffle(t, word, 0) != 0
}
