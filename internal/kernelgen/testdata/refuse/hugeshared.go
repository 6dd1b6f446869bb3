package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

// HugeShared asks for more shared memory than a block has.
func HugeShared(t lane.Thread, y []int64) {
	s := lane.Shared[int64](t, 1<<30) // refused: lane.Shared makes 1 to 49152 bytes, and this is 1073741824 of int64; use lane.SharedAt, which is sized at launch, or fewer elements
	s[0] = y[0]
	y[1] = s[y[2]]
}

// EmptyShared asks for none.
func EmptyShared(t lane.Thread, y []int64) {
	s := lane.Shared[struct{}](t, 4) // refused: lane.Shared makes 1 to 49152 bytes, and this is 4 of struct{}; use lane.SharedAt, which is sized at launch, or fewer elements
	y[0] = int64(len(s))
}
