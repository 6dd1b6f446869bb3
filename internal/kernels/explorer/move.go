package explorer

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/draw"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// price returns the delta of a lane's move by what the problem offers, or by full evaluation of the lane's copy. Which of
// both is settled for a problem's type when the kernel is compiled; the same holds for Priced, on the host.
func (w *explorer[P]) price(b *neighbourhood.Member, m neighbourhood.Move) (delta int64, full bool) {
	if d, ok := w.priced(b, m); ok || w.a.Copies == 0 {
		return d, false
	}
	switch {
	case w.is(m, neighbourhood.OpFlip2):
		if d, ok := w.flips(m, 2); ok {
			return d, false
		}
	case w.is(m, neighbourhood.OpFlip3):
		if d, ok := w.flips(m, 3); ok {
			return d, false
		}
	case w.is(m, neighbourhood.OpBlockSwap):
		if d, ok := w.swaps(b, m); ok {
			return d, false
		}
	case w.is(m, neighbourhood.OpPair):
		if d, ok := w.pair(b, m); ok {
			return d, false
		}
	}
	return b.DoAndUndo(w.mine, m, w.p.Cost) - w.Cost, true
}

// priced returns the delta of a move by what the problem offers, at once; ok is false where it offers nothing.
func (w *explorer[P]) priced(b *neighbourhood.Member, m neighbourhood.Move) (delta int64, ok bool) {
	edges := neighbourhood.Edges[edgesOf[P]]{Of: edgesOf[P]{w.p}}
	_, joined := any(w.p).(multiwalk.EdgeCoster)
	joined = joined && w.a.Tour != 0
	switch {
	case w.is(m, neighbourhood.OpSwap):
		if e, ok := any(w.p).(kernel.SwapTabler); ok {
			switch {
			case w.x[m.I] != w.x[m.J]:
				return e.SwapDeltaBy(w.x, w.table, m.I, m.J), true
			case w.Course.Shakes > 0:
				return 0, true
			}
			return math.MaxInt64, true // see Idle
		} else if e, ok := any(w.p).(multiwalk.SwapEvaluator); ok {
			return e.SwapDelta(w.x, m.I, m.J), true
		} else if joined {
			return edges.SwapDelta(w.x, m.I, m.J), true
		}
	case w.is(m, neighbourhood.OpInsert):
		if e, ok := any(w.p).(multiwalk.InsertEvaluator); ok {
			return e.InsertDelta(w.x, m.I, m.J), true
		} else if joined {
			return edges.InsertDelta(w.x, m.I, m.J), true
		}
	case w.is(m, neighbourhood.OpTwoOpt):
		if e, ok := any(w.p).(multiwalk.TwoOptEvaluator); ok {
			return e.TwoOptDelta(w.x, m.I, m.J), true
		} else if joined {
			return edges.TwoOptDelta(w.x, m.I, m.J), true
		}
	case w.is(m, neighbourhood.OpOrOpt):
		if e, ok := any(w.p).(multiwalk.OrOptEvaluator); ok {
			return e.OrOptDelta(w.x, m.I, m.J, m.K, m.Reversed), true
		} else if joined {
			return edges.OrOptDelta(w.x, m.I, m.J, m.K, m.Reversed), true
		}
	case w.is(m, neighbourhood.OpThreeOpt):
		if joined {
			return edges.ThreeOptDelta(w.x, m.I, m.J, m.K, m.Reversed), true
		}
	case w.is(m, neighbourhood.OpBlockSwap):
		if joined {
			return edges.BlockSwapDelta(w.x, m.I, m.J, m.K), true
		}
	case w.is(m, neighbourhood.OpFlip):
		if e, ok := any(w.p).(kernel.FlipTabler); ok {
			return e.FlipDeltaBy(w.x, w.table, m.I), true
		} else if e, ok := any(w.p).(multiwalk.FlipEvaluator); ok {
			return e.FlipDelta(w.x, m.I), true
		} else if e, ok := any(w.p).(multiwalk.ChangeEvaluator); ok {
			return e.ChangeDelta(w.x, m.I, 1-w.x[m.I]), true
		}
	case w.is(m, neighbourhood.OpFlip2):
		if e, ok := any(w.p).(kernel.Flip2Tabler); ok {
			return e.Flip2DeltaBy(w.x, w.table, m.I, m.J), true
		} else if e, ok := any(w.p).(multiwalk.Flip2Evaluator); ok {
			return e.Flip2Delta(w.x, m.I, m.J), true
		}
	case w.is(m, neighbourhood.OpFlip3):
		if e, ok := any(w.p).(kernel.Flip3Tabler); ok {
			return e.Flip3DeltaBy(w.x, w.table, m.I, m.J, m.K), true
		} else if e, ok := any(w.p).(multiwalk.Flip3Evaluator); ok {
			return e.Flip3Delta(w.x, m.I, m.J, m.K), true
		}
	case w.is(m, neighbourhood.OpJointSwap):
		if e, ok := any(w.p).(multiwalk.JointSwapEvaluator); ok {
			return e.JointSwapDelta(w.x, m.I, m.J), true
		}
	case w.is(m, neighbourhood.OpChange):
		if e, ok := any(w.p).(kernel.ChangeTabler); ok {
			return e.ChangeDeltaBy(w.x, w.table, m.I, b.To(w.x[m.I], int64(uint32(m.J)))), true
		} else if e, ok := any(w.p).(multiwalk.ChangeEvaluator); ok {
			return e.ChangeDelta(w.x, m.I, b.To(w.x[m.I], int64(uint32(m.J)))), true
		}
	case w.is(m, neighbourhood.OpPair):
		return w.pairAtOnce(b, m)
	}
	return 0, false
}

// edgesOf is the edge costs of a problem, which has them wherever these are asked for.
type edgesOf[P any] struct{ p P }

func (e edgesOf[P]) EdgeCost(i, j int32) int64 {
	if c, ok := any(e.p).(multiwalk.EdgeCoster); ok {
		return c.EdgeCost(i, j)
	}
	return 0
}

func (e edgesOf[P]) Symmetric() bool {
	if c, ok := any(e.p).(multiwalk.EdgeCoster); ok {
		return c.Symmetric()
	}
	return false
}

// Priced tells whether Explore prices a kind of move of a problem without full evaluation. tour: a solution is one tour.
func Priced(p any, b *neighbourhood.Member, tour bool) bool {
	op, ok := b.Op, false
	switch op {
	case neighbourhood.OpPair:
		ok, _ = pricesPairs(p, b)
		return ok
	case neighbourhood.OpSwap, neighbourhood.OpBlockSwap:
		_, ok = p.(multiwalk.SwapEvaluator)
	case neighbourhood.OpInsert:
		_, ok = p.(multiwalk.InsertEvaluator)
	case neighbourhood.OpTwoOpt:
		_, ok = p.(multiwalk.TwoOptEvaluator)
	case neighbourhood.OpOrOpt:
		_, ok = p.(multiwalk.OrOptEvaluator)
	case neighbourhood.OpFlip:
		_, ok = p.(multiwalk.FlipEvaluator)
	case neighbourhood.OpFlip2, neighbourhood.OpFlip3:
		_, ok = p.(multiwalk.FlipEvaluator)
		ok = ok || flipsAtOnce(p, op)
	case neighbourhood.OpJointSwap:
		_, ok = p.(multiwalk.JointSwapEvaluator)
	}
	if _, edges := p.(multiwalk.EdgeCoster); edges && tour && (op <= neighbourhood.OpOrOpt || op == neighbourhood.OpBlockSwap || op == neighbourhood.OpThreeOpt) {
		ok = true
	}
	if _, changes := p.(multiwalk.ChangeEvaluator); changes && (op == neighbourhood.OpFlip || op == neighbourhood.OpChange) {
		ok = true
	}
	return ok || tabled(p, op)
}

// Copied tells whether a lane prices a kind of move on a copy of the solution of its own.
func Copied(p any, b *neighbourhood.Member, tour bool) bool {
	op := b.Op
	if op == neighbourhood.OpPair {
		_, atOnce := pricesPairs(p, b)
		return !atOnce
	}
	_, edges := p.(multiwalk.EdgeCoster)
	several := op == neighbourhood.OpFlip2 || op == neighbourhood.OpFlip3
	return !Priced(p, b, tour) || several && !flipsAtOnce(p, op) || op == neighbourhood.OpBlockSwap && !(edges && tour)
}

// flipsAtOnce tells whether a problem prices two or three flips by one delta.
func flipsAtOnce(p any, op neighbourhood.Op) bool {
	if tabled(p, op) {
		return true
	}
	_, pairs := p.(multiwalk.Flip2Evaluator)
	_, triples := p.(multiwalk.Flip3Evaluator)
	return op == neighbourhood.OpFlip2 && pairs || op == neighbourhood.OpFlip3 && triples
}

// move makes a move that all lanes know.
func (w *explorer[P]) move(b *neighbourhood.Member, m neighbourhood.Move, change int64) {
	w.all().Sync() // all have read x
	if change >= 0 {
		w.keep()
	}
	foreseen := w.foresee(b, m)
	id := w.id
	switch {
	case w.is(m, neighbourhood.OpInsert):
		if m.J > m.I {
			w.shift(m.I, 1, m.J, false)
		} else {
			w.shift(m.I, 1, m.J-1, false)
		}
	case w.is(m, neighbourhood.OpOrOpt):
		w.shift(m.I, m.J-m.I+1, m.K, m.Reversed)
	case w.is(m, neighbourhood.OpTwoOpt):
		w.turn(m.I, m.J)
	case w.is(m, neighbourhood.OpThreeOpt):
		w.threeOpt(b.Turned(m))
	case w.is(m, neighbourhood.OpSwap):
		if id == 0 {
			w.x[m.I], w.x[m.J] = w.x[m.J], w.x[m.I]
		}
	case w.is(m, neighbourhood.OpFlip):
		if id == 0 {
			w.x[m.I] = 1 - w.x[m.I]
		}
	case w.is(m, neighbourhood.OpFlip2) || w.is(m, neighbourhood.OpFlip3):
		if last := m.J; id == 0 && foreseen {
			if w.is(m, neighbourhood.OpFlip3) {
				last = m.K
			}
			w.x[last] = 1 - w.x[last]
		} else if id == 0 {
			b.Do(w.x, m)
		}
	case w.is(m, neighbourhood.OpBlockSwap):
		if id < m.K {
			w.x[m.I+id], w.x[m.J+id] = w.x[m.J+id], w.x[m.I+id]
		}
	case w.is(m, neighbourhood.OpJointSwap):
		for at := id * m.K; at < w.a.N; at += w.team * m.K {
			w.x[at+m.I], w.x[at+m.J] = w.x[at+m.J], w.x[at+m.I]
		}
	case w.is(m, neighbourhood.OpChange):
		if id == 0 {
			w.x[m.I] = b.To(w.x[m.I], int64(uint32(m.J)))
		}
	case w.is(m, neighbourhood.OpPair):
		w.makePair(b, m)
	}
	w.all().Sync()
	if !foreseen {
		w.fillTable()
	}
	if !w.is(m, neighbourhood.OpPair) {
		w.fillPairs()
	}
	if w.a.Copies != 0 {
		b.Do(w.mine, m)
	}
	w.Cost += change
	w.Moves++
}

// turn turns x[i..j] round.
func (w *explorer[P]) turn(i, j int32) {
	for i, j = i+w.id, j-w.id; i < j; i, j = i+w.team, j-w.team {
		w.x[i], w.x[j] = w.x[j], w.x[i]
	}
}

// threeOpt turns the stretches of a 3-opt round.
func (w *explorer[P]) threeOpt(t neighbourhood.Turned) {
	if t.Whole {
		w.turn(t.I, t.K)
		w.all().Sync()
	}
	if t.First {
		w.turn(t.I, t.Middle-1)
	}
	if t.Second {
		w.turn(t.Middle, t.K)
	}
}

// shift moves x[i..i+l-1], l <= 3, to after x[k], by all lanes: see moveBlock of package neighbourhood.
func (w *explorer[P]) shift(i, l, k int32, reversed bool) {
	id, v, held := w.id, int32(0), int32(0)
	if id < l {
		held = w.x[i+id]
	}
	to := k + 1
	if k > i {
		to = k + 1 - l
		for base := i; base < to; base += w.team {
			if base+id < to {
				v = w.x[base+id+l]
			}
			w.all().Sync()
			if base+id < to {
				w.x[base+id] = v
			}
		}
	} else {
		for top := i + l - 1; top >= to+l; top -= w.team {
			if top-id >= to+l {
				v = w.x[top-id-l]
			}
			w.all().Sync()
			if top-id >= to+l {
				w.x[top-id] = v
			}
		}
	}
	w.all().Sync()
	if id < l {
		if reversed {
			id = l - 1 - id
		}
		w.x[to+id] = held
	}
}

// Randomise writes a random solution, the one of that number of a walk; a draw of four words serves four elements. An order
// is Fisher and Yates' shuffle, inside out. What is fixed stays as x has it.
func Randomise(parts []neighbourhood.Member, free, x []int32, seed uint64, walk, number uint32) {
	var draws [4]uint32
	for p := range parts {
		b := &parts[p]
		for i := range b.N {
			if i&3 == 0 {
				draws = lane.Random(seed, walk, draw.Starts+uint64(number)<<31+uint64(b.At+i), 0)
			}
			u := draws[0]
			draws[0], draws[1], draws[2] = draws[1], draws[2], draws[3]
			if b.Op == neighbourhood.OpChange {
				x[b.Position(free, i)] = b.Lo + int32(uint64(u)*uint64(b.Values)>>32)
				continue
			}
			j := int32(uint64(u) * uint64(i+1) >> 32)
			from := b.Position(free, j)
			x[b.Position(free, i)] = x[from]
			x[from] = b.Value(free, i)
		}
	}
}
