package drive

import "github.com/multiwalk/multiwalk/kernel/lane"

// Listeners is one in how many searches listen to the host. An H200 reads the host's memory 0.87 million times a second in all, whoever
// asks: with one search in 64 listening every 50 microseconds, all of them waited for that.
const Listeners = 1024

// Halted is 1 if a search before iteration i has to stop. A search that could still come to the target in the iteration in which
// another one did goes on, so that the first of them does not depend on who ran first. Who hears the host say stop tells all others by
// a goal before the first iteration.
func Halted(t lane.Thread, search int32, i int64, goal []int64, stop []uint32) int32 {
	if search%Listeners == 0 && lane.AtomicLoad(t, &stop[0]) != 0 {
		lane.AtomicMin(t, &goal[0], -1)
	}
	if lane.AtomicLoad(t, &goal[0]) < i {
		return 1
	}
	return 0
}
