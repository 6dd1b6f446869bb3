package temper

import (
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// StartTemper makes the replicas of TemperSwap: at random permutations, those of package multiwalk for the same seed and
// replica, or with given != 0 at those that rows holds already. Replica k of a ladder begins on rung k. A warp makes a
// replica, and one of its lanes evaluates it.
func StartTemper[P kernel.Swapper](t lane.Thread, p P, a Tempering, given int32, states []Replica, rows []int32) {
	which := t.GridWarpID()
	if which >= a.Ladders*a.Replicas {
		return
	}
	x := startReplica(t, a, which, given, rows)
	if t.LaneID() == 0 {
		cost := p.Cost(x)
		states[which] = Replica{Cost: cost, Least: cost, Rung: which % a.Replicas}
	}
}

// StartTemperMatrix is StartTemper for TemperMatrix: the warp evaluates together.
func StartTemperMatrix[T tabu.Whole, P kernel.TabuSwapper[T]](t lane.Thread, p P, a Tempering, given int32, states []Replica, rows []int32) {
	which := t.GridWarpID()
	if which >= a.Ladders*a.Replicas {
		return
	}
	x := startReplica(t, a, which, given, rows)
	if cost := tabu.CostOf[team.Warp, T](team.Warp{T: t}, p, a.N, x); t.LaneID() == 0 {
		states[which] = Replica{Cost: cost, Least: cost, Rung: which % a.Replicas}
	}
}

// startReplica writes a replica's permutations, and returns the current one.
func startReplica(t lane.Thread, a Tempering, which, given int32, rows []int32) []int32 {
	own := rows[int64(which)*ReplicaRows*int64(a.N):][:ReplicaRows*a.N]
	x, best := own[:a.N], own[a.N:]
	if given == 0 {
		tabu.Random(t, tabu.TabuPlan{N: a.N, Seed: a.Seed, First: a.First}, which, x)
	}
	t.SyncWarp()
	for i := t.LaneID(); i < a.N; i += lane.WarpSize {
		best[i] = x[i]
	}
	return x
}
