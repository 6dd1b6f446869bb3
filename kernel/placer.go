package kernel

import "github.com/multiwalk/multiwalk/kernel/lane"

// Placer is an order whose parts have costs, which the lanes of a warp work out together: a multiwalk.PartialOrderer on a device. What it
// works with lies in shared memory, so its numbers have 16 bits.
type Placer interface {
	Coster
	// PlaceTable is how many numbers a block keeps for all of its warps; 0 if the problem's numbers do not fit, and it is no Placer.
	PlaceTable() int32
	// PlaceEntry is number k of the table.
	PlaceEntry(k int32) uint16
	// PlaceRoom is how many numbers a warp works with. They are anything when BestPlace is called.
	PlaceRoom() int32
	// BestPlace returns the place of x[i] with the least cost of the elements in x, what they cost with it there, and what they cost as they
	// are. Of several places the random word decides. All lanes of the warp call it, and all have the answer.
	BestPlace(t lane.Thread, x []int32, i int32, table, room []uint16, word uint32) (j, least, now int32)
}
