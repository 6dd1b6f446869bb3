package kernel

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Clasher is a problem of integers whose cost is how many pairs of elements clash: pairs on a list, such as the edges of a graph,
// whose two elements have the same value. The list has each pair from both sides, and no element with itself.
type Clasher interface {
	Coster
	// ClashFrom is where the elements that share a pair with element i begin in the list; of i = n, where the list ends.
	ClashFrom(i int32) int32
	// ClashWith is the element at a place of the list. Those of an element are all different.
	ClashWith(k int32) int32
}

const (
	// MostClashValues bounds how many values an element can have: they are bytes.
	MostClashValues = 255
	// MostAlike bounds how many elements of a solution have the same value: more clashes than that do not fit a count.
	MostAlike = 127
	// MaxClashTenure bounds tenures: a walk remembers no more values that are tabu.
	MaxClashTenure = clashRing - 1
	// ClashSets is how many rows of n numbers a walk has in sets: present solution, incumbent, best of the burst, and the
	// elements that clash.
	ClashSets = 4
	// EndlessBurst is the length of a burst that never ends.
	EndlessBurst = 1<<31 - 1

	clashRing  = 128 // a power of two
	clashTabu  = 128 // is added to the count of a value that is tabu for its element, or its own
	clashFull  = 255
	clashFree  = 1<<32 - 1
	clashTabus = clashTabu * 0x01010101
	clashNever = 1 << 12 // more than any delta
)

// TabuClashes says what a launch of TabuClash does.
type TabuClashes struct {
	Walks    int32
	N        int32 // elements
	Low      int32 // the least value
	Values   int32
	Shortest int32 // tenure
	Spread   int32 // a tenure is that, up to Spread-1 more,
	Tenths   int32 // and Tenths*c/10 more while c elements clash
	Length   int32 // of a burst, or EndlessBurst
	Weakest  int32 // perturbation: how many random elements get random values, from the best of the burst on
	Strongest,
	Poll int32
	Adopt  int32  // 1: all walks go on from the solutions that aims has for them; 2: they begin anew there
	First  uint32 // number of the first walk among all of the run
	Seed   uint64
	From   int64 // iterations; below 0: the walks begin at their aims, and make none
	Until  int64
	Target int64
}

// ClashWalk is a walk of TabuClash between two launches, beside its solutions and what is tabu.
type ClashWalk struct {
	Cost, Least     int64 // of the present solution, and of the incumbent
	TopCost, Before int64 // the best of the burst, and of the one before
	Left, Strength  int32 // iterations of the burst; of the next perturbation
	Made, Oldest    int32 // iterations since the walk began; the first whose value may still be tabu. They start again at 2^31
	Clashing        int32 // elements that clash
	_               int32
}

// ClashBan is a value that is tabu for an element: its place in the table, and up to which iteration.
type ClashBan struct {
	Place uint32
	Until int32
}

// clasher is a walk in progress. All lanes have the same, but for the slices, which they share.
type clasher[P Clasher] struct {
	t      lane.Thread
	p      P
	a      TabuClashes
	walk   int32
	row    int32    // of the table: bytes for an element
	column int32    // of the table: the word that the lane looks at
	shift  int32    // 2^shift lanes look at an element
	words  []uint32 // the table: of each element and value, how many of its pairs' elements have the value; four in a word
	counts []uint8  // the same as bytes
	x      []uint8  // values less the least
	list   []uint16 // the elements that clash
	alike  []uint8  // of each value, how many elements have it
	bans   []ClashBan
	sets   []int32
	ClashWalk
}

// TabuClash is tabu search, iterated or not, of thousands of walks of a problem of clashes: a warp is one. An iteration looks at all
// other values of all elements that clash, and makes the best admissible change. The value that the element had is then tabu for it, for
// a tenure that grows with the number of elements that clash, unless it leads to a new incumbent. A burst that has ended goes on from
// its best solution with some random changes made. That is Tabucol (Hertz and de Werra, Computing 39, 1987) with the tenure of
// Galinier and Hao, Journal of Combinatorial Optimization 3, 1999.
//
// A walk keeps a table in shared memory, a byte for each element and value, and the high bit of a byte says that the value is tabu, or the element's own. So a
// lane looks at four values at once, and a change is an iteration over the pairs of its element. Elements that share a value are at most
// MostAlike: a change that would be one too many is made to the next value that has room.
//
// Between launches sets holds N*ClashSets numbers a walk, row by row of all walks; bans as many as a ring a walk, see
// ClashRing; aims has N numbers a walk. The block needs ClashRoom bytes of shared memory. See Explore for hits, goal and stop.
func TabuClash[P Clasher](t lane.Thread, p P, a TabuClashes, walks []ClashWalk, sets []int32, bans []ClashBan, aims []int32,
	hits, goal []int64, stop []uint32) {
	w := clasher[P]{t: t, p: p, a: a, walk: t.GridWarpID(), sets: sets, row: clashRow(a.Values)}
	if w.walk >= a.Walks {
		return
	}
	for w.shift = 0; w.shift < 5 && 4<<w.shift < a.Values; {
		w.shift++
	}
	at := t.WarpID() * int32(clashBytes(a.N, a.Values))
	w.bans, at = lane.SharedAt[ClashBan](t, at, clashRing), at+8*clashRing
	w.words = lane.SharedAt[uint32](t, at, a.N*w.row/4)
	w.counts, at = lane.SharedAt[uint8](t, at, a.N*w.row), at+a.N*w.row
	w.list, at = lane.SharedAt[uint16](t, at, a.N), at+(2*a.N+3)&^3
	w.x, at = lane.SharedAt[uint8](t, at, a.N), at+(a.N+3)&^3
	w.alike = lane.SharedAt[uint8](t, at, a.Values)
	w.load(walks, bans, aims)
	if a.From >= 0 {
		w.search(hits, goal, stop)
	}
	w.store(walks, bans)
}

// clashRow is how many bytes of the table an element takes: an odd number of words, so that elements lie in different banks of memory.
func clashRow(values int32) int32 { return (values+3)/4*4 | 4 }

// clashBytes is how many bytes of shared memory a walk takes: a multiple of 8.
func clashBytes(n, values int32) int {
	return (8*clashRing + int(n)*int(clashRow(values)) + (2*int(n)+3)&^3 + (int(n)+3)&^3 + int(values) + 7) &^ 7
}

// ClashRoom returns the bytes of shared memory of a block of walks.
func ClashRoom(n, values, walks int) int { return walks * clashBytes(int32(n), int32(values)) }

// ClashRing is how many bans a walk has.
const ClashRing = clashRing

// search makes the iterations of a launch.
func (w *clasher[P]) search(hits, goal []int64, stop []uint32) {
	words, poll := [4]uint32{}, int32(0)
	for i := w.a.From; i < w.a.Until; i++ {
		if poll--; poll < 0 {
			poll = w.a.Poll - 1
			halt := int32(0)
			if w.t.LaneID() == 0 {
				halt = Halted(w.t, w.walk, i, goal, stop)
			}
			if lane.Shuffle(w.t, halt, 0) != 0 {
				return
			}
		}
		if i&(lane.WarpSize-1) == 0 || i == w.a.From { // a lane draws for an iteration
			words = lane.Random(w.a.Seed, w.a.First+uint32(w.walk), uint64(i)/lane.WarpSize, uint32(w.t.LaneID()))
		}
		if w.Left == 0 {
			w.perturb(i)
		}
		at := int32(i & (lane.WarpSize - 1))
		w.iterate(lane.Shuffle(w.t, words[0], at), lane.Shuffle(w.t, words[1], at), lane.Shuffle(w.t, words[2], at))
		if w.Least <= w.a.Target {
			if w.t.LaneID() == 0 {
				hits[w.walk] = i
				lane.AtomicMin(w.t, &goal[0], i)
			}
			return
		}
	}
}

// iterate makes the best admissible change.
func (w *clasher[P]) iterate(word, turn, tenure uint32) {
	w.expire()
	v, value, delta := w.choose(word, turn)
	was := int32(w.x[v])
	if w.counts[v*w.row+value] >= clashTabu {
		w.lift(v*w.row + value)
	}
	tabu := min(MaxClashTenure, w.a.Shortest+w.Clashing*w.a.Tenths/10+int32(uint64(tenure)*uint64(w.a.Spread)>>32))
	w.change(v, value)
	if w.t.LaneID() == 0 && tabu > 0 {
		w.counts[v*w.row+was] |= clashTabu
		w.bans[w.Made&(clashRing-1)] = ClashBan{uint32(v*w.row + was), w.Made + 1 + tabu}
	}
	w.t.SyncWarp()
	w.Made++
	w.Cost += int64(delta)
	if w.a.Length != EndlessBurst {
		w.Left--
	}
	w.note()
}

// choose returns the best admissible change. The lanes of a group look at the values of an element, the first from a random one of
// those that clash. Of several lanes that have the best, it is the first from a random one on. Where all is tabu, or nothing clashes, it is a
// random change.
func (w *clasher[P]) choose(word, turn uint32) (v, value, delta int32) {
	b := w.best(turn)
	delta = lane.WarpMin(w.t, b.delta)
	if delta >= clashNever {
		return w.anyChange(word, turn)
	}
	ties := w.t.Ballot(b.delta == delta)
	from := int32(word & 31)
	first := (from + int32(bits.TrailingZeros32(bits.RotateLeft32(ties, int(-from))))) & 31
	v, value = w.resolve(lane.Shuffle(w.t, b.known, first), lane.Shuffle(w.t, b.column, first), delta)
	if w.alike[value] >= MostAlike {
		value = w.roomFrom(v, value)
		delta = w.delta(v, value)
	}
	return v, value, delta
}

// clashBest is the best that a lane has seen: the delta, the element as in known, and which four values of it.
type clashBest struct {
	delta  int32
	known  uint32
	column int32
}

// best returns the lane's best admissible change. A lane loads what all need to know of an element, and hands it to the group that looks at
// it. Four elements are looked at together, so that a lane waits for their words at the same time.
func (w *clasher[P]) best(turn uint32) clashBest {
	id, n := w.t.LaneID(), w.Clashing
	b := clashBest{delta: clashNever}
	start := int32(uint64(turn) * uint64(n) >> 32)
	group, groups := id>>w.shift, int32(lane.WarpSize)>>w.shift
	last := (w.a.Values - 1) >> 2
	for base := int32(0); base <= last; base += 1 << w.shift {
		column := base + id&(1<<w.shift-1)
		w.column = min(column, last)
		before := b
		for from := int32(0); from < n; from += lane.WarpSize {
			known := w.known(start, from+id)
			for k := group; k-group < min(lane.WarpSize, n-from); k += 4 * groups {
				k0, k1 := lane.Shuffle(w.t, known, k), lane.Shuffle(w.t, known, (k+groups)&31) // with many groups some come again
				k2, k3 := lane.Shuffle(w.t, known, (k+2*groups)&31), lane.Shuffle(w.t, known, (k+3*groups)&31)
				d0, d1, d2, d3 := w.least(k0), w.least(k1), w.least(k2), w.least(k3)
				b.note(d0, k0, column)
				b.note(d1, k1, column)
				b.note(d2, k2, column)
				b.note(d3, k3, column)
			}
		}
		if column > last { // there are more lanes than values
			b = before
		}
	}
	return b
}

// note notes a change that is better than those before.
func (b *clashBest) note(delta int32, known uint32, column int32) {
	if delta < b.delta {
		b.delta, b.known, b.column = delta, known, column
	}
}

// known is an element that clashes, and what its changes have in common: its clashes, with a minus, as 16 bits; behind the last element so
// much that no change is good.
func (w *clasher[P]) known(start, k int32) uint32 {
	if k >= w.Clashing {
		return 2 * clashNever
	}
	if k += start; k >= w.Clashing {
		k -= w.Clashing
	}
	v := int32(w.list[k])
	return uint32(v)<<16 | uint32(uint16(-(w.clashes(v))))
}

// clashes is how many of an element's pairs clash.
func (w *clasher[P]) clashes(v int32) int32 {
	return int32(w.counts[v*w.row+int32(w.x[v])] & (clashTabu - 1))
}

// least is the least delta of four values of an element: of admissible ones, which lack the high bit, or to a new incumbent.
func (w *clasher[P]) least(known uint32) int32 {
	gain := int32(int16(known))
	four := w.words[int32(known>>16)*(w.row>>2)+w.column]
	count := leastByte(four)
	d := count + gain
	if count >= clashTabu {
		d = clashNever
	}
	if aspired := int32(w.Least - w.Cost); gain < aspired { // else no value of the element leads there
		if e := leastByte(four&^clashTabus) + gain; e < aspired {
			d = min(d, e)
		}
	}
	return d
}

// leastByte returns the least of a word's bytes.
func leastByte(word uint32) int32 {
	return int32(min(min(word&255, word>>8&255), min(word>>16&255, word>>24)))
}

// resolve finds the value: the first of the four that has the delta and is admissible.
func (w *clasher[P]) resolve(known uint32, column, delta int32) (v, value int32) {
	v = int32(known >> 16)
	four, gain := w.words[v*(w.row>>2)+column], int32(int16(known))
	for e := range int32(4) {
		count := int32(four >> (8 * uint32(e)) & 255)
		if count&(clashTabu-1)+gain == delta && (count < clashTabu || delta < int32(w.Least-w.Cost)) {
			return v, 4*column + e
		}
	}
	return v, 4 * column // not reached
}

// anyChange returns a random change, of an element that clashes if one does.
func (w *clasher[P]) anyChange(word, turn uint32) (v, value, delta int32) {
	v = int32(uint64(turn) * uint64(w.a.N) >> 32)
	if w.Clashing > 0 {
		v = int32(w.list[int32(uint64(turn)*uint64(w.Clashing)>>32)])
	}
	value = int32(uint64(word)*uint64(w.a.Values-1)>>32) + 1 + int32(w.x[v])
	if value >= w.a.Values {
		value -= w.a.Values
	}
	value = w.roomFrom(v, value)
	return v, value, w.delta(v, value)
}

// delta prices a change.
func (w *clasher[P]) delta(v, value int32) int32 {
	return int32(w.counts[v*w.row+value]&(clashTabu-1)) - w.clashes(v)
}

// roomFrom returns the first value from one on that fewer than MostAlike elements have, and that is not the element's own. There is one, as
// n is at most MostAlike*(Values-1).
func (w *clasher[P]) roomFrom(v, value int32) int32 {
	for w.alike[value] >= MostAlike || value == int32(w.x[v]) {
		if value++; value == w.a.Values {
			value = 0
		}
	}
	return value
}

// note notes the best of the burst, and the incumbent.
func (w *clasher[P]) note() {
	if w.a.Length != EndlessBurst && w.Cost < w.TopCost {
		w.TopCost = w.Cost
		w.copySet(clashTop)
	}
	if w.Cost < w.Least {
		w.Least = w.Cost
		w.copySet(clashIncumbent)
	}
}
