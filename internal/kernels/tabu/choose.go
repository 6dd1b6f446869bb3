package tabu

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// tabuTeam is a team that makes a tabu search: a warp, or a block of full warps.
type tabuTeam interface {
	team.Team
	// Least32 and Least64 return the least of each number.
	Least32(a, b, c int32) (int32, int32, int32)
	Least64(a, b int64, c int32) (int64, int64, int32)
	LeastKey(key uint32) uint32
	Add(v int64) int64
}

// leastOf reduces deltas, by one instruction each where they have 32 bits.
func leastOf[G tabuTeam, T Whole](g G, a, b T, c int32) (T, T, int32) {
	if Narrow[T]() {
		x, y, z := g.Least32(int32(a), int32(b), c)
		return T(x), T(y), z
	}
	x, y, z := g.Least64(int64(a), int64(b), c)
	return T(x), T(y), z
}

// noPair is a key above those of all pairs.
const noPair = math.MaxUint32

// choose applies the last swap and returns the next: the best admissible one, with the aspirations of single.Tabu. Of equal
// ones it is the first in order of positions from a random one on.
func (w *tabuWalk[G, T, P]) choose(p P, from int32) (r, t int32, delta T) {
	own := w.sweep(p)
	mine, bound, lanes := own.admissible, w.now, p.Lanes()
	leastAdmissible, leastOfAll, oldest := leastOf(w.t, own.admissible, own.least, own.oldest)
	delta = leastAdmissible
	before := w.now - w.a.Aspiration
	switch {
	case leastOfAll < leastAdmissible && w.cost+int64(leastOfAll) < w.least:
		mine, delta, bound = own.least, leastOfAll, math.MaxInt32
	case w.a.Ages != 0 && oldest < before:
		from, lanes, bound = 0, 1, before-1
		mine, delta = w.leastUpTo(bound)
	case leastAdmissible == none[T]():
		bound = oldest
		mine, delta = w.leastUpTo(bound)
	}
	w.t.Thread().SyncWarp() // the deltas are written
	key := w.t.LeastKey(w.find(mine == delta, delta, bound, from, lanes))
	w.t.Thread().SyncWarp() // they have been read
	row, column := int32(key>>tabuBits)+from, int32(key&(MaxTabu-1))
	if row >= w.a.N-1 {
		row -= w.a.N - 1
	}
	return min(row, column), max(row, column), delta
}

// leastUpTo returns the least delta among the pairs whose expiry is up to bound: the thread's, and that of all.
func (w *tabuWalk[G, T, P]) leastUpTo(bound int32) (mine, all T) {
	mine = none[T]()
	for base, s := int32(0), w.first; base < w.a.N; base, s = w.next(base) {
		for k := s.first; k < s.end; k++ {
			if at := s.at*stride(w.a.N) + k; w.m[at] <= bound {
				mine = min(mine, w.d[at])
			}
		}
	}
	w.t.Sync() // the reduction before this one has been read
	all, _, _ = leastOf(w.t, mine, mine, 0)
	return mine, all
}

// find returns the least key of the warp's pairs that have a delta and an expiry up to bound. The lanes that found the
// delta among their pairs say so; then the whole warp looks at the pairs of each of these.
func (w *tabuWalk[G, T, P]) find(has bool, delta T, bound, from, lanes int32) uint32 {
	l := w.t.Thread()
	key := uint32(noPair)
	for having := l.Ballot(has); having != 0; having &= having - 1 {
		which := int32(bits.TrailingZeros32(having))
		for base, s := int32(0), w.first; base < w.a.N; base, s = w.next(base) {
			i, k, end := lane.Shuffle(l, s.at, which), lane.Shuffle(l, s.first, which)+l.LaneID(), lane.Shuffle(l, s.end, which)
			for ; k < end; k += lane.WarpSize {
				if at := i*stride(w.a.N) + k; w.d[at] == delta && w.m[at] <= bound {
					key = min(key, w.key(i, k+1, from, lanes))
				}
			}
		}
	}
	return key
}

// tabuBits is how many bits of a key are a position.
const tabuBits = 14

// key returns the place of the pair of i and the position k places on, in the order of rows a and columns b > a from row
// from on, round to it again. There is one deviation, so that the moves are those of the search on a CPU: it looks at
// columns in aligned groups of lanes columns, and where a row's first group begins left of the diagonal the pairs there
// come in that row as well, with a and b exchanged.
func (w *tabuWalk[G, T, P]) key(i, k, from, lanes int32) uint32 {
	n, a, b := w.a.N, i, i+k
	if b >= n {
		a, b = b-n, i
	}
	if a < from && from <= b && b < n-1 && (b+1)&^(lanes-1) <= a {
		a, b = b, a
	}
	row := a - from
	if row < 0 {
		row += n - 1
	}
	return uint32(row)<<tabuBits | uint32(b)
}
