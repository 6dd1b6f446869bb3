package eax

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// climb looks at cities until none can be improved.
func (w *climber[C, M]) climb() {
	word := int32(0)
	for {
		c := w.next(&word)
		if c < 0 || w.looks&255 == 0 && w.t.Any(lane.AtomicLoad(w.t, &w.stop[0]) != 0) {
			return
		}
		w.t.SyncWarp()
		if w.lane == 0 {
			w.dirty[c>>5] &^= 1 << (c & 31)
		}
		w.t.SyncWarp()
		for w.look(c) {
		}
	}
}

// next returns a city to look at, from the word of the bitmap on where the last one was, or -1.
func (w *climber[C, M]) next(word *int32) int32 {
	words := int32(len(w.dirty))
	for base := int32(0); base < words; base += lane.WarpSize {
		at := *word + base + w.lane
		for at >= words {
			at -= words
		}
		left := w.dirty[at]
		if found := w.t.Ballot(left != 0); found != 0 {
			from := int32(bits.TrailingZeros32(found))
			*word = lane.Shuffle(w.t, at, from)
			return *word<<5 + int32(bits.TrailingZeros32(lane.Shuffle(w.t, left, from)))
		}
	}
	return -1
}

// mark has a city looked at again. Lane 0 does it.
func (w *climber[C, M]) mark(c int32) { w.dirty[c>>5] |= 1 << (c & 31) }

// length evaluates the tour in full.
func (w *climber[C, M]) length() int64 {
	sum := int64(0)
	for p := w.lane; p < w.n; p += lane.WarpSize {
		sum += int64(w.cost(int32(w.tour.city[p]), int32(w.tour.city[above(p, w.n)])))
	}
	return lane.TreeAdd(w.t, sum)
}

// look prices all moves that join c to a near city, a few a lane, carries out the one that gains most, and reports
// whether there was one. Lane 4*nb + 2*back + behind has neighbour nb.
func (w *climber[C, M]) look(c int32) bool {
	w.looks++
	gain, length, d := int32(0), int32(0), c
	if nb := w.lane >> 2; nb < w.k {
		d = int32(w.near[c*w.k+nb])
		gain, length = w.price(c, d, w.lane&1 == 0, w.lane&2 == 0)
	}
	most := lane.WarpMax(w.t, gain)
	if most <= 0 {
		return false
	}
	winner := int32(bits.TrailingZeros32(w.t.Ballot(gain == most)))
	d, length = lane.Shuffle(w.t, d, winner), lane.Shuffle(w.t, length, winner)
	w.t.SyncWarp() // all lanes have read the tour
	if length == 0 {
		w.twoOpt(c, d, winner&1 == 0)
	} else {
		w.orOpt(c, d, length, winner&1 == 0, winner&2 == 0)
	}
	w.t.SyncWarp()
	return true
}

// price returns the best gain of joining c to d, by 2-opt (length 0) or by moving the segment of length cities that
// begins at c and goes on in the direction ahead to between d and its neighbour on one side.
func (w *climber[C, M]) price(c, d int32, ahead, side bool) (gain, length int32) {
	before, after := w.step(c, !ahead), w.step(c, ahead)
	joined := w.cost(c, d)
	if side {
		if e := w.step(d, ahead); d != after {
			gain = w.cost(c, after) - joined + w.cost(d, e) - w.cost(after, e)
		}
	}
	e, last := w.step(d, side), c
	rest := w.cost(before, c) - joined + w.cost(d, e)
	for i := int32(1); i <= maxMoved; i++ {
		if d != before && d != after || d == before && e != c || d == after && e != last {
			if total := rest + w.cost(last, after) - w.cost(before, after) - w.cost(last, e); total > gain && after != before {
				gain, length = total, i
			}
		}
		if after == d {
			break
		}
		last, after = after, w.step(after, ahead)
	}
	return gain, length
}

// twoOpt replaces the edges from c and d to what lies ahead of them.
func (w *climber[C, M]) twoOpt(c, d int32, ahead bool) {
	s, e := w.step(c, ahead), w.step(d, ahead)
	from, to := s, d
	if !ahead {
		from, to = c, e
	}
	i, j := int32(w.tour.pos[from]), int32(w.tour.pos[to])
	w.t.SyncWarp()
	w.reverse(i, j)
	if w.lane == 0 {
		w.mark(c)
		w.mark(d)
		w.mark(s)
		w.mark(e)
	}
}

// reverse turns the cities from position i to j round, or all others, whichever are fewer.
func (w *climber[C, M]) reverse(i, j int32) {
	length := around(j-i, w.n) + 1
	if 2*length > w.n {
		i, j, length = above(j, w.n), below(i, w.n), w.n-length
	}
	for k := w.lane; k < length/2; k += lane.WarpSize {
		p, q := around(i+k, w.n), around(j-k, w.n)
		a, b := w.tour.city[p], w.tour.city[q]
		w.tour.city[p], w.tour.city[q] = b, a
		w.tour.pos[a], w.tour.pos[b] = uint16(q), uint16(p)
	}
}

// orOpt moves the segment of length cities from c on, in the direction ahead, to between d and its neighbour on one
// side, c next to d. The cities on the shorter way there make room.
func (w *climber[C, M]) orOpt(c, d, length int32, ahead, side bool) {
	n, last := w.n, c
	for range length - 1 {
		last = w.step(last, ahead)
	}
	before, after, e := w.step(c, !ahead), w.step(last, ahead), w.step(d, side)
	first, x := c, d // the first of the segment and of the edge (d, e) along the array
	if !ahead {
		first = last
	}
	if !side {
		x = e
	}
	i := int32(w.tour.pos[first])
	forwards := around(int32(w.tour.pos[x])-(i+length-1), n)
	moved := w.tour.city[around(i+min(w.lane, length-1), n)]
	w.t.SyncWarp()
	to := w.makeRoom(i, length, forwards)
	if w.lane < length {
		at := w.lane
		if ahead != side {
			at = length - 1 - at
		}
		p := around(to+at, n)
		w.tour.city[p] = moved
		w.tour.pos[moved] = uint16(p)
	}
	if w.lane == 0 {
		w.mark(before)
		w.mark(c)
		w.mark(last)
		w.mark(after)
		w.mark(d)
		w.mark(e)
	}
}

// makeRoom shifts the cities between a segment and its new place, and returns the segment's new position. The segment has
// length cities, begins at position i, and goes forwards by that number of cities.
func (w *climber[C, M]) makeRoom(i, length, forwards int32) int32 {
	n := w.n
	shift, from, count := -length, i+length, forwards
	step := int32(1)
	if back := n - length - forwards; back < forwards {
		shift, from, count, step = length, i-1, back, -1
	}
	for k := int32(0); k < count; k += lane.WarpSize {
		j := k + w.lane
		p := around(around(from, n)+step*min(j, count-1), n)
		c := w.tour.city[p]
		w.t.SyncWarp()
		if j < count {
			q := around(p+shift, n)
			w.tour.city[q] = c
			w.tour.pos[c] = uint16(q)
		}
		w.t.SyncWarp()
	}
	if step > 0 {
		return around(i+forwards, n)
	}
	return around(i-count, n)
}
