package tabu

import (
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

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
type clasher[P kernel.Clasher] struct {
	random drive.Words
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
func TabuClash[P kernel.Clasher](t lane.Thread, p P, a TabuClashes, walks []ClashWalk, sets []int32, bans []ClashBan, aims []int32,
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
		w.search(drive.Race{Hits: hits, Goal: goal, Stop: stop})
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
func (w *clasher[P]) search(race drive.Race) {
	w.random = drive.Words{T: w.t, Seed: w.a.Seed, Search: w.a.First + uint32(w.walk), From: w.a.From}
	drive.Drive(team.Warp{T: w.t}, w, w.walk, drive.Span{From: w.a.From, Until: w.a.Until, Poll: w.a.Poll}, race)
}

// Step makes iteration i.
func (w *clasher[P]) Step(i int64) drive.Outcome {
	w.random.Draw(i)
	if w.Left == 0 {
		w.perturb(i)
	}
	w.iterate(w.random.Word(0), w.random.Word(1), w.random.Word(2))
	return drive.At(w.Least, w.a.Target)
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
