package explorer

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// all is the lanes of the walk: a warp or a block of several. Their number is the same for all walks of a launch, so all threads decide
// alike between both.
func (w *explorer[P]) all() team.Warps { return team.Warps{T: w.t, ID: w.id, Each: w.team} }

// elect returns the lowest lane whose proposal is accepted, or -1, and gives all lanes its proposal.
func (w *explorer[P]) elect(accept bool, which *int32, m *neighbourhood.Move, delta *int64) int32 {
	accepting := w.t.Ballot(accept)
	own := int32(bits.TrailingZeros32(accepting)) // of this warp; 32: none
	if w.team > lane.WarpSize {
		return w.electOfBlock(own, which, m, delta)
	}
	if accepting == 0 {
		return -1
	}
	kind := lane.Shuffle(w.t, kindOf(*which, *m), own)
	*m = neighbourhood.Move{I: lane.Shuffle(w.t, m.I, own), J: lane.Shuffle(w.t, m.J, own), K: lane.Shuffle(w.t, m.K, own)}
	*delta = lane.Shuffle(w.t, *delta, own)
	w.toldKind(kind, which, m)
	return own
}

// said is how many words a warp says of the proposal that it accepts: its lane in the walk, or -1, its kind, three positions, its
// delta.
const said = 7

// electOfBlock has each warp say what its lowest accepting lane proposes. Iterations write to two places in turns, so that one
// barrier an iteration is enough: who writes to the first again has passed the barrier of the second.
func (w *explorer[P]) electOfBlock(own int32, which *int32, m *neighbourhood.Move, delta *int64) int32 {
	const room = said * rule.MostWarps
	all := lane.Shared[int32](w.t, 2*room)
	all = all[room*int32(w.Iteration&1):]
	mine := all[said*w.t.WarpID():]
	if own == lane.WarpSize {
		if w.t.LaneID() == 0 {
			mine[0] = -1
		}
	} else if own == w.t.LaneID() {
		mine[0], mine[1], mine[2], mine[3], mine[4] = w.id, kindOf(*which, *m), m.I, m.J, m.K
		mine[5], mine[6] = int32(*delta>>32), int32(*delta)
	}
	w.t.Sync()
	for at := int32(0); at < said*w.t.Warps(); at += said {
		if all[at] >= 0 {
			*m = neighbourhood.Move{I: all[at+2], J: all[at+3], K: all[at+4]}
			*delta = int64(all[at+5])<<32 | int64(uint32(all[at+6]))
			w.toldKind(all[at+1], which, m)
			return all[at]
		}
	}
	return -1
}

// kindOf is which member a move is of, and its direction, in a number.
func kindOf(which int32, m neighbourhood.Move) int32 {
	if m.Reversed {
		return which<<1 | 1
	}
	return which << 1
}

// toldKind takes kindOf apart.
func (w *explorer[P]) toldKind(kind int32, which *int32, m *neighbourhood.Move) {
	*which = kind >> 1
	b := w.member(*which)
	m.Op, m.Reversed = b.Op, kind&1 != 0
}
