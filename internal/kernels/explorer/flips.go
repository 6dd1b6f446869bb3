package explorer

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// flips prices several flips by those of single ones, each where those before it lead, on the lane's copy. The problem must have
// FlipDelta; else ok is false.
func (w *explorer[P]) flips(m neighbourhood.Move, count int32) (sum int64, ok bool) {
	e, ok := any(w.p).(multiwalk.FlipEvaluator)
	if !ok {
		return 0, false
	}
	x := w.mine // as it was when a price is known
	for k := range count {
		i := flipOf(m, k)
		sum += e.FlipDelta(x, i)
		x[i] = 1 - x[i]
	}
	for k := range count {
		i := flipOf(m, k)
		x[i] = 1 - x[i]
	}
	return sum, true
}

// swaps prices an exchange of blocks by swaps, each where those before it lead, on the lane's copy. The problem must have SwapDelta; else
// ok is false.
func (w *explorer[P]) swaps(b *neighbourhood.Member, m neighbourhood.Move) (sum int64, ok bool) {
	e, ok := any(w.p).(multiwalk.SwapEvaluator)
	if !ok {
		return 0, false
	}
	x := w.mine // as it was when a price is known
	for k := range m.K {
		sum += e.SwapDelta(x, m.I+k, m.J+k)
		x[m.I+k], x[m.J+k] = x[m.J+k], x[m.I+k]
	}
	b.Do(x, m)
	return sum, true
}

// flipOf is position k of those that a move flips.
func flipOf(m neighbourhood.Move, k int32) int32 {
	switch k {
	case 0:
		return m.I
	case 1:
		return m.J
	}
	return m.K
}
