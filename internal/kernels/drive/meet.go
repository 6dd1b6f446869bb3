package drive

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Meet waits until all blocks of the launch have come here. At each meeting they add up to 2^31 in board[0], so the sign changes when the
// last one has come, and nobody has to set the count back.
func Meet(t lane.Thread, board []int32) {
	t.Sync()
	if t.ThreadID() == 0 {
		share := int32(1)
		if t.BlockID() == 0 {
			share = math.MaxInt32 - t.GridDim() + 2 // 2^31 less the others' shares
		}
		t.Fence()
		before := lane.AtomicAdd(t, &board[0], share)
		for lane.AtomicLoad(t, &board[0])^before >= 0 {
		}
		t.Fence()
	}
	t.Sync()
}
