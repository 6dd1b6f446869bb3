package lane_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// The test's kernel is annealing of tours by parallel search and parallel moves, as users write it: a warp is a walk,
// each lane proposes to relocate a city, and the warp decides on the best proposal of its lanes. The tour is a list of
// links in shared memory, predecessor in the lower half of a word and successor in the upper.

// distancer is what the kernel asks of a problem.
type distancer interface{ Dist(i, j int32) int32 }

// plane is a problem: cities with rounded Euclidean distances.
type plane struct{ x, y []float32 }

func (p plane) Dist(i, j int32) int32 {
	dx, dy := p.x[i]-p.x[j], p.y[i]-p.y[j]
	return int32(lane.Sqrt32(float32(dx*dx)+float32(dy*dy)) + 0.5)
}

// relocation takes city v from between p and q and puts it between a and its successor b.
type relocation struct{ v, p, q, a, b int32 }

func propose(link []uint32, n int32, draw uint32) relocation {
	a, v := int32(draw&0xffff)*n>>16, int32(draw>>16)*n>>16
	return relocation{v: v, p: int32(link[v] & 0xffff), q: int32(link[v] >> 16), a: a, b: int32(link[a] >> 16)}
}

// impossible is the delta of a relocation to where the city is; all others are below.
const impossible = 1<<25 - 1

func delta[D distancer](d D, m relocation) int32 {
	if m.a == m.v || m.b == m.v {
		return impossible
	}
	return d.Dist(m.p, m.q) - d.Dist(m.p, m.v) - d.Dist(m.v, m.q) + d.Dist(m.a, m.v) + d.Dist(m.v, m.b) - d.Dist(m.a, m.b)
}

func relocate(link []uint32, m relocation) {
	link[m.p] = link[m.p]&0xffff | uint32(m.q)<<16
	link[m.q] = link[m.q]&0xffff0000 | uint32(m.p)
	link[m.a] = link[m.a]&0xffff | uint32(m.v)<<16
	link[m.b] = link[m.b]&0xffff0000 | uint32(m.v)
	link[m.v] = uint32(m.a) | uint32(m.b)<<16
}

// anneal runs a walk and returns its final and its best cost.
func anneal[D distancer](
	t lane.Thread, d D, link []uint32, n, iterations int32, temperature float64, seed uint64,
) (cost, best int32) {
	for i := t.LaneID(); i < n; i += lane.WarpSize {
		cost += d.Dist(i, int32(link[i]>>16))
	}
	cost = lane.WarpAdd(t, cost)
	best = cost
	for i := range iterations {
		draws := lane.Random(seed, uint32(t.GridWarpID()), uint64(i), uint32(t.LaneID()))
		m := propose(link, n, draws[0])
		key := lane.WarpMin(t, delta(d, m)<<5|t.LaneID())
		winner, change := key&31, key>>5
		u := lane.Shuffle(t, draws[1], winner)
		if change < impossible && metropolis.Accept(int64(change), temperature, u) {
			t.SyncWarp() // no lane changes links that another still reads
			if t.LaneID() == winner {
				relocate(link, m)
			}
			cost += change
			best = min(best, cost)
		}
		t.SyncWarp()
		if i%8 == 7 {
			temperature *= 0.95
		}
	}
	return cost, best
}

// pspm is the kernel: a walk a warp. Each writes its tour and its costs; best gets the least cost and its walk.
func pspm[D distancer](t lane.Thread, d D, n, iterations int32, tours []int32, costs []int32, best *uint64, seed uint64) {
	link, walk := lane.SharedAt[uint32](t, 4*n*t.WarpID(), n), t.GridWarpID()
	for i := t.LaneID(); i < n; i += lane.WarpSize {
		link[i] = uint32((i+n-1)%n) | uint32((i+1)%n)<<16
	}
	t.SyncWarp()
	final, least := anneal(t, d, link, n, iterations, 30, seed)
	if t.LaneID() == 0 {
		costs[walk] = final
		lane.AtomicMin(t, best, uint64(least)<<32|uint64(walk))
		for i, at := int32(0), int32(0); i < n; i++ {
			tours[walk*n+i] = at
			at = int32(link[at] >> 16)
		}
	}
}

// outcome is what a launch of pspm leaves.
type outcome struct {
	tours, costs []int32
	best         uint64
}

func runPSPM(t testing.TB, e lane.Emulator, n, iterations int32) outcome {
	t.Helper()
	p := plane{make([]float32, n), make([]float32, n)}
	for i := range n {
		at := lane.Random(99, 0, 0, uint32(i))
		p.x[i], p.y[i] = float32(at[0]%1000), float32(at[1]%1000)
	}
	walks := e.Blocks * e.Threads / 32
	o := outcome{make([]int32, walks*n), make([]int32, walks), math.MaxUint64}
	e.Shared = 4 * n * (e.Threads / 32)
	if err := e.Run(func(l lane.Thread) { pspm(l, p, n, iterations, o.tours, o.costs, &o.best, 7) }); err != nil {
		t.Fatal(err)
	}
	for walk := range walks {
		checkTour(t, p, o.tours[walk*n:(walk+1)*n], o.costs[walk])
	}
	return o
}

// checkTour checks that a tour visits each city once and costs what its walk's ledger says.
func checkTour(t testing.TB, p plane, tour []int32, cost int32) {
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

func BenchmarkEmulator_PSPM(b *testing.B) {
	moves := 0.0
	for b.Loop() {
		runPSPM(b, lane.Emulator{Blocks: 2, Threads: 64}, 40, 500)
		moves += 500 * 2 * 64
	}
	b.ReportMetric(moves/b.Elapsed().Seconds(), "moves/s")
}
