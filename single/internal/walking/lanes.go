package walking

import (
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// Lanes are the random words of an iteration's proposals, those of lane.Random. A group of them is drawn at once.
type Lanes struct {
	Seed  uint64
	Step  uint64 // the iteration
	Walk  uint32
	drawn int32 // groups
	words [rule.MostWarps * rule.Lanes / simd.Lanes][4][simd.Lanes]uint32
}

// Begin goes to an iteration.
func (l *Lanes) Begin(step uint64) { l.Step, l.drawn = step, 0 }

// Of returns the words of a lane.
func (l *Lanes) Of(lane int32) [4]uint32 {
	group, k := lane/simd.Lanes, lane%simd.Lanes
	for ; group >= l.drawn; l.drawn++ {
		simd.DrawLanes(&l.words[l.drawn], l.Seed, l.Walk, l.Step, uint32(l.drawn*simd.Lanes))
	}
	w := &l.words[group]
	return [4]uint32{w[0][k], w[1][k], w[2][k], w[3][k]}
}
