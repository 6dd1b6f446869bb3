package successor_test

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/gridpath"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// The kernels leave nothing to the order in which threads run: with threads as goroutines, where the race detector
// watches what barriers alone order, and in several interleavings.
func TestKernels_NoOrderOfThreadsMatters(t *testing.T) {
	const points, states = 3, 2
	grid := gridpath.New(points, 11, 1, 20, 3)
	gains, ranks := &gridpath.Gains{Grid: grid}, &gridpath.Ranks{Grid: grid}
	type launch struct {
		team, threads int32
		run           func(t lane.Thread, a construct.Assigning, from, to []gridpath.Point, sets, active []uint64, faults []construct.Fault, sums []int64)
	}
	ratings, shorter := make([]int64, 120*states), make([]int32, 120*states)
	prefix := make([]int64, 120*states)
	weighed := func(t lane.Thread, a construct.Assigning, from, to []gridpath.Point, sets, active []uint64, f []construct.Fault, sums []int64) {
		construct.AssignWeighed(t, gains, a, from, to, sets, active, f, sums)
	}
	rated := func(t lane.Thread, a construct.Assigning, from, to []gridpath.Point, sets, active []uint64, f []construct.Fault, sums []int64) {
		construct.Assign(t, ranks, a, from, to, sets, active, f, sums)
	}
	atOnce := func(run func(lane.Thread, construct.Assigning, []gridpath.Point, []gridpath.Point, []uint64, []uint64,
		[]construct.Fault, []int64)) func(lane.Thread, construct.Assigning, []gridpath.Point, []gridpath.Point, []uint64, []uint64, []construct.Fault, []int64) {
		return func(t lane.Thread, a construct.Assigning, from, to []gridpath.Point, sets, active []uint64, f []construct.Fault, sums []int64) {
			a.Clone, a.Apart = 0, construct.ApartAtOnce
			run(t, a, from, to, sets, active, f, sums)
		}
	}
	for name, l := range map[string]launch{
		"weighed, warps": {32, 64, weighed}, "weighed, block": {64, 64, weighed}, "rated, warps": {32, 64, rated}, "rated, block": {64, 64, rated},
		"weighed, at once": {32, 192, atOnce(weighed)}, "rated, at once": {32, 192, atOnce(rated)},
		"weighed, stored": {64, 64, func(t lane.Thread, a construct.Assigning, from, to []gridpath.Point, sets, active []uint64, f []construct.Fault, sums []int64) {
			construct.AssignWeighedStored(t, gains, a, from, to, sets, active, f, sums, ratings, prefix)
		}},
		"rated, stored": {64, 64, func(t lane.Thread, a construct.Assigning, from, to []gridpath.Point, sets, active []uint64, f []construct.Fault, sums []int64) {
			construct.AssignStored(t, ranks, a, from, to, sets, active, f, sums, shorter, prefix)
		}},
	} {
		a := construct.Assigning{States: states, Each: 2, Size: points, Variables: points, Words: 1, Most: 120, Team: l.team, Stride: construct.Stride(120, l.team/32), Clone: 1,
			Active: construct.ActiveAll, Segments: 192 * 8, Seed: 5}
		var first []gridpath.Point
		for seed := range uint64(3) {
			to, sums := grid.Points(states), []int64{0, 0, construct.NoFault}
			sets, active, faults := make([]uint64, 1), make([]uint64, states), make([]construct.Fault, states)
			e := lane.Emulator{Blocks: max(1, states*l.team/l.threads), Threads: l.threads, Shared: 192*8 + construct.StoredSegments, Seed: seed, Free: seed == 0}
			if err := e.Run(func(t lane.Thread) {
				l.run(t, a, grid.Points(1), to, sets, active, faults, sums)
			}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if seed == 0 {
				first = to
			}
			if !slices.Equal(to, first) || sums[construct.SumAssigned] != states*points {
				t.Errorf("%s, interleaving %d: %v and %v, want %v", name, seed, to, sums, first)
			}
		}
	}
}
