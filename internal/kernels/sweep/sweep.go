package sweep

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Side is how many searches a block makes: each has a byte of a bit's word.
const Side = 4

// Sweeping says what a launch of Sweep does.
type Sweeping struct {
	Walks   int32  // searches
	Places  int32  // of bits, see Layout
	Classes int32  // of bits that share no pair
	Factor  int32  // of all weights of pairs
	Odds    int32  // how many deltas have a chance, from 0 on
	Poll    int32  // sweeps between two looks at stop and goal
	Adopt   int32  // 1: all searches go on from elite
	First   uint32 // number of the first search among all of the run
	Seed    uint64 // of the random numbers
	From    int64  // the first sweep
	Until   int64  // one past the last
	Target  int64  // a search that comes to it stops there
	Elite   int64  // what elite costs
}

// Swept is a search between two launches, beside its bits.
type Swept struct {
	Cost, Least int64 // of the present solution, and of the incumbent
	Moves       int64 // of all searches of its block, in the block's first
}

// sweeper is a block: four searches in progress. What is not in shared memory is the same in all threads, but for moves.
type sweeper struct {
	t                              lane.Thread
	a                              *Sweeping
	classes, slices, linear, pairs []int32
	odds, x                        []uint32
	sums                           []int32 // of deltas of a sweep, of each search: those of even sweeps, then of odd ones
	halt                           []int32
	cost0, cost1, cost2, cost3     int64
	least0, least1, least2, least3 int64
	moves                          int32
	block                          int32
	best                           []uint32
}

// Sweep is simulated annealing by sweeps, over bits whose cost is weights of bits and of pairs. Bits that share no pair are a
// class, and all bits of a class are looked at side by side, as they do not change each other's deltas: so a sweep has as many
// steps as there are classes (the chromatic sampler of Gonzalez et al., "Parallel Gibbs sampling: from colored fields to thin
// junction trees", 2011). A block makes four searches: a word has a bit's value in each, a byte a search, and one product adds
// what a pair costs to the fields of two.
//
// classes, slices, linear and pairs are those of a Layout. odds has the chance of each delta of 2^32; one below 0 is always
// taken. x and best have Places words a block: present solutions and incumbents. hits[b] becomes the sweep in which block b came
// to the target, and goal[0] the least of these. A launch needs Room bytes of shared memory. It stops as explorer.Explore does.
func Sweep(t lane.Thread, a Sweeping, classes, slices, linear, pairs []int32, odds, elite, x, best []uint32, walks []Swept,
	hits, goal []int64, stop []uint32) {
	w := sweeper{t: t, a: &a, classes: classes, slices: slices, linear: linear, pairs: pairs, block: t.BlockID()}
	w.x, w.odds = lane.SharedAt[uint32](t, 0, a.Places), lane.SharedAt[uint32](t, 4*a.Places, a.Odds)
	w.sums, w.halt = lane.SharedAt[int32](t, 4*(a.Places+a.Odds), 2*Side), lane.SharedAt[int32](t, 4*(a.Places+a.Odds+2*Side), 1)
	w.best = best[w.block*a.Places : (w.block+1)*a.Places]
	own := x[w.block*a.Places : (w.block+1)*a.Places]
	w.load(own, odds, elite, walks)
	span := drive.Span{From: a.From, Until: a.Until, Poll: a.Poll}
	drive.Drive(team.Flagged{Block: team.Block{T: t}, Flag: w.halt}, &w, w.block, span, drive.Race{Hits: hits, Goal: goal, Stop: stop})
	for i := t.ThreadID(); i < a.Places; i += t.BlockDim() {
		own[i] = w.x[i]
	}
	w.store(walks)
}

// Room is the bytes of shared memory of a block.
func Room(places, odds int) int { return 4*(places+odds) + 4*(2*Side+1) }

// load takes up the searches where the last launch left them.
func (w *sweeper) load(own, odds, elite []uint32, walks []Swept) {
	t, a := w.t, w.a
	for i := t.ThreadID(); i < a.Places; i += t.BlockDim() {
		if w.x[i] = own[i]; a.Adopt != 0 {
			w.x[i] = elite[i]
		}
	}
	for i := t.ThreadID(); i < a.Odds; i += t.BlockDim() {
		w.odds[i] = odds[i]
	}
	if t.ThreadID() < 2*Side {
		w.sums[t.ThreadID()] = 0
	}
	at := Side * w.block
	w.cost0, w.least0 = w.costs(walks, at)
	w.cost1, w.least1 = w.costs(walks, at+1)
	w.cost2, w.least2 = w.costs(walks, at+2)
	w.cost3, w.least3 = w.costs(walks, at+3)
	t.Sync()
	if a.Adopt != 0 {
		w.keep()
	}
}

// costs are those of a search. One that nobody asked for costs more than any.
func (w *sweeper) costs(walks []Swept, i int32) (cost, least int64) {
	if cost, least = walks[i].Cost, walks[i].Least; w.a.Adopt != 0 && i < w.a.Walks {
		cost = w.a.Elite
	}
	return cost, least
}

// store leaves the searches to the next launch.
func (w *sweeper) store(walks []Swept) {
	at := Side * w.block
	moves := lane.WarpAdd(w.t, w.moves)
	if w.t.LaneID() == 0 {
		lane.AtomicAdd(w.t, &walks[at].Moves, int64(moves))
	}
	if w.t.ThreadID() == 0 {
		walks[at].Cost, walks[at].Least = w.cost0, w.least0
		walks[at+1].Cost, walks[at+1].Least = w.cost1, w.least1
		walks[at+2].Cost, walks[at+2].Least = w.cost2, w.least2
		walks[at+3].Cost, walks[at+3].Least = w.cost3, w.least3
	}
}

// Step makes a sweep.
func (w *sweeper) Step(s int64) drive.Outcome {
	w.sweep(s)
	return drive.At(min(w.least0, w.least1, w.least2, w.least3), w.a.Target)
}

// sweep looks at every bit once.
func (w *sweeper) sweep(s int64) {
	var d0, d1, d2, d3 int32
	for c := range w.a.Classes {
		for slice := w.classes[c] + w.t.WarpID(); slice < w.classes[c+1]; slice += w.t.Warps() {
			i := slice*lane.WarpSize + w.t.LaneID()
			even, odd := w.fields(slice)
			word, l := w.x[i], w.linear[i]
			u := lane.Random(w.a.Seed, w.a.First+uint32(w.block), uint64(s), uint32(i))
			low := int32(int16(even))
			flips := w.turn(l+w.a.Factor*low, word&1, u[0], &d0)
			flips |= w.turn(l+w.a.Factor*((even-low)>>16), word>>16&1, u[2], &d2) << 16
			low = int32(int16(odd))
			flips |= w.turn(l+w.a.Factor*low, word>>8&1, u[1], &d1) << 8
			flips |= w.turn(l+w.a.Factor*((odd-low)>>16), word>>24, u[3], &d3) << 24
			w.x[i] = word ^ flips
			w.moves += int32(bits.OnesCount32(flips))
		}
		w.t.Sync()
	}
	w.count(int32(s)&1*Side, d0, d1, d2, d3)
}

// fields is what the pairs of each bit of a slice cost beside a 1, over Factor, in searches 0 and 2 and in 1 and 3: the first of the
// two in the lower half of the sum, as a number with a sign.
func (w *sweeper) fields(slice int32) (even, odd int32) {
	for k := w.slices[slice] + w.t.LaneID(); k < w.slices[slice+1]; k += lane.WarpSize {
		p := w.pairs[k]
		weight, word := p>>otherBits, w.x[p&(1<<otherBits-1)]
		even += weight * int32(word&0x10001)
		odd += weight * int32(word>>8&0x10001)
	}
	return even, odd
}

// turn decides on a flip, which it adds to the deltas of the search, and returns 1 or 0.
func (w *sweeper) turn(field int32, bit, u uint32, sum *int32) uint32 {
	d := field
	if bit != 0 {
		d = -field
	}
	if d >= 0 && (d >= w.a.Odds || u >= w.odds[d]) {
		return 0
	}
	*sum += d
	return 1
}

// count adds up what a sweep changed. The sums of two sweeps lie apart, so that one is cleared while nobody adds to it.
func (w *sweeper) count(at, d0, d1, d2, d3 int32) {
	d0, d1, d2, d3 = lane.WarpAdd(w.t, d0), lane.WarpAdd(w.t, d1), lane.WarpAdd(w.t, d2), lane.WarpAdd(w.t, d3)
	if w.t.LaneID() == 0 {
		lane.AtomicAdd(w.t, &w.sums[at], d0)
		lane.AtomicAdd(w.t, &w.sums[at+1], d1)
		lane.AtomicAdd(w.t, &w.sums[at+2], d2)
		lane.AtomicAdd(w.t, &w.sums[at+3], d3)
	}
	w.t.Sync()
	w.cost0 += int64(w.sums[at])
	w.cost1 += int64(w.sums[at+1])
	w.cost2 += int64(w.sums[at+2])
	w.cost3 += int64(w.sums[at+3])
	if w.t.ThreadID() < Side {
		w.sums[Side-at+w.t.ThreadID()] = 0
	}
	w.keep()
}

// keep stores the searches' solutions that are better than their incumbents.
func (w *sweeper) keep() {
	better := uint32(0)
	if w.cost0 < w.least0 {
		w.least0, better = w.cost0, 0xff
	}
	if w.cost1 < w.least1 {
		w.least1, better = w.cost1, better|0xff00
	}
	if w.cost2 < w.least2 {
		w.least2, better = w.cost2, better|0xff0000
	}
	if w.cost3 < w.least3 {
		w.least3, better = w.cost3, better|0xff000000
	}
	if better == 0 {
		return
	}
	for i := w.t.ThreadID(); i < w.a.Places; i += w.t.BlockDim() {
		w.best[i] = w.best[i]&^better | w.x[i]&better
	}
}
