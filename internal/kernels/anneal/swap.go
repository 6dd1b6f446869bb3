package anneal

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/draw"
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Swapping says what a launch of AnnealSwap and its variants does: iterations From to Until, counted from the start of the
// schedule.
type Swapping struct {
	N       int32  // length of a permutation, at least 2
	Walks   int32  // of the launch
	Moves   int32  // proposals an iteration of a walk: at most 32 for AnnealSwap, the threads of a block for AnnealSwapWide
	PerStep int32  // iterations at a temperature
	From    int64  // first iteration
	Until   int64  // one past the last
	Target  int64  // a walk that comes to it stops there
	Start   int64  // cost of the permutation that walks adopt
	Seed    uint64 // of the random numbers
	Drawn   uint64 // iterations before From, those of earlier schedules included: no draw comes twice
	First   uint32 // number of the first walk among all of the run
	Adopt   int32  // 1: all walks go on from start
	Rungs   int32  // 1: walk w stays at temperature rungs[w]; 0: temperatures follow each other
	Each    int32  // 1: each proposal faces the temperature by itself; 0: the cheapest of an iteration does
	Poll    int32  // iterations between two looks at stop and goal
}

// swapTeam is a team that anneals: a warp, or a block of full warps.
type swapTeam interface {
	team.Team
	Choose(delta int64, accept, each bool) (winner int32, change int64)
}

// swapping is a walk in progress. Every lane has a copy; only x and best are shared.
type swapping[T swapTeam, P kernel.Swapper] struct {
	t            T
	p            P
	a            Swapping
	temperatures []float64
	x, best      []int32
	cost, least  int64
	made         int64 // swaps made
	walk         int32 // of the launch
	step         int32 // temperature
	rest         int32 // iterations made at it
	rule         metropolis.Rule
}

// AnnealSwap is light-weight simulated annealing with parallel moves on permutations ("Parallel neighbourhood search on
// many-core platforms", Algorithm 2 and section 4.2, with swaps in place of relocations). A warp is a walk. Each
// iteration every lane draws a pair of positions and prices their exchange by p.SwapDelta. Then the cheapest faces the
// temperature, as in the paper; or, with Each, every lane decides for itself, and the first that accepts makes its swap.
// Lanes draw independently, so that is sequential annealing whose refused proposals are made at once; those after an
// accepted one are void.
//
// A walk's permutation lies in shared memory if the launch has SwapRoom bytes of it, else it stays in x. All that a walk
// is lies in global memory between launches: x and best hold the current permutation and the best that was left for a
// worse one, N elements a walk; costs[2*w] and costs[2*w+1] their costs; made[w] counts swaps. hits[w] becomes the
// iteration in which walk w came to the target, and goal[0] the least of these. Walks stop when they have come as far as
// goal[0], or when stop[0] is not 0, which sets goal[0] to -1: they look every Poll iterations.
//
// Results depend on the arguments alone, if neither goal nor stop cuts the launch short: not on its shape, nor on how the
// iterations are split into launches.
func AnnealSwap[P kernel.Swapper](t lane.Thread, p P, a Swapping, temperatures []float64, rungs, start, x, best []int32,
	costs, made, hits, goal []int64, stop []uint32) {
	w := swapping[team.Warp, P]{t: team.Warp{T: t}, p: p, a: a, temperatures: temperatures, walk: t.GridWarpID()}
	if w.walk >= a.Walks {
		return
	}
	race := drive.Race{Hits: hits, Goal: goal, Stop: stop}
	if t.SharedSize() > 0 {
		w.x = lane.SharedAt[int32](t, 4*a.N*t.WarpID(), a.N)
		w.run(rungs, start, x, best, costs, made, race)
		return
	}
	w.x = x[w.walk*a.N : (w.walk+1)*a.N]
	w.run(rungs, start, x, best, costs, made, race)
}

// AnnealSwapWide is AnnealSwap with a walk a block, for more proposals an iteration than a warp has lanes.
func AnnealSwapWide[P kernel.Swapper](t lane.Thread, p P, a Swapping, temperatures []float64, rungs, start, x, best []int32,
	costs, made, hits, goal []int64, stop []uint32) {
	w := swapping[team.Block, P]{t: team.Block{T: t}, p: p, a: a, temperatures: temperatures, walk: t.BlockID()}
	race := drive.Race{Hits: hits, Goal: goal, Stop: stop}
	if t.SharedSize() > 0 {
		w.x = lane.SharedAt[int32](t, 0, a.N)
		w.run(rungs, start, x, best, costs, made, race)
		return
	}
	w.x = x[w.walk*a.N : (w.walk+1)*a.N]
	w.run(rungs, start, x, best, costs, made, race)
}

// SwapRoom returns the bytes of shared memory that a block of walks needs.
func SwapRoom(n, walks int) int { return 4 * n * walks }

// run loads a walk, anneals it, and stores it again.
func (w *swapping[T, P]) run(rungs, start, x, best []int32, costs, made []int64, race drive.Race) {
	a, at := w.a, w.walk*w.a.N
	w.best = best[at : at+a.N]
	w.cost, w.least = costs[2*w.walk], costs[2*w.walk+1]
	w.step, w.rest = int32(a.From/int64(a.PerStep)), int32(a.From%int64(a.PerStep))
	if a.Rungs != 0 {
		w.step = rungs[w.walk]
	}
	from := x[at : at+a.N]
	if a.Adopt != 0 {
		from, w.cost = start, a.Start
	}
	for i := w.t.Rank(); i < a.N; i += w.t.Size() {
		w.x[i] = from[i]
	}
	w.t.Sync()
	w.rule = metropolis.At(w.temperatures[w.step])
	drive.Drive(w.t, w, w.walk, drive.Span{From: a.From, Until: a.Until, Poll: a.Poll}, race)
	w.keepBest()
	for i := w.t.Rank(); i < a.N; i += w.t.Size() {
		x[at+i] = w.x[i]
	}
	if w.t.Rank() == 0 {
		costs[2*w.walk], costs[2*w.walk+1] = w.cost, w.least
		made[w.walk] += w.made
	}
}

// Step makes iteration i.
func (w *swapping[T, P]) Step(i int64) drive.Outcome {
	a := &w.a
	draws := lane.Random(a.Seed, a.First+uint32(w.walk), a.Drawn+uint64(i-a.From), uint32(w.t.Rank()))
	j, k := draw.Pair(draws[0], draws[1], a.N)
	delta, accept := int64(math.MaxInt64), false
	if w.t.Rank() < a.Moves {
		delta = w.p.SwapDelta(w.x, j, k)
		accept = w.rule.Accept(delta, draws[2])
	}
	winner, change := w.t.Choose(delta, accept, a.Each != 0)
	if winner >= 0 {
		w.swap(j, k, winner, change)
		if w.cost <= a.Target {
			return drive.Met
		}
	}
	w.cool()
	return drive.Onward
}

// swap commits the swap of the winner, of its positions j and k.
func (w *swapping[T, P]) swap(j, k, winner int32, change int64) {
	w.t.Sync() // all have read x
	if change > 0 {
		w.keepBest()
	}
	if w.t.Rank() == winner {
		w.x[j], w.x[k] = w.x[k], w.x[j]
	}
	w.t.Sync()
	w.cost += change
	w.made++
}

// cool goes on to the next temperature when its time has come.
func (w *swapping[T, P]) cool() {
	if w.rest++; w.rest < w.a.PerStep {
		return
	}
	w.rest = 0
	if w.a.Rungs == 0 && w.step < int32(len(w.temperatures))-1 {
		w.step++
		w.rule = metropolis.At(w.temperatures[w.step])
	}
}

// keepBest is lines 12 to 15 of Algorithm 2: a current permutation that is the best is stored before it is left.
func (w *swapping[T, P]) keepBest() {
	if w.cost >= w.least {
		return
	}
	for i := w.t.Rank(); i < int32(len(w.best)); i += w.t.Size() {
		w.best[i] = w.x[i]
	}
	w.least = w.cost
	w.t.Sync()
}
