// Package climb has the local search of one tour by a team of threads.
package climb

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/cyclic"
	"github.com/multiwalk/multiwalk/kernel"
)

const (
	// Most is how many near cities of each city a climb looks at, at most: a warp prices all their moves at once.
	Most = 8
	// maxMoved is the most cities that Or (1976) moves in one piece.
	maxMoved = 3
	// Priced is how many moves a climb prices for each city that it looks at and each near one.
	Priced = 2 + 4*maxMoved
)

// Team is the threads that climb together: one, or a warp.
type Team interface {
	cyclic.Team
	// Most returns the greatest gain, and what the thread of the lowest rank says that has it.
	Most(gain, says int32) (int32, int32)
}

// Ground is what a climb knows of the cities.
type Ground interface {
	Cost(c, d int32) int32
	Near(c, i int32) int32 // the i-th near city, cheapest first, or the city itself: there is none
	Stays(c, d int32) bool // whether the tour's edge between two cities may not leave
}

// Climber makes a tour a local optimum of 2-opt and segment insertion with neighbour lists (Bentley 1992).
type Climber[T Team, G Ground] struct {
	T     T
	On    G
	Tour  cyclic.Ring
	Near  int32    // near cities that it looks at, up to Most
	Dirty []uint32 // bit c: city c is to be looked at; the complement of Bentley's don't-look bits
	Gain  int64    // so far
	Word  int32    // of Dirty, where it looks first
	looks int32
}

// Priced is how many moves were.
func (w *Climber[T, G]) Priced() int64 { return int64(w.looks) * int64(w.Near) * Priced }

// MarkAll has all cities looked at.
func (w *Climber[T, G]) MarkAll() {
	for p := w.T.Rank(); p < int32(len(w.Dirty)); p += w.T.Size() {
		w.Dirty[p] = ^uint32(0)
		if left := w.Tour.N - 32*p; left < 32 {
			w.Dirty[p] = 1<<left - 1
		}
	}
	w.T.Sync()
}

// Mark has a city looked at again. Rank 0 does it.
func (w *Climber[T, G]) Mark(c int32) { w.Dirty[c>>5] |= 1 << (c & 31) }

// Clear has a city not looked at. Rank 0 does it.
func (w *Climber[T, G]) Clear(c int32) { w.Dirty[c>>5] &^= 1 << (c & 31) }

// Climb looks at most cities, one after the other. It reports false when none is left to look at: the tour is then a local optimum.
func (w *Climber[T, G]) Climb(most int32) bool {
	for range most {
		c := w.Next(w.Word)
		if c < 0 {
			return false
		}
		w.Word = c >> 5
		w.T.Sync()
		if w.T.Rank() == 0 {
			w.Clear(c)
		}
		w.T.Sync()
		for w.look(c) {
		}
	}
	return true
}

// Next returns a city to look at, from a word of the bitmap on, or -1.
func (w *Climber[T, G]) Next(word int32) int32 {
	words := int32(len(w.Dirty))
	for base := int32(0); base < words; base += w.T.Size() {
		at, found := word+base+w.T.Rank(), int32(0)
		for at >= words {
			at -= words
		}
		if w.Dirty[at] != 0 {
			found = 1
		}
		if found, at = w.T.Most(found, at); found != 0 {
			return at<<5 + int32(bits.TrailingZeros32(w.Dirty[at]))
		}
	}
	return -1
}

// look prices all moves that join c to a near city, carries out the one that gains most, the first of several, and reports whether there
// was one. Move 4*nb + 2*back + behind has neighbour nb.
func (w *Climber[T, G]) look(c int32) bool {
	w.looks++
	gain, says := int32(0), int32(0)
	for i := w.T.Rank(); i < 4*w.Near; i += w.T.Size() {
		d := w.On.Near(c, i>>2)
		if d == c {
			continue
		}
		if g, length := w.price(c, d, i&1 == 0, i&2 == 0); g > gain {
			gain, says = g, i<<2|length
		}
	}
	if gain, says = w.T.Most(gain, says); gain <= 0 {
		return false
	}
	w.Gain += int64(gain)
	d, length, ahead := w.On.Near(c, says>>4), says&3, says>>2&1 == 0
	w.T.Sync() // all have read the tour
	if length == 0 {
		w.twoOpt(c, d, ahead)
	} else {
		w.Insert(c, length, d, ahead, says>>3&1 == 0)
	}
	return true
}

// price returns the best gain of joining c to d, by 2-opt (length 0) or by moving the segment of length cities that
// begins at c and goes on in the direction ahead to between d and its neighbour on one side.
func (w *Climber[T, G]) price(c, d int32, ahead, side bool) (gain, length int32) {
	on := w.On
	before, after := w.Tour.Step(c, !ahead), w.Tour.Step(c, ahead)
	joined := on.Cost(c, d)
	if side {
		if e := w.Tour.Step(d, ahead); d != after && !on.Stays(c, after) && !on.Stays(d, e) {
			gain = on.Cost(c, after) - joined + on.Cost(d, e) - on.Cost(after, e)
		}
	}
	e, last := w.Tour.Step(d, side), c
	if on.Stays(before, c) || on.Stays(d, e) {
		return gain, 0
	}
	rest := on.Cost(before, c) - joined + on.Cost(d, e)
	for i := int32(1); i <= maxMoved; i++ {
		if d != before && d != after || d == before && e != c || d == after && e != last {
			total := rest + on.Cost(last, after) - on.Cost(before, after) - on.Cost(last, e)
			if total > gain && after != before && !on.Stays(last, after) {
				gain, length = total, i
			}
		}
		if after == d {
			break
		}
		last, after = after, w.Tour.Step(after, ahead)
	}
	return gain, length
}

// twoOpt replaces the edges from c and d to what lies ahead of them.
func (w *Climber[T, G]) twoOpt(c, d int32, ahead bool) {
	s, e := w.Tour.Step(c, ahead), w.Tour.Step(d, ahead)
	from, to := s, d
	if !ahead {
		from, to = c, e
	}
	i, j := int32(w.Tour.Pos[from]), int32(w.Tour.Pos[to])
	w.T.Sync()
	cyclic.Reverse(w.T, w.Tour, i, j)
	if w.T.Rank() == 0 {
		w.Mark(c)
		w.Mark(d)
		w.Mark(s)
		w.Mark(e)
	}
	w.T.Sync()
}

// Insert moves a segment, see cyclic.Insert, and has the cities at the edges that leave looked at again.
func (w *Climber[T, G]) Insert(c, length, d int32, ahead, side bool) {
	last := c
	for range length - 1 {
		last = w.Tour.Step(last, ahead)
	}
	before, after, e := w.Tour.Step(c, !ahead), w.Tour.Step(last, ahead), w.Tour.Step(d, side)
	w.T.Sync()
	cyclic.Insert(w.T, w.Tour, c, length, d, ahead, side)
	if w.T.Rank() == 0 {
		w.Mark(before)
		w.Mark(c)
		w.Mark(last)
		w.Mark(after)
		w.Mark(d)
		w.Mark(e)
	}
	w.T.Sync()
}

// Listed is all cities of a problem by lists of near ones. City i is Order[i] of the problem.
type Listed[C any, M kernel.Metric[C]] struct {
	Metric M
	Order  []int32
	List   []uint16
	Each   int32 // cities listed of one
}

func (l Listed[C, M]) Cost(c, d int32) int32 {
	return l.Metric.Between(l.Metric.Place(l.Order[c]), l.Metric.Place(l.Order[d]))
}

func (l Listed[C, M]) Near(c, i int32) int32 { return int32(l.List[c*l.Each+i]) }
func (Listed[C, M]) Stays(_, _ int32) bool   { return false }
