package temper

import (
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Tempering says what a launch of TemperSwap and its variants does: sweeps From to Until.
type Tempering struct {
	N        int32  // length of a permutation, at least 2
	Ladders  int32  // of the launch
	Replicas int32  // of a ladder, from 2 to MaxReplicas
	Length   int32  // proposals of a replica in a sweep, up to MaxSweep
	From     int64  // first sweep
	Until    int64  // one past the last
	Target   int64  // a ladder stops behind the sweep in which one of its replicas comes to this cost
	Start    int64  // cost of the permutation that is adopted
	Seed     uint64 // of the random numbers
	First    uint32 // number of the first replica among all of the run
	Adopt    int32  // 1: the coldest replica of each ladder goes on from start
	Poll     int32  // sweeps between two looks at stop and goal
	Stretch  int32  // proposals of a sweep between two such looks, at least 1
	Limit    int32  // of a replica's swaps in a sweep: see tempering.Quota
	Delay    int32  // swaps that TemperMatrixVast defers, at least 1
}

const (
	// MaxReplicas is the most replicas of a ladder: a block has that many warps.
	MaxReplicas = lane.MaxThreads / lane.WarpSize
	// MaxSweep is the most proposals of a sweep.
	MaxSweep = 1 << 30
)

// Replica is a replica between two launches, beside its permutations.
type Replica struct {
	Cost  int64 // of the current permutation
	Least int64 // of its incumbent
	Made  int64 // swaps
	Rung  int32 // from the coldest
	_     int32
}

// Rung is a rung of a ladder between two launches, beside its level and its trades.
type Rung struct {
	Swaps int64 // since the temperatures moved last
	Quota int32 // proposals in a sweep, Length at the start
	_     int32
}

// ReplicaRows is how many permutations a replica has in the argument rows: the current one and the incumbent.
const ReplicaRows = 2

// TemperSwap is parallel tempering over swaps (Swendsen and Wang, "Replica Monte Carlo simulation of spin-glasses", 1986). A
// block is a ladder and a warp a replica. Between two trades a replica makes a sweep: Length proposals by Metropolis, in
// order. Refused ones change nothing, so a warp prices 64 of them at once, and the first that is accepted is made; what was
// proposed behind it is proposed again, for a proposal's random words follow from its number. So the chain is that of one
// proposal after the other, and a sweep has exactly Length of them, or the quota of a hot rung: it is the chain of package
// cooperate's walk on a core.
//
// Of ladder b, replica k's number is First + b*Replicas + k. states holds the replicas, rows ReplicaRows permutations each.
// levels, trades and rungs are those of package tempering, Replicas a ladder. hits and goal are by ladder and in sweeps, else
// those of AnnealSwap, as stop is.
//
// Swaps are priced by the problem's SwapDelta. The permutations lie in shared memory if the launch has TemperRoom bytes of
// it a replica, else they stay in rows.
//
// Results depend on the arguments alone, if neither goal nor stop cuts the launch short: not on how the sweeps are split
// into launches, nor on which of the variants makes them.
//
//lane:registers 64
func TemperSwap[P kernel.Swapper](t lane.Thread, p P, a Tempering, states []Replica, rows []int32, levels []float64, trades, start []int32,
	rungs []Rung, hits, goal []int64, stop []uint32) {
	w := temperWalk[evaluator[P], P]{a: a, ladder: t.BlockID(), own: t.WarpID()}
	own := rows[int64(w.number())*ReplicaRows*int64(a.N):][:ReplicaRows*a.N]
	w.x = own[:a.N]
	if t.SharedSize() > 0 {
		w.x = lane.SharedAt[int32](t, int32(TemperRoom(int(a.N)))*t.WarpID(), a.N)
	}
	w.run(t, p, states, own, levels, trades, start, rungs, hits, goal, stop)
}

// TemperMatrix is TemperSwap for a problem whose deltas follow in O(1) from what each position would pay for each value.
// That lies in shared memory, MatrixRoom bytes a replica, and only a swap that is made costs O(n*n), by all lanes.
//
//lane:registers 64
func TemperMatrix[T tabu.Whole, P kernel.TabuSwapper[T]](t lane.Thread, p P, a Tempering, states []Replica, rows []int32, levels []float64,
	trades, start []int32, rungs []Rung, hits, goal []int64, stop []uint32) {
	w := temperWalk[quotes[T, P], P]{a: a, ladder: t.BlockID(), own: t.WarpID()}
	at := int32(MatrixRoom(int(a.N), int(p.Products()), tabu.WordBytes[T]())) * t.WarpID()
	w.f, w.x, at = layOutQuotes[T](t, p, at, a.N)
	w.f.e = lane.SharedAt[T](t, at, a.N*a.N)
	own := rows[int64(w.number())*ReplicaRows*int64(a.N):][:ReplicaRows*a.N]
	w.run(t, p, states, own, levels, trades, start, rungs, hits, goal, stop)
}

// TemperMatrixStaged is TemperMatrix that prices a swap from shared memory alone: corrections holds two matrices of n*n, with
// the problem's Correction(i, j, l, m) the product of entry i*n+j of the first and l*n+m of the second. A block copies them
// to shared memory in front of the replicas', StagedCorrections bytes.
//
//lane:registers 64
func TemperMatrixStaged[T tabu.Whole, P kernel.TabuSwapper[T]](t lane.Thread, p P, a Tempering, states []Replica, rows []int32, levels []float64,
	trades, start []int32, rungs []Rung, corrections []T, hits, goal []int64, stop []uint32) {
	w := temperWalk[quotes[T, P], P]{a: a, ladder: t.BlockID(), own: t.WarpID()}
	size := a.N * a.N
	staged := lane.SharedAt[T](t, 0, 2*size)
	for k := t.ThreadID(); k < 2*size; k += t.BlockDim() { // the block waits before it prices the first swap
		staged[k] = corrections[k]
	}
	at := int32(StagedCorrections(int(a.N), tabu.WordBytes[T]()))
	at += int32(MatrixRoom(int(a.N), int(p.Products()), tabu.WordBytes[T]())) * t.WarpID()
	w.f, w.x, at = layOutQuotes[T](t, p, at, a.N)
	w.f.e = lane.SharedAt[T](t, at, size)
	w.f.staged, w.f.among, w.f.back = true, staged[:size], staged[size:]
	own := rows[int64(w.number())*ReplicaRows*int64(a.N):][:ReplicaRows*a.N]
	w.run(t, p, states, own, levels, trades, start, rungs, hits, goal, stop)
}

// TemperMatrixVast is TemperMatrix for permutations that are too long for it: the matrices lie in global memory, VastCosts
// numbers a replica in costs, which stay there from one launch to the next and are made in the first. A pass through one of
// them adds Delay swaps at once. In shared memory a replica takes VastRoom bytes.
//
//lane:registers 64
func TemperMatrixVast[T tabu.Whole, P kernel.TabuSwapper[T]](t lane.Thread, p P, a Tempering, states []Replica, rows []int32, levels []float64,
	trades, start []int32, rungs []Rung, costs []T, hits, goal []int64, stop []uint32) {
	at := int32(VastRoom(int(a.N), int(p.Products()), tabu.WordBytes[T](), int(a.Delay))) * t.WarpID()
	f, x := layOutDeferred[T](t, p, at, a.N, a.Delay)
	w := temperWalk[*deferred[T, P], P]{a: a, ladder: t.BlockID(), own: t.WarpID(), f: &f, x: x}
	size := int64(VastCosts(int(a.N)))
	f.e = costs[int64(w.number())*size:][:size]
	own := rows[int64(w.number())*ReplicaRows*int64(a.N):][:ReplicaRows*a.N]
	w.run(t, p, states, own, levels, trades, start, rungs, hits, goal, stop)
}

// TemperRoom returns the bytes of shared memory that a replica of TemperSwap takes.
func TemperRoom(n int) int { return (4*n + 15) &^ 15 }

// MatrixRoom returns those of TemperMatrix, for deltas of that number of bytes and a cost of products pairs of matrices.
func MatrixRoom(n, products, bytes int) int {
	return (((1+products)*n*bytes+7)&^7 + (4*n+7)&^7 + n*n*bytes + 15) &^ 15
}

// StagedCorrections returns the bytes of shared memory that a block of TemperMatrixStaged takes besides.
func StagedCorrections(n, bytes int) int { return (2*n*n*bytes + 15) &^ 15 }
