package tabu

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/draw"
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

const (
	// MaxFlipTenure bounds tenures: a lane remembers one bit that is tabu.
	MaxFlipTenure = lane.WarpSize - 1

	flipScale = 32 // a number in a walk's fields is a delta times that, and the bit's place modulo 32
	flipTabu  = 28 // bits below what is added to those that are tabu: more than twice flipScale times MostFlipDelta
	flipNever = math.MaxInt32
)

// TabuFlips says what a launch of TabuFlip does.
type TabuFlips struct {
	Walks    int32
	Bits     int32 // filled up
	N        int32 // of the problem
	Shortest int32 // tenure
	Spread   int32 // a tenure is that and up to Spread-1 more
	Length   int32 // of a burst; 0: one goes on for ever
	Weakest  int32 // perturbation: how many random bits are flipped of the best of the burst
	Strongest,
	Poll int32
	Adopt  int32  // 1: all walks go at once to the bits that aims has for them
	Renew  int32  // 1: they go there when their burst has ended
	First  uint32 // number of the first walk among all of the run
	Seed   uint64
	From   int64 // iterations; below 0: the walks go to their aims, where they begin
	Until  int64
	Target int64
}

// FlipWalk is a walk of TabuFlip between two launches, beside its fields and bits.
type FlipWalk struct {
	Cost, Least     int64 // of the present solution, and of the incumbent
	TopCost, Before int64 // the best of the burst, and of the one before
	Left, Strength  int32 // iterations of the burst; of the next perturbation
	Queue, Tabu     int32 // where the oldest bit that is tabu stands, and how many there are
	Aiming, Renewed int32 // 1: the walk is on its way to the bits it aims at; will go to those in aims when its burst has ended
}

// FlipSets is how many sets of bits a walk has: present, incumbent, best of the burst, aim. Each is two words a lane: bit k of those of
// lane l is bit 32*k + l of the solution, which has place k in the lane.
const FlipSets = 4

// flipper is a walk in progress. What is not in shared memory is the same in all lanes, but for ring and the sets.
type flipper[P kernel.ByteRower] struct {
	random drive.Words
	t      lane.Thread
	p      P
	a      TabuFlips
	walk   int32
	fields []int32  // of each bit, see flipScale
	signs  []uint32 // for four places of a lane in a word: a byte is the factor times flipScale, negative where the bit is 1
	ring   int32    // a bit that is tabu, or -1
	low    int32    // the least of the lane's fields in the first half, and in the second
	high   int32
	x, best, top,
	aim [2]uint32
	aims []uint32
	FlipWalk
}

// TabuFlip is tabu search by flips, iterated or not, of thousands of walks: a warp is one. Each bit has what its flip would
// change, and an iteration is a pass over these fields that brings them up to date with the flip that was made, and finds the
// best of the next ones. A bit that was flipped is tabu for a tenure, unless its flip leads to a new incumbent. A burst that
// has ended goes on from its best solution with some random bits flipped, or from what aims has; the walk gets there by a flip for
// each bit that differs. Glover, Lu and Hao, "Diversification-driven tabu search for unconstrained binary quadratic problems",
// 2010; the flips on the way are the straight search of Nakano et al., "Diverse adaptive bulk search", 2023.
//
// Between launches fields holds Bits numbers a walk, sets 64*FlipSets words, rings 32; aims has 64 words a walk. At first all are
// zero but for fields, the linear weights as StartFlips has them, and rings, which are -1: all bits are 0, which costs 0. The
// block needs FlipRoom bytes of shared memory. See Explore for hits, goal and stop.
func TabuFlip[P kernel.ByteRower](t lane.Thread, p P, a TabuFlips, walks []FlipWalk, fields, rings []int32, sets, aims []uint32,
	hits, goal []int64, stop []uint32) {
	w := flipper[P]{t: t, p: p, a: a, walk: t.GridWarpID(), aims: aims}
	if w.walk >= a.Walks {
		return
	}
	room := FlipRoom(int(a.Bits), 1)
	at := (int32(room) * t.WarpID()) &^ 15
	w.fields = lane.SharedAt[int32](t, at, a.Bits)
	w.signs = lane.SharedAt[uint32](t, (at+4*a.Bits)&^15, a.Bits/4)
	w.load(walks, fields, rings, sets)
	w.search(drive.Race{Hits: hits, Goal: goal, Stop: stop})
	w.store(walks, fields, rings, sets)
}

// FlipRoom returns the bytes of shared memory of a block of walks.
func FlipRoom(bits, walks int) int { return 5 * bits * walks }

// arrive goes to the aim, where the walk begins.
func (w *flipper[P]) arrive() {
	for j := w.towards(); j >= 0; j = w.towards() {
		w.flip(j)
	}
	w.begin()
	w.Least, w.best, w.Before = w.Cost, w.x, w.Cost
}

// search makes the iterations of a launch.
func (w *flipper[P]) search(race drive.Race) {
	if w.a.From < 0 {
		w.arrive()
		return
	}
	w.random = drive.Words{T: w.t, Seed: w.a.Seed, Search: w.a.First + uint32(w.walk), From: w.a.From}
	drive.Drive(team.Warp{T: w.t}, w, w.walk, drive.Span{From: w.a.From, Until: w.a.Until, Poll: w.a.Poll}, race)
}

// Step makes iteration i.
func (w *flipper[P]) Step(i int64) drive.Outcome {
	w.random.Draw(i)
	w.iterate(i, w.random.Word(0), w.random.Word(1))
	return drive.At(w.Cost, w.a.Target)
}

// iterate makes a flip: towards the aim, or the best one.
func (w *flipper[P]) iterate(i int64, word, tenure uint32) {
	if w.Aiming == 0 && w.a.Length > 0 && w.Left == 0 {
		w.perturb(i)
	}
	if w.Aiming != 0 {
		if j := w.towards(); j >= 0 {
			w.flip(j)
			w.note()
			return
		}
		w.begin()
	}
	w.Left--
	j := w.choose(word)
	w.forbid(j, tenure)
	w.flip(j)
	w.note()
}

// towards returns the first bit that differs from the aim, or -1.
func (w *flipper[P]) towards() int32 {
	low, high := w.x[0]^w.aim[0], w.x[1]^w.aim[1]
	differ := w.t.Ballot(low|high != 0)
	if differ == 0 {
		return -1
	}
	place := int32(lane.WarpSize)
	if low != 0 {
		place = int32(bits.TrailingZeros32(low))
	} else if high != 0 {
		place += int32(bits.TrailingZeros32(high))
	}
	from := int32(bits.TrailingZeros32(differ))
	return bitAt(from, lane.Shuffle(w.t, place, from))
}

// bitAt is the bit at a place of a lane.
func bitAt(id, place int32) int32 { return place<<5 | id }

// placeOf is the lane of a bit, and its place there.
func placeOf(j int32) (id, place int32) { return j & 31, j >> 5 }

// begin begins a burst.
func (w *flipper[P]) begin() {
	w.Aiming, w.Left = 0, w.a.Length
	w.TopCost, w.top = w.Cost, w.x
}

// note notes the best of the burst, and the incumbent.
func (w *flipper[P]) note() {
	if w.Cost < w.TopCost {
		w.TopCost, w.top = w.Cost, w.x
	}
	if w.Cost < w.Least {
		w.Least, w.best = w.Cost, w.x
	}
}

// choose returns the best admissible bit; of several lanes that have one, the first from a random one on.
func (w *flipper[P]) choose(word uint32) int32 {
	mine, half := w.low, int32(0)
	if w.high>>5 < w.low>>5 {
		mine, half = w.high, lane.WarpSize
	}
	delta, j := mine>>5, bitAt(w.t.LaneID(), half+mine&(flipScale-1))
	if w.ring >= 0 { // one that is tabu, where it leads to a new incumbent
		if d := (w.fields[w.ring] - 1<<flipTabu) >> 5; d < delta && w.Cost+int64(d) < w.Least {
			delta, j = d, w.ring
		}
	}
	least := lane.WarpMin(w.t, delta)
	ties := w.t.Ballot(delta == least)
	from := int32(word & 31)
	first := (from + int32(bits.TrailingZeros32(bits.RotateLeft32(ties, int(-from))))) & 31
	return lane.Shuffle(w.t, j, first)
}

// forbid makes a bit tabu that is about to be flipped, and those admissible whose tenure is over.
func (w *flipper[P]) forbid(j int32, tenure uint32) {
	id := w.t.LaneID()
	again := w.t.Ballot(w.ring == j)
	if again != 0 && w.ring == j {
		w.ring = -1
	}
	w.Tabu++
	if id == (w.Queue+w.Tabu-1)&31 {
		w.ring = j
	}
	if id == 0 && again == 0 {
		w.fields[j] += 1 << flipTabu
	}
	w.release(w.a.Shortest + int32(uint64(tenure)*uint64(w.a.Spread)>>32))
}

// release makes the oldest bits that are tabu admissible, but for some.
func (w *flipper[P]) release(but int32) {
	w.t.SyncWarp()
	for ; w.Tabu > but; w.Tabu-- {
		if w.t.LaneID() == w.Queue&31 {
			if w.ring >= 0 {
				w.fields[w.ring] -= 1 << flipTabu
			}
			w.ring = -1
		}
		w.Queue++
	}
	w.t.SyncWarp()
}

// perturb ends a burst: the walk aims at the best of it with some random bits flipped, or at what aims has.
func (w *flipper[P]) perturb(i int64) {
	w.release(0)
	w.rescan()
	if w.TopCost < w.Before || w.Strength >= w.a.Strongest {
		w.Strength = w.a.Weakest
	} else {
		w.Strength++
	}
	w.Before, w.Aiming, w.aim = w.TopCost, 1, w.top
	if w.Renewed != 0 {
		w.renew()
		return
	}
	u := lane.Random(w.a.Seed, w.a.First+uint32(w.walk), draw.Starts+uint64(i), uint32(w.t.LaneID()))
	for k := range w.Strength {
		word := lane.Shuffle(w.t, u[0], k&31)
		if k&31 == 31 {
			u[0], u[1], u[2] = u[1], u[2], u[3]
		}
		if of, place := placeOf(int32(uint64(word) * uint64(w.a.N) >> 32)); of == w.t.LaneID() {
			toggle(&w.aim, place)
		}
	}
}

// MostFlips is the greatest strength of a perturbation, for which there are random words.
const MostFlips = 4 * lane.WarpSize

// renew aims at what aims has for the walk.
func (w *flipper[P]) renew() {
	at := 2 * (w.walk*lane.WarpSize + w.t.LaneID())
	w.Aiming, w.Renewed = 1, 0
	w.aim[0], w.aim[1] = w.aims[at], w.aims[at+1]
}

// toggle changes the bit at a place of the lane.
func toggle(set *[2]uint32, place int32) {
	bit := uint32(1) << (place & 31)
	if place < lane.WarpSize {
		set[0] ^= bit
	} else {
		set[1] ^= bit
	}
}
