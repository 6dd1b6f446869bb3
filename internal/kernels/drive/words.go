package drive

import "github.com/multiwalk/multiwalk/kernel/lane"

// Words are the random words of a warp's iterations: each lane draws those of one.
type Words struct {
	T      lane.Thread
	Seed   uint64
	Search uint32 // its number among all of the run
	From   int64  // the first iteration of the launch
	drawn  [4]uint32
	at     int32
}

// Draw draws for iteration i, if it is the first of 32 or of the launch.
func (w *Words) Draw(i int64) {
	if i&(lane.WarpSize-1) == 0 || i == w.From {
		w.drawn = lane.Random(w.Seed, w.Search, uint64(i)/lane.WarpSize, uint32(w.T.LaneID()))
	}
	w.at = int32(i & (lane.WarpSize - 1))
}

// Word is word k of the iteration.
func (w *Words) Word(k int32) uint32 { return lane.Shuffle(w.T, w.drawn[k], w.at) }
