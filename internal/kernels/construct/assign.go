package construct

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// AssignWeighed is Assign by weights that need no aggregator.
func AssignWeighed[P kernel.Weigher[E], E any](t lane.Thread, p P, a Assigning, source, target []E, sets, active []uint64, faults []Fault,
	sums []int64) {
	assign[weighed[P, E], E, int64, int32](t, weighed[P, E]{p}, a, source, target, sets, active, faults, sums)
}

// Assign draws a successor of each state, FANG's N(x) (Köster, Groß and Krüger), without memory for possibilities. A
// team of threads is a state, a warp or a block, and assigns its active variables one after the other: by number, or in
// a random order.
//
// A warp has a range of a variable's possibilities, and takes them in rows of 32, one a lane. It sums up the weights of
// Stride rows at a time, and each lane keeps the sum of one such stretch in a register. A scan of these finds the warp and
// the stretch that have the value that was drawn, and only that warp weighs the stretch again, to find the possibility. So a
// variable costs one pass over its possibilities, one more for ratings that are aggregated, and, for a team of several warps,
// two barriers.
//
// The order of possibilities in the sum is that of their numbers, so what is drawn depends neither on the size of teams
// nor on the way of drawing: AssignStored draws the same. source has the states, target gets the successors, sets are
// the active variables of the source, active those of the target, none in the end. faults has one element a successor,
// which is written where a heuristic breaks its promises, sums are Sums numbers. What is shared are the aggregators of
// a block's threads.
func Assign[P kernel.Rater[E, R, A], E, R, A any](t lane.Thread, p P, a Assigning, source, target []E, sets, active []uint64, faults []Fault,
	sums []int64) {
	assign[P, E, R, A](t, p, a, source, target, sets, active, faults, sums)
}

func assign[H kernel.Rater[E, R, A], E, R, A any](t lane.Thread, h H, a Assigning, source, target []E, sets, active []uint64, faults []Fault,
	sums []int64) {
	d, ok := newAssigner[H, E, R, A](t, a, source, target, sets, active, faults)
	if !ok {
		return
	}
	d.h = h
	if d.all(faults, sums) {
		d.finish(sums)
	}
}

// all assigns all active variables. ok is false if the heuristic has broken its promises.
func (d *assigner[H, E, R, A]) all(faults []Fault, sums []int64) (ok bool) {
	for d.left > 0 {
		variable, n, words, ok := d.next(lane.WarpSize) // add brings the other warps what is drawn
		if !ok {
			if d.id == 0 {
				d.fail(Fault{FaultCount, variable, 0, int64(n)}, faults, sums)
			}
			return false
		}
		s := portionOf(d.id, d.a.Team, n)
		agg := d.aggregate(&s, variable)
		own := d.sum(&s, variable, agg)
		total, upTo, word := d.add(lane.Shuffle(d.t, own, lane.WarpSize-1), RandomWord(words, ForPossibility))
		if total < 0 {
			if d.id == 0 {
				d.fail(Diagnose[H, E, R, A](d.h, d.x, variable, n, agg), faults, sums)
			}
			return false
		}
		if total == 0 {
			d.giveUp(variable)
			continue
		}
		value := int64(DrawBelow(&d.a, d.state, d.draw, ForPossibility, word, uint64(total)))
		warp, before := whose(d.t, upTo, value)
		if d.id/lane.WarpSize == warp {
			at, found := d.locate(&s, variable, agg, own, value-before)
			d.assign(variable, at, found, faults, sums)
		}
		d.done(d.id == warp*lane.WarpSize, variable)
	}
	return true
}

// assign has the first lane of a warp make the variable the possibility that was drawn, once all lanes have read the
// state.
func (d *assigner[H, E, R, A]) assign(variable, at int32, found bool, faults []Fault, sums []int64) {
	d.t.SyncWarp()
	switch {
	case d.t.LaneID() != 0:
	case found:
		d.h.Assign(d.x, variable, at)
	default:
		d.fail(Fault{FaultUnsteady, variable, 0, 0}, faults, sums)
	}
}

// portion is the possibilities of a lane: every 32nd from first on, below end, those of its warp from begin on.
type portion struct{ begin, first, end int32 }

// portionOf divides n possibilities among the warps of a team, in whole rows of 32 but for the last.
func portionOf(id, team, n int32) portion {
	rows, warps := (n+lane.WarpSize-1)/lane.WarpSize, team/lane.WarpSize
	wide := (rows + warps - 1) / warps * lane.WarpSize
	begin := min(n, id/lane.WarpSize*wide)
	return portion{begin, begin + id%lane.WarpSize, min(n, begin+wide)}
}

// aggregate has the aggregators of the team see all ratings.
func (d *assigner[H, E, R, A]) aggregate(s *portion, variable int32) A {
	agg := d.h.Aggregator()
	if !aggregates(d.h) {
		return agg
	}
	i := s.first
	for ; i+3*lane.WarpSize < s.end; i += 4 * lane.WarpSize {
		r, ok := d.four(variable, i)
		if !ok {
			break
		}
		agg = d.h.Add(d.h.Add(d.h.Add(d.h.Add(agg, r[0]), r[1]), r[2]), r[3])
	}
	for ; i < s.end; i += lane.WarpSize {
		agg = d.h.Add(agg, d.h.Rate(d.x, variable, i))
	}
	return d.combine(agg)
}

// sum returns, in lane i, the weights of a warp's possibilities up to stretch i, that included, as join adds them up.
func (d *assigner[H, E, R, A]) sum(s *portion, variable int32, agg A) int64 {
	own, stretch := int64(0), d.a.Stride*lane.WarpSize
	for at, k := s.begin, int32(0); at < s.end; at, k = at+stretch, k+1 {
		part := d.part(at+d.t.LaneID(), min(at+stretch, s.end), variable, agg)
		if k == d.t.LaneID() {
			own = part
		}
	}
	return joinUpTo(d.t, own)
}

// mostWarpAdd is a bound below which the numbers of 32 lanes have a sum that fits into 31 bits.
const mostWarpAdd = 1 << 26

// part returns the weights of a stretch: of each lane every 32nd from one on, negative if that is wrong. Sums of lanes that are
// small are added up by one instruction.
func (d *assigner[H, E, R, A]) part(i, end, variable int32, agg A) int64 {
	own := d.rows(i, end, variable, agg)
	if !d.t.Any(uint64(own.sum) >= mostWarpAdd || own.signs < 0) {
		return int64(lane.WarpAdd(d.t, int32(own.sum)))
	}
	for mask := int32(lane.WarpSize / 2); mask > 0; mask /= 2 {
		own.add(lane.ShuffleXor(d.t, own.sum, mask))
	}
	if d.t.Any(own.signs < 0) {
		return math.MinInt64
	}
	return own.sum
}

// running is a sum of weights. A sum of two that does not fit is negative, so the signs of all sums and weights tell whether one
// was wrong.
type running struct{ sum, signs int64 }

func (r *running) add(weight int64) {
	r.sum += weight
	r.signs |= weight | r.sum
}

// rows adds up the weights of a lane's possibilities: every 32nd from one on. As long as weights are below 2^32 no sum is wrong, since
// fewer than 2^31 are added up, so only what is above 32 bits is looked at, and where the compiler knows that nothing is, not even that.
func (d *assigner[H, E, R, A]) rows(first, end, variable int32, agg A) (own running) {
	high, i := uint32(0), first
	for ; i+3*lane.WarpSize < end; i += 4 * lane.WarpSize {
		r, ok := d.four(variable, i)
		if !ok {
			break
		}
		w0, w1, w2, w3 := d.h.Map(r[0], agg), d.h.Map(r[1], agg), d.h.Map(r[2], agg), d.h.Map(r[3], agg)
		own.sum += (w0 + w1) + (w2 + w3)
		high |= upper(w0) | upper(w1) | upper(w2) | upper(w3)
	}
	for ; i < end; i += lane.WarpSize {
		weight := d.weight(variable, i, agg)
		own.sum += weight
		high |= upper(weight)
	}
	if high == 0 {
		return own
	}
	own = running{}
	for i = first; i < end; i += lane.WarpSize {
		own.add(d.weight(variable, i, agg))
	}
	return own
}

// upper is what a weight has above 32 bits.
func upper(weight int64) uint32 { return uint32(weight >> 32) }

// four rates every 32nd of a lane's possibilities, four from one on; ok is false if the heuristic has no call for that. The compiler
// decides it.
func (d *assigner[H, E, R, A]) four(variable, possibility int32) (ratings [4]R, ok bool) {
	if w, ok := any(d.h).(interface {
		four(x []E, variable, possibility, step int32) ([4]R, bool)
	}); ok {
		return w.four(d.x, variable, possibility, lane.WarpSize)
	}
	if f, ok := any(d.h).(kernel.FourRater[E, R]); ok {
		return f.RateFour(d.x, variable, possibility, lane.WarpSize), true
	}
	return ratings, false
}

// weight is that of a possibility.
func (d *assigner[H, E, R, A]) weight(variable, possibility int32, agg A) int64 {
	return d.h.Map(d.h.Rate(d.x, variable, possibility), agg)
}

// add adds up the sums of the team's warps; own is that of the lane's warp. upTo is, in lane i, the sum of the warps 0 to i. All get the
// random word of the first warp.
func (d *assigner[H, E, R, A]) add(own int64, word uint64) (total, upTo int64, random uint64) {
	if d.a.Team == lane.WarpSize {
		return own, own, word
	}
	const most = lane.MaxThreads / lane.WarpSize
	shared := lane.Shared[int64](d.t, most+1)
	if d.t.LaneID() == 0 {
		shared[d.t.WarpID()] = own
	}
	if d.t.ThreadID() == 0 {
		shared[most] = int64(word)
	}
	d.t.Sync()
	own = 0
	if d.t.LaneID() < d.t.Warps() {
		own = shared[d.t.LaneID()]
	}
	upTo = joinUpTo(d.t, own)
	return lane.Shuffle(d.t, upTo, lane.WarpSize-1), upTo, uint64(shared[most])
}

// locate finds the possibility of a warp that has a value: the first with which the sum of weights is above it. upTo is what
// sum returned. In its stretch each lane sums up successive possibilities, and then all look at those of one lane. One by one, as this
// is done once and more code takes longer to load than it saves. ok is false if the weights are not those they were.
func (d *assigner[H, E, R, A]) locate(s *portion, variable int32, agg A, upTo, value int64) (at int32, ok bool) {
	begin, end, each := s.begin, s.end, d.a.Stride*lane.WarpSize
	for {
		winner, before := whose(d.t, upTo, value)
		if winner == lane.WarpSize {
			return 0, false
		}
		begin += winner * each
		if each == 1 {
			return begin, true
		}
		end = min(end, begin+each)
		value -= before
		each = (end - begin + lane.WarpSize - 1) / lane.WarpSize
		first := begin + d.t.LaneID()*each
		own := int64(0)
		for i := first; i < min(end, first+each); i++ {
			own += d.weight(variable, i, agg)
		}
		upTo = joinUpTo(d.t, own)
	}
}

// Stride is the rows of a stretch, for variables of up to most possibilities and a team of some warps: the square root of a warp's
// rows, so that finding the possibility in its stretch takes as long as adding up all stretches; more where these outnumber the
// lanes, and a multiple of four where four rows are weighed at once.
func Stride(most, warps int32) int32 {
	rows := (most + lane.WarpSize - 1) / lane.WarpSize
	rows = (rows + warps - 1) / warps
	stride := int32(1)
	for stride*stride < rows || stride*lane.WarpSize < rows {
		stride++
	}
	if stride < 4 {
		return stride
	}
	return (stride + 3) / 4 * 4
}
