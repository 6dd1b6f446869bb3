package single

import "github.com/multiwalk/multiwalk/neighbourhood"

// pricesSwaps tells whether the state prices a member's moves, and these are swaps of an order, in one part or in all.
func (l *look) pricesSwaps(b *neighbourhood.Member) bool {
	return b.Op == neighbourhood.OpSwap && b.Values == 0 && l.swaps != nil || b.Op == neighbourhood.OpJointSwap && l.joint != nil
}

// lookAtSwaps looks at all swaps of a part, or at those that are made in all parts, in the order of their numbers.
func (w *tabuMovesWalk) lookAtSwaps(b *neighbourhood.Member) {
	l, aspired := &w.look, w.least-w.cost
	price := func(i, j int32) int64 { return l.joint.JointSwapDelta(i, j) }
	if b.Op == neighbourhood.OpSwap {
		price = l.swaps.SwapDelta
	}
	for i := b.At; i < b.At+b.N; i++ {
		for j := i + 1; j < b.At+b.N; j++ {
			d := price(i, j)
			if d > l.delta {
				continue
			}
			m := neighbourhood.Move{Op: b.Op, I: i, J: j, K: b.Length}
			if d < aspired || !w.memory.forbids(w.x, w.cost+d, m) {
				l.take(m, d)
			}
		}
	}
	l.priced += b.Size()
}
