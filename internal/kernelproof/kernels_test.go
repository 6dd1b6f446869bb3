package kernelproof

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// inputs are the same for the emulator and the device.
type inputs struct {
	x                        []int32
	n                        int32
	flow, dist, perm, pairs  []int32
	starts                   []uint64
	plane                    Plane
	cities, iterations, warp int32
}

func newInputs(elements, n, cities, iterations, walks int32) *inputs {
	r := rand.New(rand.NewPCG(1, 2))
	in := &inputs{n: n, cities: cities, iterations: iterations, warp: walks}
	for range elements {
		in.x = append(in.x, int32(r.Uint32()))
		in.starts = append(in.starts, 1+r.Uint64N(1<<24))
	}
	for range n * n {
		in.flow, in.dist = append(in.flow, r.Int32N(100)), append(in.dist, r.Int32N(100))
	}
	for _, v := range r.Perm(int(n)) {
		in.perm = append(in.perm, int32(v))
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			in.pairs = append(in.pairs, i, j)
		}
	}
	for range cities {
		in.plane.X, in.plane.Y = append(in.plane.X, float32(r.IntN(2000))), append(in.plane.Y, float32(r.IntN(2000)))
	}
	return in
}

// outputs are what the kernels leave.
type outputs struct {
	total         []int64
	scan          []int32
	deltas        []int64
	steps         []int32
	tours, costs  []int32
	start, alpha  float64
	seed          uint64
	blockOfScan   int32
	threadsOfWalk int32
}

func newOutputs(in *inputs) *outputs {
	return &outputs{
		total: make([]int64, 1), scan: make([]int32, len(in.x)), deltas: make([]int64, len(in.pairs)/2),
		steps: make([]int32, len(in.starts)), tours: make([]int32, in.warp*in.cities), costs: make([]int32, 2*in.warp),
		start: 200, alpha: 0.98, seed: 42, blockOfScan: 96, threadsOfWalk: 64,
	}
}

// emulate runs all kernels on the CPU.
func emulate(t testing.TB, in *inputs) *outputs {
	t.Helper()
	o := newOutputs(in)
	blocks := func(n int, threads int32) int32 { return (int32(n) + threads - 1) / threads }
	for name, run := range map[string]struct {
		e lane.Emulator
		f func(lane.Thread)
	}{
		"Sum":        {lane.Emulator{Blocks: 3, Threads: 96}, func(l lane.Thread) { Sum(l, in.x, o.total) }},
		"Scan":       {lane.Emulator{Blocks: blocks(len(in.x), o.blockOfScan), Threads: o.blockOfScan}, func(l lane.Thread) { Scan(l, in.x, o.scan) }},
		"SwapDeltas": {lane.Emulator{Blocks: 2, Threads: 128}, func(l lane.Thread) { SwapDeltas(l, in.n, in.flow, in.dist, in.perm, in.pairs, o.deltas) }},
		"Hailstones": {lane.Emulator{Blocks: 2, Threads: 64}, func(l lane.Thread) { Hailstones(l, in.starts, o.steps) }},
		"Anneal": {lane.Emulator{Blocks: in.warp * 32 / o.threadsOfWalk, Threads: o.threadsOfWalk, Shared: 4 * in.cities * o.threadsOfWalk / 32},
			func(l lane.Thread) {
				Anneal(l, in.plane, in.cities, in.iterations, o.start, o.alpha, o.seed, o.tours, o.costs)
			}},
	} {
		if err := run.e.Run(run.f); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return o
}

func TestEmulator_AgreesWithPlainLoops(t *testing.T) {
	in := newInputs(1000, 12, 50, 300, 4)
	o := emulate(t, in)
	sum, scan := int64(0), int32(0)
	for i, v := range in.x {
		sum += int64(v)
		if int32(i)%o.blockOfScan == 0 {
			scan = 0
		}
		if scan += v; o.scan[i] != scan {
			t.Fatalf("scan[%d] is %d, want %d", i, o.scan[i], scan)
		}
		steps := int32(0)
		for v := in.starts[i]; v != 1; steps++ {
			if v%2 == 0 {
				v /= 2
			} else {
				v = 3*v + 1
			}
		}
		if o.steps[i] != steps {
			t.Fatalf("%d takes %d steps, want %d", in.starts[i], o.steps[i], steps)
		}
	}
	if o.total[0] != sum {
		t.Errorf("sum %d, want %d", o.total[0], sum)
	}
	cost := func(x []int32) (c int64) {
		for i := range x {
			for j := range x {
				c += int64(in.flow[i*len(x)+j]) * int64(in.dist[int(x[i])*len(x)+int(x[j])])
			}
		}
		return c
	}
	for k, d := range o.deltas {
		x := slices.Clone(in.perm)
		i, j := in.pairs[2*k], in.pairs[2*k+1]
		x[i], x[j] = x[j], x[i]
		if want := cost(x) - cost(in.perm); d != want {
			t.Fatalf("swap %d %d: delta %d, want %d", i, j, d, want)
		}
	}
	checkWalks(t, in, o)
}

// checkWalks evaluates each walk's tour again.
func checkWalks(t *testing.T, in *inputs, o *outputs) {
	t.Helper()
	n := int(in.cities)
	for walk := range int(in.warp) {
		tour, sum := o.tours[walk*n:(walk+1)*n], int32(0)
		for i, c := range tour {
			sum += in.plane.Dist(c, tour[(i+1)%n])
		}
		sorted := slices.Sorted(slices.Values(tour))
		for i, c := range sorted {
			if int(c) != i {
				t.Fatalf("walk %d: %v is no tour", walk, tour)
			}
		}
		if sum != o.costs[2*walk] || o.costs[2*walk+1] > sum {
			t.Fatalf("walk %d: tour costs %d, ledger says %d, least %d", walk, sum, o.costs[2*walk], o.costs[2*walk+1])
		}
	}
}
