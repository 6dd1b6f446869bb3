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
	// MaxJoint is the greatest length of a permutation of TabuJoint: its block has room on every GPU.
	MaxJoint = 48
	// MostJointMoves is the greatest strength of a perturbation, for which there are random words.
	MostJointMoves = lane.WarpSize
	// JointSets is how many solutions a walk has in sets: present, incumbent, best of the burst.
	JointSets = 3

	jointNever = math.MaxInt32
)

// The kinds of move, in the order in which they are numbered.
const (
	swapP = iota
	swapQ
	swapBoth
	jointKinds
)

// JointTabu says what a launch of TabuJoint does.
type JointTabu struct {
	Walks    int32
	N        int32 // length of a permutation
	Shortest int32 // tenure
	Spread   int32 // a tenure is that and up to Spread-1 more
	Length   int32 // of a burst
	Weakest  int32 // perturbation: how many random moves are made from the best of the burst
	Strongest,
	Poll int32
	Adopt  int32  // 1: all walks go on from elite
	First  uint32 // number of the first walk among all of the run
	Seed   uint64
	From   int64 // iterations; below 0: the walks take up the solutions that sets has for them
	Until  int64
	Target int64
}

// JointWalk is a walk of TabuJoint between two launches, beside its solutions and what is tabu.
type JointWalk struct {
	Cost, Least     int64 // of the present solution, and of the incumbent
	TopCost, Before int64 // the best of the burst, and of the one before
	Made, Strength  int32 // iterations of the burst; of the next perturbation
}

// jointWalker is a walk in progress. All lanes have the same, but for the slices, which they share.
type jointWalker[P kernel.JointWeigher] struct {
	random  drive.Words
	t       lane.Thread
	a       JointTabu
	walk    int32
	matrix  []int32 // of the block: weights and then distances, n*n each
	inP     []int32 // see payments
	inQ     []int32
	inBoth  []int32
	expiry  []int32 // by position and value of p, then of q: the iteration of the burst up to which the value may not come back
	x       []int32 // p, q, and 0 to n-1
	scratch []int32 // six columns
	sets    []int32
	JointWalk
}

// TabuJoint is iterated tabu search of thousands of walks over swaps in p, swaps in q, and joint swaps, which are the same swap in both:
// a warp is a walk. An iteration prices all 3*n*(n-1)/2 moves and makes the best. A value that has left a position is tabu there for a
// tenure; a move is tabu if all values are that it brings, unless it leads to a new incumbent. A burst that has ended goes on from
// its best solution with some random moves made. Taillard's robust tabu search, 1991, with the bursts of Misevicius, 2012.
//
// A delta is read from three n*n tables of payments, from which a move of any kind takes O(n*n): see joint_pass.go. Per iteration and
// lane, in instructions: 45 for each of n*n/64 triples of moves at a pair of positions; 30 for each of n*n/32 places in the
// tables; 5*n for each of n/8 to 3*n/16 places that are summed up anew. So a warp issues about 550 at n = 12, 1,450 at n = 22 and
// 2,400 at n = 30. Two in five read shared memory, and none reads global memory. A table of deltas that is brought up
// to date by differences, as on cores, would take 85*n*n operations, twice as many; deltas from scratch 8*n for each.
//
// Shared memory has five n*n tables of int32 and 15 columns a walk: 3.6 KB at n = 12, 11 KB at n = 22, 20 KB at n = 30; and the two
// matrices, 8*n*n bytes, once a block. So a multiprocessor with 227 KB has room for 57, 19 and 10 walks. The iterations of a walk depend on each
// other, and with these numbers of warps a scheduler has 14, 5 and 3 to choose from.
//
// Between launches sets holds 2*N*JointSets numbers a walk, expiry 2*N*N; the tables of payments are made anew by each launch. The
// block needs JointRoom bytes of shared memory. See Explore for hits, goal and stop.
//
//lane:rolled
func TabuJoint[P kernel.JointWeigher](t lane.Thread, p P, a JointTabu, walks []JointWalk, sets, expiry, elite []int32, hits, goal []int64, stop []uint32) {
	n, cells := a.N, a.N*a.N
	matrix := lane.SharedAt[int32](t, 0, 2*cells)
	for e := t.ThreadID(); e < cells; e += t.BlockDim() {
		matrix[e], matrix[cells+e] = p.Weight(e/n, e%n), p.Far(e/n, e%n)
	}
	t.Sync()
	w := jointWalker[P]{t: t, a: a, walk: t.GridWarpID(), matrix: matrix, sets: sets}
	if w.walk >= a.Walks {
		return
	}
	at := 4 * (2*cells + t.WarpID()*jointWords(n))
	w.inP, at = lane.SharedAt[int32](t, at, cells), at+4*cells
	w.inQ, at = lane.SharedAt[int32](t, at, cells), at+4*cells
	w.inBoth, at = lane.SharedAt[int32](t, at, cells), at+4*cells
	w.expiry, at = lane.SharedAt[int32](t, at, 2*cells), at+8*cells
	w.x, at = lane.SharedAt[int32](t, at, 3*n), at+12*n
	w.scratch = lane.SharedAt[int32](t, at, 12*n)
	w.load(walks, expiry, elite)
	if a.From < 0 {
		w.Cost = w.evaluate()
		w.Least, w.Before, w.Strength = w.Cost, w.Cost, a.Weakest
		w.copySet(incumbentOf)
		w.begin()
	} else {
		w.search(drive.Race{Hits: hits, Goal: goal, Stop: stop})
	}
	w.store(walks, expiry)
}

// jointWords is how many words of shared memory a walk takes.
func jointWords(n int32) int32 { return 5*n*n + 15*n }

// JointRoom returns the bytes of shared memory of a block of walks.
func JointRoom(n, walks int) int { return 4 * (2*n*n + walks*int(jointWords(int32(n)))) }

// search makes the iterations of a launch.
func (w *jointWalker[P]) search(race drive.Race) {
	w.random = drive.Words{T: w.t, Seed: w.a.Seed, Search: w.a.First + uint32(w.walk), From: w.a.From}
	drive.Drive(team.Warp{T: w.t}, w, w.walk, drive.Span{From: w.a.From, Until: w.a.Until, Poll: w.a.Poll}, race)
}

// Step makes iteration i.
func (w *jointWalker[P]) Step(i int64) drive.Outcome {
	w.random.Draw(i)
	if w.Made >= w.a.Length {
		w.perturb(i)
	}
	w.iterate(w.random.Word(0), w.random.Word(1), w.random.Word(2))
	return drive.At(w.Least, w.a.Target)
}

// iterate makes the best admissible move.
func (w *jointWalker[P]) iterate(word, tenureI, tenureJ uint32) {
	kind, i, j, delta := w.choose(word)
	w.t.SyncWarp() // all have read what is tabu
	if w.t.LaneID() == 0 {
		w.forbid(kind, i, w.tenure(tenureI))
		w.forbid(kind, j, w.tenure(tenureJ))
	}
	w.make(kind, i, j)
	w.Cost += int64(delta)
	w.Made++
	w.note()
}

// tenure returns up to which iteration of the burst the next move's values stay tabu.
func (w *jointWalker[P]) tenure(word uint32) int32 {
	return w.Made + w.a.Shortest + int32(uint64(word)*uint64(w.a.Spread)>>32)
}

// forbid makes tabu what a position has before a move.
func (w *jointWalker[P]) forbid(kind, i, until int32) {
	n := w.a.N
	if kind != swapQ {
		w.expiry[i*n+w.x[i]] = until
	}
	if kind != swapP {
		w.expiry[n*n+i*n+w.x[n+i]] = until
	}
}

// note notes the best of the burst, and the incumbent.
func (w *jointWalker[P]) note() {
	if w.Cost < w.TopCost {
		w.TopCost = w.Cost
		w.copySet(topOf)
	}
	if w.Cost < w.Least {
		w.Least = w.Cost
		w.copySet(incumbentOf)
	}
}

// choose returns the best admissible move; of several lanes that have one, the first from a random one on. Where all moves are tabu it
// is a random one.
func (w *jointWalker[P]) choose(word uint32) (kind, i, j, delta int32) {
	n := w.a.N
	least, move := w.best()
	delta = lane.WarpMin(w.t, least)
	if delta == jointNever {
		i, j = draw.Pair(word, word*0x9e3779b1, n)
		kind = int32(word>>8) % jointKinds
		return kind, i, j, w.price(kind, i, j)
	}
	ties := w.t.Ballot(least == delta)
	from := int32(word & 31)
	first := (from + int32(bits.TrailingZeros32(bits.RotateLeft32(ties, int(-from))))) & 31
	move = lane.Shuffle(w.t, move, first)
	kind = move / (n * n)
	i, j = (move-kind*n*n)/n, move%n
	return kind, i, j, delta
}

// perturb ends a burst: the walk goes on from the best of it after some random moves.
func (w *jointWalker[P]) perturb(i int64) {
	if w.TopCost < w.Before || w.Strength >= w.a.Strongest {
		w.Strength = w.a.Weakest
	} else {
		w.Strength++
	}
	w.Before = w.TopCost
	w.t.SyncWarp()
	w.take(w.sets[w.setAt(topOf):])
	u := lane.Random(w.a.Seed, w.a.First+uint32(w.walk), draw.Starts+uint64(i), uint32(w.t.LaneID()))
	a, b := draw.Pair(u[1], u[2], w.a.N)
	kind := int32(uint64(u[0]) * jointKinds >> 32)
	for k := range w.Strength {
		w.exchange(lane.Shuffle(w.t, kind, k), lane.Shuffle(w.t, a, k), lane.Shuffle(w.t, b, k))
		w.t.SyncWarp()
	}
	w.sum()
	w.Cost = w.evaluate()
	w.begin()
	w.note()
}

// begin begins a burst at the present solution.
func (w *jointWalker[P]) begin() {
	w.t.SyncWarp()
	for e := w.t.LaneID(); e < 2*w.a.N*w.a.N; e += lane.WarpSize {
		w.expiry[e] = 0
	}
	w.Made, w.TopCost = 0, w.Cost
	w.copySet(topOf)
	w.t.SyncWarp()
}

// The solutions of a walk in sets.
const (
	presentOf = iota
	incumbentOf
	topOf
)

// setAt is where one begins.
func (w *jointWalker[P]) setAt(which int32) int32 { return (w.walk*JointSets + which) * 2 * w.a.N }

// copySet copies the present solution to sets.
func (w *jointWalker[P]) copySet(which int32) {
	at := w.setAt(which)
	for k := w.t.LaneID(); k < 2*w.a.N; k += lane.WarpSize {
		w.sets[at+k] = w.x[k]
	}
}

// take makes a solution the present one.
func (w *jointWalker[P]) take(x []int32) {
	for k := w.t.LaneID(); k < 2*w.a.N; k += lane.WarpSize {
		w.x[k] = x[k]
	}
	w.t.SyncWarp()
}

// load takes a walk up where it was.
func (w *jointWalker[P]) load(walks []JointWalk, expiry, elite []int32) {
	n, id := w.a.N, w.t.LaneID()
	w.JointWalk = walks[w.walk]
	for e := id; e < 2*n*n; e += lane.WarpSize {
		w.expiry[e] = expiry[w.walk*2*n*n+e]
	}
	for k := id; k < n; k += lane.WarpSize {
		w.x[2*n+k] = k
	}
	if w.a.Adopt != 0 {
		w.take(elite)
	} else {
		w.take(w.sets[w.setAt(presentOf):])
	}
	w.sum()
	if w.a.Adopt != 0 {
		w.Cost = w.evaluate()
		w.Before, w.Strength = w.Cost, w.a.Weakest
		w.begin()
		w.note()
	}
}

// store leaves a walk for the next launch.
func (w *jointWalker[P]) store(walks []JointWalk, expiry []int32) {
	n := w.a.N
	w.t.SyncWarp()
	w.copySet(presentOf)
	for e := w.t.LaneID(); e < 2*n*n; e += lane.WarpSize {
		expiry[w.walk*2*n*n+e] = w.expiry[e]
	}
	if w.t.LaneID() == 0 {
		walks[w.walk] = w.JointWalk
	}
}
