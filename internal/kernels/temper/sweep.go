package temper

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// batch is how many proposals a warp prices at once: two a lane, because one block of random words has those of two.
const batch = 2 * lane.WarpSize

// sweep makes the proposals of a sweep, in stretches between which the replica looks whether to stop: a sweep may take
// longer than the host waits.
func (w *temperWalk[F, P]) sweep(t lane.Thread, p P, sweep int64, quota int32, goal []int64, stop []uint32) {
	first := uint64(sweep) * uint64(w.a.Length)
	for made := int32(0); made < quota; made += w.a.Stretch {
		if made > 0 {
			over := t.LaneID() == 0 && drive.Halted(t, w.ladder, sweep, goal, stop) != 0
			if t.Ballot(over) != 0 {
				return
			}
		}
		w.propose(t, p, first+uint64(made), min(w.a.Stretch, quota-made))
	}
}

// propose makes count proposals, from number first on, batch by batch.
//
// Positions among them count from the even number at or below the first, so that a lane's two have one block of words.
func (w *temperWalk[F, P]) propose(t lane.Thread, p P, first uint64, count int32) {
	odd := int32(first & 1)
	for from, end := int32(0), odd+count; from < end; from += batch {
		words := lane.Random(w.a.Seed, w.a.First+uint32(w.number()), (first+uint64(from))>>1+uint64(t.LaneID()), tempering.Proposals)
		w.decide(t, p, from, max(from, odd), end, words)
	}
}

// decide makes the proposals of a batch, at those from one on and below end. One that is accepted leaves those behind it
// to be priced anew, by the same words. Mostly none is likely, which is told without an exponential.
func (w *temperWalk[F, P]) decide(t lane.Thread, p P, from, at, end int32, words [4]uint32) {
	factor := tempering.LikelyFactor(w.rule.Factor())
	mine := from + 2*t.LaneID()
	var a, b proposed
	a.i, a.j = tempering.Pair(words[0], w.a.N)
	b.i, b.j = tempering.Pair(words[2], w.a.N)
	for end = min(end, from+batch); at < end; {
		delta, delta1 := w.f.price(p, w.x, a, b)
		in, in1 := mine >= at && mine < end, mine+1 >= at && mine+1 < end
		likely := in && tempering.Likely(float32(delta), factor, words[1]) || in1 && tempering.Likely(float32(delta1), factor, words[3])
		if t.Ballot(likely) == 0 {
			return
		}
		taken := in && w.rule.Takes(delta, words[1])
		takers := t.Ballot(taken || in1 && w.rule.Takes(delta1, words[3]))
		if takers == 0 {
			return
		}
		which, s := int32(0), a
		if !taken {
			which, s, delta = 1, b, delta1
		}
		winner := int32(bits.TrailingZeros32(takers))
		i, j := lane.Shuffle(t, s.i, winner), lane.Shuffle(t, s.j, winner)
		w.move(t, p, i, j, lane.Shuffle(t, delta, winner))
		at = from + 2*winner + lane.Shuffle(t, which, winner) + 1
	}
}

// move makes a swap. The incumbent is copied when the replica leaves it for one that is no better.
func (w *temperWalk[F, P]) move(t lane.Thread, p P, i, j int32, delta int64) {
	if delta >= 0 {
		w.keep(t)
	}
	w.f.turn(t, p, w.x, i, j)
	w.cost += delta
	w.made++
	if w.cost < w.least {
		w.least, w.ahead = w.cost, true
	}
}

// keep copies the incumbent before it becomes something else.
func (w *temperWalk[F, P]) keep(t lane.Thread) {
	if !w.ahead {
		return
	}
	for i := t.LaneID(); i < w.a.N; i += lane.WarpSize {
		w.best[i] = w.x[i]
	}
	w.ahead = false
}
