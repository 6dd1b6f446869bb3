package ils

import (
	"testing"

	"github.com/multiwalk/multiwalk/neighbourhood"
)

// The moves of all positions together are the moves of the kind: none is left out, and none leaves the solution as it is. Positions
// do not begin at 0, so that a place in the part is not taken for one in the solution.
func TestMoveAt_TogetherAreAllMoves(t *testing.T) {
	for _, b := range []neighbourhood.Member{
		{Op: neighbourhood.OpSwap, At: 3, N: 7}, {Op: neighbourhood.OpInsert, At: 3, N: 7}, {Op: neighbourhood.OpTwoOpt, At: 3, N: 7},
		{Op: neighbourhood.OpTwoOpt, At: 0, N: 7, Skip: 1}, {Op: neighbourhood.OpOrOpt, At: 3, N: 7, Variants: orOpts},
		{Op: neighbourhood.OpBlockSwap, At: 3, N: 9, Variants: 3}, {Op: neighbourhood.OpThreeOpt, At: 3, N: 7, Variants: 4},
		{Op: neighbourhood.OpFlip, At: 3, N: 7}, {Op: neighbourhood.OpFlip2, At: 3, N: 7}, {Op: neighbourhood.OpFlip3, At: 3, N: 7},
		{Op: neighbourhood.OpChange, At: 3, N: 7, Lo: -2, Values: 4},
	} {
		all := map[neighbourhood.Move]bool{}
		for k := range b.Size() {
			all[effect(b.Move(k))] = true
		}
		met := map[neighbourhood.Move]bool{}
		for i := range b.N {
			for k := range movesAt(&b) {
				m, ok := moveAt(&b, i, k)
				if !ok {
					continue
				}
				if met[effect(m)] = true; !all[effect(m)] {
					t.Errorf("%v: position %d has %v, which is no move of its part", b.Op, i, m)
				}
			}
		}
		if len(met) != len(all) || len(all) == 0 {
			t.Errorf("%v: the positions have %d of %d moves", b.Op, len(met), len(all))
		}
	}
}

// effect is a move without the fields that its kind leaves open. To insert an element one place before is to insert the one that
// stands there one place after.
func effect(m neighbourhood.Move) neighbourhood.Move {
	if m.Op == neighbourhood.OpInsert && m.J == m.I-1 {
		m.I, m.J = m.J, m.I
	}
	switch m.Op {
	case neighbourhood.OpOrOpt, neighbourhood.OpBlockSwap, neighbourhood.OpFlip3, neighbourhood.OpThreeOpt:
	default:
		m.K = 0
	}
	return m
}
