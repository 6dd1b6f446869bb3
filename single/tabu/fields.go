package tabu

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/simd"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// fieldStretch is how many bits are scanned for the least delta at once, before those that have it are looked up.
const fieldStretch = 256

// byFlips tells whether all moves flip bits, and the memory has places for each bit.
func (t *attributes) byFlips() bool {
	for _, b := range t.members {
		if b.Op != neighbourhood.OpFlip && b.Op != neighbourhood.OpFlip2 && b.Op != neighbourhood.OpFlip3 {
			return false
		}
	}
	return t.members != nil && t.where.Shift == 0
}

// lookAtFields looks at all flips of a part by its local fields, in two passes: one finds the least delta, stretch by stretch, and the
// other one the bits that have it, in the stretches where it is.
func (w *tabuMovesWalk) lookAtFields(b *neighbourhood.Member) {
	l, t, aspired := &w.look, w.memory, w.Least-w.Cost
	fields, signs := l.fields.Fields()
	l.priced += int64(b.N)
	l.tied = l.tied[:0]
	end := b.At + b.N
	for from := b.At; from < end; from += fieldStretch {
		to := min(end, from+fieldStretch)
		admissible, least := simd.LeastSigned(fields[from:to], signs[from:to], t.next[from:to], t.now)
		l.keep(from, least, admissible, 0, aspired)
	}
	now := t.now
	if l.delta < aspired {
		now = math.MaxInt32
	}
	for _, from := range l.tied {
		to := min(end, from+fieldStretch)
		least, signs, next := int32(l.delta), signs[from:to], t.next[from:to]
		for k, f := range fields[from:to] {
			if f*signs[k] == least && next[k] <= now {
				l.ties = append(l.ties, neighbourhood.Move{Op: neighbourhood.OpFlip, I: from + int32(k)})
			}
		}
	}
}
