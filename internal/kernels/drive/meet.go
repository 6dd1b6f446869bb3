package drive

import "github.com/multiwalk/multiwalk/kernel/lane"

// Meet waits until all blocks of the launch have come here. board[0] counts those that have, board[1] the meetings.
func Meet(t lane.Thread, board []int32) {
	t.Sync()
	if t.ThreadID() == 0 {
		t.Fence()
		meeting := lane.AtomicLoad(t, &board[1])
		if lane.AtomicAdd(t, &board[0], 1) == t.GridDim()-1 {
			lane.AtomicStore(t, &board[0], 0)
			t.Fence()
			lane.AtomicAdd(t, &board[1], 1)
		} else {
			for lane.AtomicLoad(t, &board[1]) == meeting {
			}
		}
		t.Fence()
	}
	t.Sync()
}
