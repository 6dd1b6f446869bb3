package kernelproof

import (
	_ "embed"
	"slices"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/cuda"
	_ "github.com/multiwalk/multiwalk/internal/cuda/driver"
	"github.com/multiwalk/multiwalk/internal/must"
)

//go:embed zkernels.ptx
var ptx []byte

// gpu is a device with the kernels loaded.
type gpu struct {
	c *cuda.Context
	m *cuda.Module
}

// openGPU loads the kernels on the first GPU, or skips.
func openGPU(t testing.TB) *gpu {
	t.Helper()
	d, err := cuda.Open()
	if err != nil {
		t.Skip(err)
	}
	dev := d.Devices()[0]
	if err := dev.CheckCapability(8, 0); err != nil {
		t.Skip(err)
	}
	c := must.Have(dev.NewContext())(t)
	t.Cleanup(func() { must.Do(t, c.Close()) })
	m := must.Have(c.LoadModule("kernelproof", ptx, cuda.ModuleOptions{NoCache: true}))(t)
	t.Logf("%v", dev)
	return &gpu{c, m}
}

func (g *gpu) launch(t testing.TB, kernel string, blocks, threads, shared int32, args ...any) {
	t.Helper()
	f := must.Have(g.m.Function(kernel))(t)
	must.Do(t, f.Launch(cuda.Config{Grid: cuda.Dim{X: int(blocks), Y: 1, Z: 1}, Block: cuda.Dim{X: int(threads), Y: 1, Z: 1},
		Shared: int(shared)}, args...))
}

func upload[T any](t testing.TB, g *gpu, src []T) *cuda.Buffer[T] {
	t.Helper()
	b := must.Have(cuda.BufferOf(g.c, src))(t)
	t.Cleanup(func() { must.Do(t, b.Free()) })
	return b
}

// run runs all kernels on the device, with other shapes than the emulator's where they may not matter.
func (g *gpu) run(t testing.TB, in *inputs) *outputs {
	t.Helper()
	o := newOutputs(in)
	x, starts := upload(t, g, in.x), upload(t, g, in.starts)
	total, scan, steps := upload(t, g, o.total), upload(t, g, o.scan), upload(t, g, o.steps)
	g.launch(t, "Sum", 40, 256, 0, x, total)
	g.launch(t, "Scan", (int32(len(in.x))+o.blockOfScan-1)/o.blockOfScan, o.blockOfScan, 0, x, scan)
	g.launch(t, "Hailstones", 33, 128, 0, starts, steps)
	flow, dist, perm, pairs := upload(t, g, in.flow), upload(t, g, in.dist), upload(t, g, in.perm), upload(t, g, in.pairs)
	deltas := upload(t, g, o.deltas)
	g.launch(t, "SwapDeltas", 7, 96, 0, in.n, flow, dist, perm, pairs, deltas)
	px, py := upload(t, g, in.plane.X), upload(t, g, in.plane.Y)
	tours, costs := upload(t, g, o.tours), upload(t, g, o.costs)
	g.launch(t, "Anneal_Plane", in.warp/4, 128, 4*4*in.cities, px, py, in.cities, in.iterations, o.start, o.alpha, o.seed, tours, costs)
	must.Do(t, g.c.Sync())
	must.Do(t, total.CopyTo(o.total, 0))
	must.Do(t, scan.CopyTo(o.scan, 0))
	must.Do(t, steps.CopyTo(o.steps, 0))
	must.Do(t, deltas.CopyTo(o.deltas, 0))
	must.Do(t, tours.CopyTo(o.tours, 0))
	must.Do(t, costs.CopyTo(o.costs, 0))
	return o
}

// The compiled kernels give on a GPU what the same Go gives in the emulator, bit for bit.
func TestDevice_AgreesWithEmulator(t *testing.T) {
	g := openGPU(t)
	in := newInputs(5000, 33, 120, 500, 8)
	want, got := emulate(t, in), g.run(t, in)
	if got.total[0] != want.total[0] {
		t.Errorf("Sum: %d, want %d", got.total[0], want.total[0])
	}
	for name, same := range map[string]bool{
		"Scan": slices.Equal(got.scan, want.scan), "Hailstones": slices.Equal(got.steps, want.steps),
		"SwapDeltas": slices.Equal(got.deltas, want.deltas),
		"Anneal":     slices.Equal(got.costs, want.costs) && slices.Equal(got.tours, want.tours),
	} {
		if !same {
			t.Errorf("%s differs between device and emulator", name)
		}
	}
	checkWalks(t, in, got)
}

// TestDevice_AnnealRate prints how many moves a second the annealing kernel makes: run it with -v.
func TestDevice_AnnealRate(t *testing.T) {
	g := openGPU(t)
	const cities, iterations, warps = 493, 20000, 132 * 64
	in := newInputs(1, 2, cities, iterations, warps)
	o := newOutputs(in)
	px, py := upload(t, g, in.plane.X), upload(t, g, in.plane.Y)
	tours, costs := upload(t, g, o.tours), upload(t, g, o.costs)
	for _, threads := range []int32{128, 256, 512} {
		began := time.Now()
		g.launch(t, "Anneal_Plane", warps*32/threads, threads, threads/32*4*cities, px, py, in.cities, in.iterations, o.start, o.alpha, o.seed, tours, costs)
		must.Do(t, g.c.Sync())
		took := time.Since(began)
		t.Logf("%d threads a block: %.1fe9 moves/s (%v)", threads, iterations*warps*32/took.Seconds()/1e9, took)
	}
	must.Do(t, tours.CopyTo(o.tours, 0))
	must.Do(t, costs.CopyTo(o.costs, 0))
	checkWalks(t, in, o)
}
