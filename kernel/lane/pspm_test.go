package lane_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernelproof"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// pspm is annealing of tours by parallel search and parallel moves, as users write it; best gets the least cost and its walk.
func pspm(t lane.Thread, p kernelproof.Plane, n, iterations int32, tours, costs []int32, best *uint64, seed uint64) {
	kernelproof.Anneal(t, p, n, iterations, 30, 0.6, seed, tours, costs)
	if walk := t.GridWarpID(); t.LaneID() == 0 {
		lane.AtomicMin(t, best, uint64(costs[2*walk+1])<<32|uint64(walk))
	}
}

// outcome is what a launch of pspm leaves.
type outcome struct {
	tours, costs []int32 // costs: final and least of each walk
	best         uint64
}

func runPSPM(t testing.TB, e lane.Emulator, n, iterations int32) outcome {
	t.Helper()
	p := kernelproof.Plane{X: make([]float32, n), Y: make([]float32, n)}
	for i := range n {
		at := lane.Random(99, 0, 0, uint32(i))
		p.X[i], p.Y[i] = float32(at[0]%1000), float32(at[1]%1000)
	}
	walks := e.Blocks * e.Threads / 32
	o := outcome{make([]int32, walks*n), make([]int32, 2*walks), math.MaxUint64}
	e.Shared = 4 * n * (e.Threads / 32)
	must.Do(t, e.Run(func(l lane.Thread) { pspm(l, p, n, iterations, o.tours, o.costs, &o.best, 7) }))
	for walk := range walks {
		checkTour(t, p, o.tours[walk*n:(walk+1)*n], o.costs[2*walk])
	}
	return o
}

// checkTour checks that a tour visits each city once and costs what its walk's ledger says.
func checkTour(t testing.TB, p kernelproof.Plane, tour []int32, cost int32) {
	t.Helper()
	sum := int32(0)
	for i, city := range tour {
		sum += p.Dist(city, tour[(i+1)%len(tour)])
	}
	sorted := slices.Sorted(slices.Values(tour))
	for i, city := range sorted {
		if int(city) != i {
			t.Fatalf("the tour %v is no permutation", tour)
		}
	}
	if sum != cost {
		t.Fatalf("the tour costs %d, its walk says %d", sum, cost)
	}
}

// The same walks come out of any shape of launch, any interleaving and free threads; and annealing does its work.
func TestPSPM_SameForAnyInterleaving(t *testing.T) {
	unraced.Test(t)
	const n, iterations = 40, 400
	want := runPSPM(t, lane.Emulator{Blocks: 4, Threads: 32}, n, iterations)
	start := runPSPM(t, lane.Emulator{Blocks: 1, Threads: 32}, n, 0).costs[0]
	if least := int32(want.best >> 32); least > start/2 {
		t.Errorf("annealing went from %d to %d only", start, least)
	}
	for _, e := range []lane.Emulator{
		{Blocks: 4, Threads: 32, Seed: 1}, {Blocks: 2, Threads: 64, Seed: 2}, {Blocks: 1, Threads: 128, Seed: 3},
		{Blocks: 4, Threads: 32, Workers: 4}, {Blocks: 1, Threads: 128, Free: true},
	} {
		t.Run(fmt.Sprintf("%+v", e), func(t *testing.T) {
			got := runPSPM(t, e, n, iterations)
			if !slices.Equal(got.tours, want.tours) || !slices.Equal(got.costs, want.costs) || got.best != want.best {
				t.Errorf("costs %v best %#x, want %v %#x", got.costs, got.best, want.costs, want.best)
			}
		})
	}
}
