package construct

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// MostStored is the most possibilities of a variable that AssignStored takes: a table of 24 KiB, 8 bytes a segment of
// 32.
const MostStored = StoredSegments / 8 * lane.WarpSize

// StoredSegments is the bytes of shared memory for the table of segments.
const StoredSegments = 24 << 10

// AssignWeighedStored is AssignStored by weights that need no aggregator.
func AssignWeighedStored[P kernel.Weigher[E], E any](t lane.Thread, p P, a Assigning, source, target []E, sets, active []uint64,
	faults []Fault, sums []int64, ratings, prefix []int64) {
	assignStored[weighed[P, E], E, int64, int32](t, weighed[P, E]{p}, a, source, target, sets, active, faults, sums, ratings, prefix)
}

// AssignStored draws the successors that Assign draws, in the way of the paper (Köster, Groß and Krüger, "FANG: Fast
// and Efficient Successor-State Generation for Heuristic Optimization on GPUs", Algorithms 1 to 4). A block is a state.
// It stores all ratings in global memory, ratings, and then the sums of weights up to each possibility, prefix, both
// Most elements a state; the sums at the end of each segment of 32 also in shared memory, which bounds the
// possibilities to MostStored. Each thread looks through the segments for the value that was drawn, and a warp through
// the segment.
//
// Where the paper's listings contradict its text and figures we keep to the text: prefix sums are of mapped ratings
// (its Algorithm 3, line 5, adds up initial ones), a segment has the sum at its own right end (line 9: of the whole
// group), and a value belongs to the possibility with left <= v < right (Algorithm 1, line 25, and Algorithm 4, line 6:
// right < v).
func AssignStored[P kernel.Rater[E, R, A], E, R, A any](t lane.Thread, p P, a Assigning, source, target []E, sets, active []uint64,
	faults []Fault, sums []int64, ratings []R, prefix []int64) {
	assignStored[P, E, R, A](t, p, a, source, target, sets, active, faults, sums, ratings, prefix)
}

func assignStored[H kernel.Rater[E, R, A], E, R, A any](t lane.Thread, h H, a Assigning, source, target []E, sets, active []uint64,
	faults []Fault, sums []int64, ratings []R, prefix []int64) {
	d, ok := newAssigner[H, E, R, A](t, a, source, target, sets, active, faults)
	if !ok {
		return
	}
	d.h = h
	from := int64(d.state) * int64(a.Most)
	m := storage[R]{ratings[from : from+int64(a.Most)], prefix[from : from+int64(a.Most)],
		lane.SharedAt[int64](t, a.Segments, StoredSegments/8)}
	for d.left > 0 {
		variable, n, words, ok := d.next(d.a.Team)
		if !ok {
			if d.id == 0 {
				d.fail(Fault{FaultCount, variable, 0, int64(n)}, faults, sums)
			}
			return
		}
		agg := d.rateAll(&m, variable, n)
		total := d.mapAll(&m, n, agg)
		if total < 0 {
			if d.id == 0 {
				d.fail(Diagnose[H, E, R, A](h, d.x, variable, n, agg), faults, sums)
			}
			return
		}
		if total == 0 {
			d.giveUp(variable)
			continue
		}
		value := int64(DrawBelow(&d.a, d.state, d.draw, ForPossibility, RandomWord(words, ForPossibility), uint64(total)))
		at, winner := d.find(&m, n, value), false
		if at >= 0 && at < n { // of the first warp
			left := int64(0)
			if at > 0 {
				left = m.prefix[at-1]
			}
			if winner = left <= value && value < m.prefix[at]; winner {
				h.Assign(d.x, variable, at)
			}
		}
		d.done(winner, variable)
	}
	d.finish(sums)
}

// storage is a state's memory for the possibilities of a variable.
type storage[R any] struct {
	ratings  []R
	prefix   []int64
	segments []int64 // shared
}

// rateAll is the paper's Algorithm 2.
func (d *assigner[H, E, R, A]) rateAll(m *storage[R], variable, n int32) A {
	agg := d.h.Aggregator()
	for i := d.id; i < n; i += d.a.Team {
		r := d.h.Rate(d.x, variable, i)
		m.ratings[i] = r
		agg = d.h.Add(agg, r)
	}
	if aggregates(d.h) {
		agg = d.combine(agg)
	}
	return agg
}

// mapAll is Algorithm 3: it returns the sum of all weights, negative if that is wrong.
func (d *assigner[H, E, R, A]) mapAll(m *storage[R], n int32, agg A) (total int64) {
	scratch := lane.Shared[int64](d.t, 2*lane.MaxThreads/lane.WarpSize)
	for row, turn := int32(0), int32(0); row < n; row, turn = row+d.a.Team, 1-turn {
		i, weight := row+d.id, int64(0)
		if i < n {
			if weight = d.h.Map(m.ratings[i], agg); weight < 0 {
				weight = math.MinInt64
			}
		}
		// Two scratches take turns, so a row needs one barrier: who writes to a scratch has passed the barrier of the
		// row between, and before that one all have read the scratch.
		of := scratch[turn*lane.MaxThreads/lane.WarpSize:]
		upTo := joinUpTo(d.t, weight)
		if d.t.LaneID() == lane.WarpSize-1 {
			of[d.t.WarpID()] = upTo
		}
		d.t.Sync()
		below := total
		for w := range d.t.Warps() {
			if w == d.t.WarpID() {
				below = total
			}
			total = join(total, of[w])
		}
		upTo = join(below, upTo)
		if i < n {
			m.prefix[i] = upTo
		}
		if d.t.LaneID() == lane.WarpSize-1 && i-lane.WarpSize+1 < n {
			m.segments[i/lane.WarpSize] = upTo
		}
	}
	d.t.Sync()
	return total
}

// find is Algorithm 4, and the choice of a possibility for each lane of the first warp: other threads get -1.
func (d *assigner[H, E, R, A]) find(m *storage[R], n int32, value int64) int32 {
	segments := (n + lane.WarpSize - 1) / lane.WarpSize
	for row := int32(0); row < segments; row += d.a.Team {
		i, match := row+d.id, int32(-1)
		if i < segments {
			left := int64(0)
			if i > 0 {
				left = m.segments[i-1]
			}
			if left <= value && value < m.segments[i] {
				match = i
			}
		}
		if match = lane.BlockMax(d.t, match); match >= 0 {
			if d.id < lane.WarpSize {
				return match*lane.WarpSize + d.id
			}
			return -1
		}
	}
	return -1
}
