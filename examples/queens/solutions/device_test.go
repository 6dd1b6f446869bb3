package solutions

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/cuda"
	_ "github.com/multiwalk/multiwalk/internal/cuda/driver" // a GPU is used where there is one
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

var kernels = map[string]any{"FindSolutions": FindSolutions, "FindLargeSolutions": FindLargeSolutions}

// fileFrom is the file that a device makes.
func fileFrom(t *testing.T, d multiwalk.Device, n int, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	o.Device, o.Out, o.Format = d, &b, Binary
	if stats, err := Find(context.Background(), n, o); err != nil || stats.Found != o.Count {
		t.Fatalf("%v, %d queens: %+v, %v", d, n, stats, err)
	}
	return b.Bytes()
}

// The same walks make the same solutions on an emulator, on several, on GPUs of the fake driver, and on a real one,
// although launches are cut in other ways.
func TestFind_DevicesAgree(t *testing.T) {
	cases := map[int]Options{18: {Count: 10, Walks: 1, Seed: 2}}
	if !testing.Short() {
		cases = map[int]Options{18: {Count: 40, Walks: 3, Seed: 1}, 64: {Count: 30, Walks: 1, Seed: 2}, 300: {Count: 20, Walks: 7, Seed: 3},
			1001: {Count: 5, Walks: 2, Seed: 4}}
	}
	for n, o := range cases {
		want := fileFrom(t, gpu.Emulators(1), n, o)
		if !bytes.Equal(want, fileFrom(t, gpu.Emulators(3), n, o)) {
			t.Errorf("%d queens: three emulators make another file than one", n)
		}
		t.Run("fake", func(t *testing.T) {
			if n > 100 {
				t.Skip("takes seconds: as a GPU the fake makes 64 solutions a walk at once")
			}
			gputest.Computer(t, 2, kernels)
			if !bytes.Equal(want, fileFrom(t, gpu.GPUs(0, 1), n, o)) {
				t.Errorf("%d queens: GPUs of the fake driver make another file than the emulator", n)
			}
		})
		t.Run("gpu", func(t *testing.T) {
			d := gpu.GPUs()
			if err := d.Ready(); err != nil {
				t.Skip(err)
			}
			if !bytes.Equal(want, fileFrom(t, d, n, o)) {
				t.Errorf("%d queens: a GPU makes another file than the emulator", n)
			}
		})
	}
}

// launched runs a kernel on the emulator, with boards in shared memory or not, and returns the solutions.
func launched(t *testing.T, e lane.Emulator, a Finding, shared bool) []int32 {
	t.Helper()
	e.Blocks, e.Threads = (a.Walks+1)/2, 64
	size := int(a.Walks) * int(a.Each) * int(a.N)
	wide, narrow := make([]int32, size), make([]uint16, size)
	halted, stop := make([]uint32, 1), make([]uint32, 1)
	counters := make([]uint32, Counters(int(a.N))*int(a.Walks))
	run := func(t lane.Thread) { FindLargeSolutions(t, a, wide, counters, halted, stop) }
	if shared {
		e.Shared = int32(SharedRoom(int(a.N), 2))
		run = func(t lane.Thread) { FindSolutions(t, a, narrow, halted, stop) }
	}
	must.Do(t, e.Run(run))
	if shared {
		for i, v := range narrow {
			wide[i] = int32(v)
		}
	}
	return wide
}

// Neither the interleaving of the lanes, nor where the board lies, nor how launches are cut decides anything.
func TestFindSolutions_IsAFunctionOfItsArguments(t *testing.T) {
	sizes := []int32{5, 32, 65}
	if !testing.Short() {
		sizes = append(sizes, 4, 6, 7, 8, 13, 31, 33, 130)
	}
	for _, n := range sizes {
		a := Finding{N: n, Walks: 3, Each: 2, First: 10, Seed: 6}
		want := launched(t, lane.Emulator{}, a, true)
		p := newProver(int(n))
		for k := range 6 {
			if x := want[k*int(n) : (k+1)*int(n)]; !prove(p, x) {
				t.Fatalf("%d queens: %v: %v", n, x, flaw(x))
			}
		}
		for seed := uint64(1); seed < 4; seed++ {
			if !slices.Equal(want, launched(t, lane.Emulator{Seed: seed}, a, true)) {
				t.Errorf("%d queens: another interleaving (seed %d) makes other solutions", n, seed)
			}
		}
		if !slices.Equal(want, launched(t, lane.Emulator{Seed: 9}, a, false)) {
			t.Errorf("%d queens: a board in global memory makes other solutions", n)
		}
		a.Each = 1
		first := launched(t, lane.Emulator{}, a, true)
		a.First++
		if !slices.Equal(want, append(first, launched(t, lane.Emulator{}, a, true)...)) {
			t.Errorf("%d queens: two launches make other solutions than one", n)
		}
	}
}

// With a goroutine a thread the race detector sees what no barrier orders.
func TestFindSolutions_HasNoRace(t *testing.T) {
	for _, shared := range []bool{true, false} {
		a := Finding{N: 40, Walks: 2, Each: 1, Seed: 2}
		if !slices.Equal(launched(t, lane.Emulator{}, a, shared), launched(t, lane.Emulator{Free: true}, a, shared)) {
			t.Error("free threads make other solutions")
		}
	}
}

// A launch that is told to stop ends at once, also those walks that do not listen to the host themselves.
func TestFindSolutions_Stops(t *testing.T) {
	a := Finding{N: 50, Walks: 4, Each: 1 << 30, Seed: 2}
	out := make([]uint16, 1000*4*50) // far more than is made until the first look
	e := lane.Emulator{Blocks: 2, Threads: 64, Shared: int32(SharedRoom(50, 2))}
	halted := make([]uint32, 1)
	if err := e.Run(func(t lane.Thread) { FindSolutions(t, a, out, halted, []uint32{1}) }); err != nil || halted[0] != 1 {
		t.Errorf("%v, halted %d", err, halted[0])
	}
}

// The rows of a start are in random order: all of them, and any row at any place.
func TestOrder_IsAPermutation(t *testing.T) {
	for _, n := range []int32{1, 2, 3, 33, 34, 63, 64, 65, 100, 1000, 1025} {
		d := draws{seed: 3, walk: 1}
		seen := make([]int, n)
		for range 400 {
			o := d.order(n)
			taken := make([]bool, n)
			for k := range n {
				v := o.at(k)
				if v < 0 || v >= n || taken[v] {
					t.Fatalf("%d rows: %d at place %d, taken before: %v", n, v, k, v >= 0 && v < n && taken[v])
				}
				taken[v] = true
				if k == n/2 {
					seen[v]++
				}
			}
		}
		for v, times := range seen { // the bound is some six deviations from the mean
			if mean := 400 / float64(n); n >= 33 && float64(times) > mean+6*math.Sqrt(mean)+3 {
				t.Errorf("%d rows: row %d is in the middle %d times of 400", n, v, times)
			}
		}
	}
}

// Each order of a few rows is as likely as any other: here all 24 of four.
func TestDraws_FewAreInAnyOrder(t *testing.T) {
	const launches = 1200
	out := make([]int32, 32)
	seen := map[[4]int32]int{}
	d := draws{seed: 9, walk: 2}
	for range launches {
		now := d
		must.Do(t, (lane.Emulator{Blocks: 1, Threads: 32}).Run(func(t lane.Thread) {
			own := now
			out[t.LaneID()] = own.few(t, 4)
		}))
		seen[[4]int32(out[:4])]++
		d.step++
	}
	for x, times := range seen { // 50 each, and a deviation of 7
		flawed := x[0] == x[1] || x[0] == x[2] || x[0] == x[3] || x[1] == x[2] || x[1] == x[3] || x[2] == x[3]
		if flawed || times < 15 || times > 95 {
			t.Errorf("%v comes %d times of %d", x, times, launches)
		}
	}
	if len(seen) != 24 {
		t.Errorf("%d orders, want 24", len(seen))
	}
}

// Orders hardly ever come again: the keys must not run out before the orders do.
func TestOrder_SeldomRepeats(t *testing.T) {
	const draw = 10_000
	for _, n := range []int32{33, 40, 64, 65, 1000} {
		d, seen := draws{seed: 3, walk: 1}, map[string]bool{}
		for range draw {
			o, text := d.order(n), make([]byte, 2*n)
			for k := range n {
				binary.LittleEndian.PutUint16(text[2*k:], uint16(o.at(k)))
			}
			seen[string(text)] = true
		}
		if repeated := draw - len(seen); repeated > 0 {
			t.Errorf("%d rows: %d orders of %d came again", n, repeated, draw)
		}
	}
}

// Solutions of walks, and of one walk after the other, have no more in common than random permutations.
func TestFindSolutions_HaveLittleInCommon(t *testing.T) {
	const n = 100
	a := Finding{N: n, Walks: 6, Each: 5, Seed: 6}
	x := launched(t, lane.Emulator{}, a, true)
	var list [][]int32
	for k := range 30 {
		list = append(list, x[k*n:(k+1)*n])
	}
	if mean := agreement(list); mean < 0.6 || mean > 1.5 {
		t.Errorf("two solutions agree in %.2f columns on average", mean)
	}
}

// What a driver fails with is told, and nothing hangs.
func TestFind_DeviceFails(t *testing.T) {
	for _, symbol := range []string{"cuModuleLoadData", "cuMemAlloc", "cuMemHostAlloc", "cuStreamCreate", "cuLaunchKernel", "cuMemcpyDtoHAsync", "cuStreamQuery",
		"cuEventSynchronize"} {
		fake := gputest.Computer(t, 1, kernels)
		if _, err := gpu.Of(gpu.GPUs(), 0); err != nil {
			t.Fatal(err)
		}
		fake.Fail(symbol, 0, cuda.UnknownError)
		stats, err := Find(context.Background(), 20, Options{Count: 80, Walks: 1, Device: gpu.GPUs()})
		if !errors.Is(err, gpu.ErrFailed) || stats.End != Failed || !strings.HasPrefix(err.Error(), "multiwalk: ") {
			t.Errorf("%s: %+v, %v", symbol, stats, err)
		}
	}
	gputest.Computer(t, 0, kernels)
	if _, err := Find(context.Background(), 20, Options{Count: 10, Device: gpu.GPUs()}); !errors.Is(err, gpu.ErrNoGPU) {
		t.Errorf("without a GPU: %v", err)
	}
}

// On a device of an H200's size the plan fills it, and no plan is for more memory than there is.
func TestPlan(t *testing.T) {
	gputest.Computer(t, 1, kernels)
	m := must.Have(gpu.Of(gpu.GPUs(), 0))(t)
	p := must.Have(m.Load(gpu.NameOf("queens/solutions", ptx), ptx))(t)
	for _, n := range []int{18, 32, 100, 1000, 5000, 10_000, 38_000, 38_738, 40_000, 100_000, maxOnDevice} {
		w := must.Have(planFor(m, p, n, &Options{}))(t)
		t.Logf("%d queens: %+v", n, w)
		bytes := 2 * w.walks * w.each * n
		if w.large {
			bytes *= 2
		}
		if w.large != (n > 38_738) || w.walks < 1 || w.each < 1 || bytes > largeBytes || !w.large && w.walks < 132 ||
			w.shared > m.SharedPerBlock() {
			t.Errorf("%d queens: %+v, %d bytes", n, w, bytes)
		}
	}
}
