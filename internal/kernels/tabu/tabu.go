package tabu

import (
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// whole is the numbers that deltas are kept in.
type Whole interface{ int32 | int64 }

// narrow says that T has 32 bits.
func Narrow[T Whole]() bool { return T(1<<16)*T(1<<16) == 0 }

// none stands for a delta that is not there.
func none[T Whole]() T {
	if Narrow[T]() {
		return ^(T(1) << 31)
	}
	return ^(T(1) << 31 << 16 << 16)
}

// TabuPlan says what a launch of TabuSwap and its variants does: iterations From to Until.
type TabuPlan struct {
	N          int32   // length of a permutation, from 2 to MaxTabu
	Walks      int32   // of the launch
	Shortest   int32   // tenure
	Longest    int32   // tenure
	Aspiration int32   // age at which a swap is forced
	Length     int32   // iterations of a burst
	Weakest    int32   // perturbation, in positions
	Strongest  int32   // perturbation
	From       int64   // first iteration
	Until      int64   // one past the last
	Target     int64   // a walk that comes to it stops there
	Start      int64   // cost of the permutation that walks adopt: see AdoptOne
	Heat       float64 // temperature, where Anneals is 1
	Seed       uint64  // of the random numbers
	First      uint32  // number of the first walk among all of the run
	Poll       int32   // iterations between two looks at stop and goal
	Ages       int32   `launch:"settled"` // 1: Aspiration forces swaps; 0: it says nothing
	Bursts     int32   `launch:"settled"` // 1: a perturbation follows each burst; 0: there are none, and Length says nothing
	Anneals    int32   `launch:"settled"` // 1: walks anneal, see anneal.go; nothing is tabu, and Ages and Bursts are 0
}

// MaxTabu is the greatest length of a permutation for tabu search: places of pairs have 14 bits a position.
const MaxTabu = 1 << 14

// TabuWalk is a walk between two launches, beside its permutations and its memory.
type TabuWalk struct {
	Cost     int64  // of the current permutation
	Least    int64  // of the incumbent
	Top      int64  // of the best of the burst
	Before   int64  // of the best of the burst before
	Drawn    uint64 // random words
	Priced   int64  // swaps that perturbations priced and made; where walks anneal, the swaps made
	Now      int32  // iteration of the memory
	Left     int32  // iterations of the burst
	Strength int32  // of the last perturbation
	Last     int32  // number of the swap that was made last, where walks anneal: see pairNumber
}

// TabuRows is how many permutations a walk has in the argument rows: the current one, the incumbent, the best of the burst,
// and the order of positions that perturbations are drawn from.
const TabuRows = 4

// TabuSwap is robust tabu search (Taillard, Parallel Computing 17, 1991) over swaps; with Length it is iterated tabu
// search (Misevicius, OR Spectrum 34, 2012). A warp is a walk. It makes the moves of package single's tabu search for
// the same seed, walk and settings, one by one: the random words are those of its stream, and of equally good swaps the
// same one is taken.
//
// The deltas of all pairs, their expiries and what each position would pay with each value lie in shared memory, TabuRoom
// bytes a walk; see tabuWalk. All that lives longer than a launch is in global memory: states, TabuRows permutations a
// walk in rows, and in memory twice n*n numbers a walk, up to which iteration a value may not come back to a position: by
// position and value, and by value and position. hits, goal and stop are those of AnnealSwap.
//
// Results depend on the arguments alone, if neither goal nor stop cuts the launch short: not on its shape, nor on how the
// iterations are split into launches.
//
//lane:registers 128
func TabuSwap[T Whole, P kernel.TabuSwapper[T]](t lane.Thread, p P, a TabuPlan, states []TabuWalk, rows, memory []int32,
	hits, goal []int64, stop []uint32) {
	if t.GridWarpID() >= a.Walks {
		return
	}
	w := tabuWalk[team.Warp, T, P]{t: team.Warp{T: t}, a: a, walk: t.GridWarpID()}
	at := int32(TabuRoom(int(a.N), int(p.Products()), WordBytes[T](), false)) * t.WarpID()
	at = lane.Shuffle(t, at, 0) &^ 15 // so that it is kept, not computed again wherever it is used
	w.layOut(p, w.layOutMatrices(at))
	w.run(p, &states[w.walk], rows, memory, hits, goal, stop)
}

// TabuSwapWide is TabuSwap with a walk a block of full warps.
//
//lane:registers 128
func TabuSwapWide[T Whole, P kernel.TabuSwapper[T]](t lane.Thread, p P, a TabuPlan, states []TabuWalk, rows, memory []int32,
	hits, goal []int64, stop []uint32) {
	w := tabuWalk[team.Block, T, P]{t: team.Block{T: t}, a: a, walk: t.BlockID()}
	w.layOut(p, w.layOutMatrices(0))
	w.run(p, &states[w.walk], rows, memory, hits, goal, stop)
}

// TabuSwapVast is TabuSwapWide for permutations that are too long for it: the matrices lie in global memory, TabuCosts
// numbers a walk in costs, and TabuDeltas numbers a walk in deltas and in expiries.
//
//lane:registers 128
func TabuSwapVast[T Whole, P kernel.TabuSwapper[T]](t lane.Thread, p P, a TabuPlan, states []TabuWalk, rows, memory []int32,
	costs, deltas []T, expiries []int32, hits, goal []int64, stop []uint32) {
	w := tabuWalk[team.Block, T, P]{t: team.Block{T: t}, a: a, walk: t.BlockID()}
	w.layOut(p, 0)
	size := int64(TabuCosts(int(a.N)))
	w.e = costs[int64(w.walk)*size:][:size]
	size = int64(TabuDeltas(int(a.N)))
	w.d, w.m = deltas[int64(w.walk)*size:][:size], expiries[int64(w.walk)*size:][:size]
	w.run(p, &states[w.walk], rows, memory, hits, goal, stop)
}

// TabuCosts is how many numbers say what each position would pay with each value, with some room between the rows.
func TabuCosts(n int) int { return n * int(oddFours(int32(n))) }

// TabuDeltas is how many deltas there are, with some room to the same end.
func TabuDeltas(n int) int { return n * int(stride(int32(n))) }

// TabuRoom returns the bytes of shared memory that a walk takes. A delta has bytes bytes, and the problem's cost is made of
// products pairs of matrices; vast is for TabuSwapVast.
func TabuRoom(n, products, bytes int, vast bool) int {
	whole := int(fours(int32(n)))
	room := (4*products*n+tabuDelay*products*(whole+n)+whole)*bytes + 4*whole
	if !vast {
		room += TabuCosts(n)*bytes + TabuDeltas(n)*(bytes+4)
	}
	return room &^ 15 // it is a multiple, which the compiler is to see
}

// wordBytes is the size of T.
func WordBytes[T Whole]() int {
	if Narrow[T]() {
		return 4
	}
	return 8
}
