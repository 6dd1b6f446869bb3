package greedy

import (
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// drawn is where the draws of a look begin that are not the element's own.
const drawn = 1 << 16

// below draws number k of look i, below n.
func (w *orders[P]) below(i int64, k, n int32) int32 {
	u := lane.Random(w.a.Seed, w.a.First+uint32(w.walk), uint64(i), uint32(drawn+k))
	return int32(uint64(u[0]) * uint64(n) >> 32)
}

// enqueue has local search look at the elements that are placed in a random order.
func (w *orders[P]) enqueue(i int64) {
	w.t.SyncWarp()
	w.take(w.queue[:w.Placed], w.x, 0)
	if w.t.LaneID() == 0 {
		for k := w.Placed - 1; k > 0; k-- {
			j := w.below(i, w.a.Release+k, k+1)
			w.queue[k], w.queue[j] = w.queue[j], w.queue[k]
		}
	}
	w.t.SyncWarp()
	w.Queue, w.At, w.Since = w.Placed, 0, 0
}

// accepts decides on an order that costs d more than the last accepted one.
func (w *orders[P]) accepts(d int64) bool {
	temperature := w.a.Temperature
	if temperature == 0 && w.Worsened > 0 {
		temperature = w.a.Share * (float64(w.Worse) / float64(w.Worsened))
	}
	return metropolis.Accept(d, temperature, w.words[1])
}

// find is where an element stands.
func (w *orders[P]) find(e int32) int32 {
	at := w.a.N
	for k := w.t.LaneID(); k < w.Placed; k += lane.WarpSize {
		if w.x[k] == e {
			at = k
		}
	}
	return lane.WarpMin(w.t, at)
}

// move takes the element at i to j.
func (w *orders[P]) move(i, j int32) {
	e, id, step := w.x[i], w.t.LaneID(), int32(1)
	if j < i {
		step = -1
	}
	for k := i; k != j; {
		many := min((j-k)*step, lane.WarpSize)
		v := int32(0)
		if id < many {
			v = w.x[k+step*(id+1)]
		}
		w.t.SyncWarp()
		if id < many {
			w.x[k+step*id] = v
		}
		w.t.SyncWarp()
		k += step * many
	}
	if id == 0 {
		w.x[j] = e
	}
	w.t.SyncWarp()
}

// at is where an order of the search begins in sets.
func (w *orders[P]) at(which int32) int32 { return (w.walk*Sets + which) * w.a.N }

// take copies an order that begins somewhere.
func (w *orders[P]) take(to, from []int32, at int32) {
	w.t.SyncWarp()
	for k := w.t.LaneID(); k < int32(len(to)); k += lane.WarpSize {
		to[k] = from[at+k]
	}
	w.t.SyncWarp()
}

// keep copies x to sets.
func (w *orders[P]) keep(which int32) { w.take(w.sets[w.at(which):w.at(which)+w.a.N], w.x, 0) }

// store leaves the present order and the queue for the next launch.
func (w *orders[P]) store() {
	w.keep(PresentOf)
	w.take(w.sets[w.at(queueOf):w.at(queueOf)+w.a.N], w.queue, 0)
}
