package kernel

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/internal/metropolis"
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
type swapping struct {
	x, best     []int32
	cost, least int64
	made        int64 // swaps made
	walk        int32 // of the launch
	step        int32 // temperature
	rest        int32 // iterations made at it
	rule        metropolis.Rule
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
func AnnealSwap[P Swapper](t lane.Thread, p P, a Swapping, temperatures []float64, rungs, start, x, best []int32,
	costs, made, hits, goal []int64, stop []uint32) {
	w := swapping{walk: t.GridWarpID()}
	if w.walk >= a.Walks {
		return
	}
	if t.SharedSize() > 0 {
		w.x = lane.SharedAt[int32](t, 4*a.N*t.WarpID(), a.N)
		annealSwap(team.Warp{T: t}, p, a, &w, temperatures, rungs, start, x, best, costs, made, hits, goal, stop)
		return
	}
	w.x = x[w.walk*a.N : (w.walk+1)*a.N]
	annealSwap(team.Warp{T: t}, p, a, &w, temperatures, rungs, start, x, best, costs, made, hits, goal, stop)
}

// AnnealSwapWide is AnnealSwap with a walk a block, for more proposals an iteration than a warp has lanes.
func AnnealSwapWide[P Swapper](t lane.Thread, p P, a Swapping, temperatures []float64, rungs, start, x, best []int32,
	costs, made, hits, goal []int64, stop []uint32) {
	w := swapping{walk: t.BlockID()}
	if t.SharedSize() > 0 {
		w.x = lane.SharedAt[int32](t, 0, a.N)
		annealSwap(team.Block{T: t}, p, a, &w, temperatures, rungs, start, x, best, costs, made, hits, goal, stop)
		return
	}
	w.x = x[w.walk*a.N : (w.walk+1)*a.N]
	annealSwap(team.Block{T: t}, p, a, &w, temperatures, rungs, start, x, best, costs, made, hits, goal, stop)
}

// SwapRoom returns the bytes of shared memory that a block of walks needs.
func SwapRoom(n, walks int) int { return 4 * n * walks }

// annealSwap loads a walk, anneals it, and stores it again.
func annealSwap[T swapTeam, P Swapper](t T, p P, a Swapping, w *swapping, temperatures []float64, rungs, start, x, best []int32,
	costs, made, hits, goal []int64, stop []uint32) {
	at := w.walk * a.N
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
	for i := t.Rank(); i < a.N; i += t.Size() {
		w.x[i] = from[i]
	}
	t.Sync()
	annealWalk(t, p, a, w, temperatures, hits, goal, stop)
	keepBest(t, w)
	for i := t.Rank(); i < a.N; i += t.Size() {
		x[at+i] = w.x[i]
	}
	if t.Rank() == 0 {
		costs[2*w.walk], costs[2*w.walk+1] = w.cost, w.least
		made[w.walk] += w.made
	}
}

// annealWalk makes the iterations of a launch.
func annealWalk[T swapTeam, P Swapper](t T, p P, a Swapping, w *swapping, temperatures []float64, hits, goal []int64, stop []uint32) {
	w.rule = metropolis.At(temperatures[w.step])
	poll := int32(0)
	for i := a.From; i < a.Until; i++ {
		if poll--; poll < 0 {
			poll = a.Poll - 1
			halt := int32(0)
			if t.Rank() == 0 {
				halt = Halted(t.Thread(), w.walk, i, goal, stop)
			}
			if t.First(halt) != 0 {
				return
			}
		}
		draws := lane.Random(a.Seed, a.First+uint32(w.walk), a.Drawn+uint64(i-a.From), uint32(t.Rank()))
		j, k := drawPair(draws[0], draws[1], a.N)
		delta, accept := int64(math.MaxInt64), false
		if t.Rank() < a.Moves {
			delta = p.SwapDelta(w.x, j, k)
			accept = w.rule.Accept(delta, draws[2])
		}
		winner, change := t.Choose(delta, accept, a.Each != 0)
		if winner >= 0 {
			makeSwap(t, w, j, k, winner, change)
			if w.cost <= a.Target {
				if t.Rank() == 0 {
					hits[w.walk] = i
					lane.AtomicMin(t.Thread(), &goal[0], i)
				}
				return
			}
		}
		w.cool(a, temperatures)
	}
}

// makeSwap commits the swap of the winner, of its positions j and k.
func makeSwap[T swapTeam](t T, w *swapping, j, k, winner int32, change int64) {
	t.Sync() // all have read x
	if change > 0 {
		keepBest(t, w)
	}
	if t.Rank() == winner {
		w.x[j], w.x[k] = w.x[k], w.x[j]
	}
	t.Sync()
	w.cost += change
	w.made++
}

// cool goes on to the next temperature when its time has come.
func (w *swapping) cool(a Swapping, temperatures []float64) {
	if w.rest++; w.rest < a.PerStep {
		return
	}
	w.rest = 0
	if a.Rungs == 0 && w.step < int32(len(temperatures))-1 {
		w.step++
		w.rule = metropolis.At(temperatures[w.step])
	}
}

// listeners is one in how many walks listen to the host. An H200 reads the host's memory 0.87 million times a second in all, whoever
// asks: with one walk in 64 listening every 50 microseconds, all of them waited for that.
const listeners = 1024

// Halted is 1 if a walk before iteration i has to stop. A walk that could still come to the target in the iteration in
// which another one did goes on, so that the first of them does not depend on who ran first. Who hears the host say stop
// tells all others by a goal before the first iteration.
func Halted(t lane.Thread, walk int32, i int64, goal []int64, stop []uint32) int32 {
	if walk%listeners == 0 && lane.AtomicLoad(t, &stop[0]) != 0 {
		lane.AtomicMin(t, &goal[0], -1)
	}
	if lane.AtomicLoad(t, &goal[0]) < i {
		return 1
	}
	return 0
}

// drawPair returns two different positions below n, each pair with the same probability but for the rounding of 32 bits.
func drawPair(u, v uint32, n int32) (i, j int32) {
	i = int32(uint64(u) * uint64(n) >> 32)
	j = int32(uint64(v) * uint64(n-1) >> 32)
	if j >= i {
		j++
	}
	return i, j
}

// keepBest is lines 12 to 15 of Algorithm 2: a current permutation that is the best is stored before it is left.
func keepBest[T swapTeam](t T, w *swapping) {
	if w.cost >= w.least {
		return
	}
	for i := t.Rank(); i < int32(len(w.best)); i += t.Size() {
		w.best[i] = w.x[i]
	}
	w.least = w.cost
	t.Sync()
}
