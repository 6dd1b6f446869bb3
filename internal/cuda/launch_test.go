package cuda_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// grid is the shape of a launch of so many blocks and threads.
func grid(blocks, threads int) cuda.Config {
	return cuda.Config{Grid: cuda.Dim{X: blocks}, Block: cuda.Dim{X: threads}}
}

func TestLaunch_VectorAdd(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		f := function(t, c, "vecadd")
		for _, n := range []int{1, 31, 32, 33, 65, 100_000} {
			x, y := make([]float32, n), make([]float32, n)
			for i := range x {
				x[i], y[i] = float32(i), float32(7*i)
			}
			bx, by, bz := must.Be(cuda.BufferOf(c, x)), must.Be(cuda.BufferOf(c, y)), must.Be(cuda.NewBuffer[float32](c, n))
			must.Do(t, f.Launch(grid((n+127)/128, 128), bx, by, bz, float32(0.5)))
			z := make([]float32, n)
			must.Do(t, bz.CopyTo(z, 0)) // waits for the launch
			for i := range z {
				if z[i] != 0.5*x[i]+y[i] {
					t.Fatalf("n = %d: value %d is %v, want %v", n, i, z[i], 0.5*x[i]+y[i])
				}
			}
		}
	})
}

// TestLaunch_SharedMemory uses all the shared memory that a block may opt in for.
func TestLaunch_SharedMemory(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		f := function(t, c, "reverse")
		v := make([]int32, 1000)
		for i := range v {
			v[i] = int32(i)
		}
		b := must.Be(cuda.BufferOf(c, v))
		for _, shared := range []int{4000, 48 << 10, 48<<10 + 16, f.MaxShared()} {
			cfg := grid(1, 1000)
			cfg.Shared = shared
			must.Do(t, f.Launch(cfg, b))
			got := make([]int32, len(v))
			must.Do(t, b.CopyTo(got, 0))
			slices.Reverse(v)
			if !slices.Equal(got, v) {
				t.Errorf("wrong answer with %d bytes of shared memory", shared)
			}
		}
		cfg := grid(1, 1000)
		cfg.Shared = f.MaxShared() + 1
		wantError(t, f.Launch(cfg, b), nil, "launching reverse", "bytes of dynamic shared memory a block cannot be", "has")
		some := must.Be(f.BlocksPerSM(256, 1<<10))
		all := must.Be(f.BlocksPerSM(256, f.MaxShared()))
		none := must.Be(f.BlocksPerSM(256, f.MaxShared()+1))
		if some < 2 || all != 1 || none != 0 {
			t.Errorf("%d, %d and %d blocks fit with 1 KiB, all and more shared memory, want several, 1 and 0", some, all, none)
		}
	})
}

// TestLaunch_StopFlag runs a persistent kernel that hears from the host, and that the host hears from, while other work
// goes on: calls, copies and another kernel.
func TestLaunch_StopFlag(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		spin, add := function(t, c, "spin"), function(t, c, "vecadd")
		flag, turns := must.Be(cuda.NewPinned[int32](c, 1)), must.Be(cuda.NewPinned[int64](c, 1))
		s := must.Be(c.NewStream())
		b := must.Be(cuda.BufferOf(c, []float32{1, 2, 3}))
		cfg := grid(1, 1)
		cfg.Stream = s
		const limit = 5_000_000 // some seconds, so that a lost flag fails the test rather than hangs it
		must.Do(t, spin.Launch(cfg, flag, turns, int64(limit)))
		for began := time.Now(); atomic.LoadInt64(&turns.Slice()[0]) == 0; {
			if time.Since(began) > time.Minute {
				t.Fatal("the kernel does not start")
			}
			time.Sleep(time.Millisecond)
		}
		must.Do(t, add.Launch(grid(1, 32), b, b, b, float32(1)))
		got := make([]float32, 3)
		must.Do(t, b.CopyTo(got, 0))
		if !slices.Equal(got, []float32{2, 4, 6}) {
			t.Errorf("a kernel beside the persistent one gave %v", got)
		}
		if done, err := s.Done(); done || err != nil {
			t.Errorf("the persistent kernel ended by itself: %v, %v", done, err)
		}
		atomic.StoreInt32(&flag.Slice()[0], 1)
		must.Do(t, s.Sync())
		if n := atomic.LoadInt64(&turns.Slice()[0]); n < 1 || n >= limit {
			t.Errorf("%d turns: the flag did not stop the kernel", n)
		}
		if done, err := s.Done(); !done || err != nil {
			t.Errorf("Done after Sync: %v, %v", done, err)
		}
	})
}

func TestLaunch_Refuses(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		f := function(t, c, "vecadd")
		b := must.Be(cuda.NewBuffer[float32](c, 4))
		var none *cuda.Buffer[float32]
		for _, x := range []struct {
			cfg  cuda.Config
			args []any
			says string
		}{
			{grid(0, 32), []any{b, b, b, float32(1)}, "a grid of 0x1x1 blocks cannot be"},
			{grid(1, 0), []any{b, b, b, float32(1)}, "a block of 0x1x1 threads cannot be"},
			{grid(1, 1025), []any{b, b, b, float32(1)}, "a block of 1025x1x1 threads cannot be; this kernel can have at most 1024"},
			{grid(1, 32), []any{b, b, []float32{1}, float32(1)}, "argument 2: it is a Go slice, []float32; copy it to a Buffer"},
			{grid(1, 32), []any{b, b, nil, float32(1)}, "argument 2: it is nil"},
			{grid(1, 32), []any{b, b, none, float32(1)}, "argument 2: the buffer is nil"},
			{grid(1, 32), []any{b, b, b, "1"}, "argument 3: string holds Go pointers"},
		} {
			wantError(t, f.Launch(x.cfg, x.args...), nil, "cuda: launching vecadd: "+x.says)
		}
		freed := must.Be(cuda.NewBuffer[float32](c, 4))
		must.Do(t, freed.Free())
		wantError(t, f.Launch(grid(1, 32), b, b, freed, float32(1)), cuda.ErrClosed, "argument 2: the buffer is already")
	})
}

// problem is a struct that says itself how a kernel takes it.
type problem struct {
	n    int32
	flow *cuda.Buffer[int32]
}

func (p problem) AddParams(to *cuda.Params) error {
	to.Uint32(uint32(p.n))
	return to.Any(p.flow)
}

const signatures = `.version 7.8
.target sm_80
.address_size 64
.visible .entry all(.param .u8 a, .param .b16 b, .param .u32 c, .param .u64 d, .param .f32 e, .param .f64 f,
	.param .align 8 .b8 g[24], .param .u32 n, .param .u64 .ptr .global .align 4 flow, .param .u64 flow_len, .param .u64 p)
{ ret; }`

// TestLaunch_Parameters checks every kind of argument as the kernel gets it.
func TestLaunch_Parameters(t *testing.T) {
	fake := cudatest.New()
	c := must.Be(must.Be(fake.Open()).Devices()[0].NewContext())
	defer c.Close()
	f := must.Be(must.Be(c.LoadModule("m", []byte(signatures), cuda.ModuleOptions{NoCache: true})).Function("all"))
	flow := must.Be(cuda.BufferOf(c, []int32{5, 6, 7}))
	type named int16
	ran := false
	fake.Kernel("all", func(l *cudatest.Launch) {
		ran = true
		g := cudatest.Value[pair](l, 6)
		if cudatest.Value[bool](l, 0) != true || cudatest.Value[int16](l, 1) != -7 || cudatest.Value[uint32](l, 2) != 1<<31 ||
			cudatest.Value[int64](l, 3) != -9 || cudatest.Value[float32](l, 4) != 1.5 || cudatest.Value[float64](l, 5) != 2.5 ||
			g != (pair{3, [2]float64{4, 5}}) || cudatest.Value[int32](l, 7) != 3 ||
			!slices.Equal(cudatest.Slice[int32](l, 8), []int32{5, 6, 7}) || cudatest.Value[cuda.DevicePtr](l, 10) != flow.Ptr() {
			t.Errorf("the kernel got %v", l.Params)
		}
		if l.Grid != (cuda.Dim{X: 2, Y: 3, Z: 1}) || l.Block != (cuda.Dim{X: 4, Y: 1, Z: 5}) || l.Shared != 100 || !l.Cooperative {
			t.Errorf("the kernel got the shape %+v", l)
		}
	})
	cfg := cuda.Config{Grid: cuda.Dim{X: 2, Y: 3}, Block: cuda.Dim{X: 4, Z: 5}, Shared: 100, Cooperative: true}
	args := []any{true, named(-7), uint32(1 << 31), -9, float32(1.5), 2.5, pair{3, [2]float64{4, 5}}, problem{3, flow}, flow.Ptr()}
	must.Do(t, f.Launch(cfg, args...))
	must.Do(t, c.Sync())
	if !ran {
		t.Error("the kernel did not run")
	}
	wantError(t, f.Launch(cfg, args[1:]...), nil, "the kernel has 11 parameters and these arguments make 10")
	args[2] = int64(1)
	wantError(t, f.Launch(cfg, args...), nil, "parameter 2 has 4 bytes in the kernel and 8 here")

	fake.Fail("cuLaunchCooperativeKernel", 0, cuda.LaunchOutOfResources)
	args[2] = int32(1)
	wantError(t, f.Launch(cfg, args...), nil, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "32 registers a thread")
}

// TestLaunch_OldDriver launches where the driver cannot tell a kernel's signature.
func TestLaunch_OldDriver(t *testing.T) {
	fake := newFake()
	fake.SetVersion(11080)
	api := fake.API()
	api.FuncGetParamInfo, api.FuncLoad = nil, nil
	c := must.Be(must.Be(cuda.OpenAPI(api)).Devices()[0].NewContext())
	defer c.Close()
	b := must.Be(cuda.BufferOf(c, []int32{1, 2}))
	must.Do(t, function(t, c, "reverse").Launch(grid(1, 2), b))
	got := make([]int32, 2)
	must.Do(t, b.CopyTo(got, 0))
	if !slices.Equal(got, []int32{2, 1}) {
		t.Errorf("got %v", got)
	}
}

func TestStreams_Events(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		spin := function(t, c, "spin")
		flag, turns := must.Be(cuda.NewPinned[int32](c, 1)), must.Be(cuda.NewPinned[int64](c, 1))
		a, b := must.Be(c.NewStream()), must.Be(c.NewStream())
		from, to, behind := must.Be(c.NewEvent()), must.Be(c.NewEvent()), must.Be(c.NewEvent())
		cfg := grid(1, 1)
		cfg.Stream = a
		began := time.Now()
		must.Do(t, from.Record(a))
		must.Do(t, from.Sync()) // the stream may be late
		marked := time.Now()
		must.Do(t, spin.Launch(cfg, flag, turns, int64(5_000_000)))
		must.Do(t, to.Record(a))
		must.Do(t, behind.Record(a))
		time.Sleep(5 * time.Millisecond)
		for _, e := range []*cuda.Event{to, behind} {
			if done, err := e.Done(); done || err != nil {
				t.Errorf("an event behind a running kernel: done %v, %v", done, err)
			}
		}
		_, err := to.Since(from)
		wantError(t, err, nil, "CUDA_ERROR_NOT_READY", "Sync the later one first")
		least := time.Since(marked)
		atomic.StoreInt32(&flag.Slice()[0], 1)
		must.Do(t, behind.Sync())
		must.Do(t, to.Sync())
		d := must.Have(to.Since(from))(t)
		if d < least-time.Millisecond || d > time.Since(began)+time.Millisecond {
			t.Errorf("the kernel took %v between its events", d)
		}
		if done, err := behind.Done(); !done || err != nil {
			t.Errorf("after Sync: done %v, %v", done, err)
		}
		must.Do(t, from.Free())
		wantError(t, from.Free(), cuda.ErrClosed)
		wantError(t, from.Sync(), cuda.ErrClosed)
		wantError(t, from.Record(a), cuda.ErrClosed)
		must.Do(t, b.Free())
		wantError(t, to.Record(b), cuda.ErrClosed)
		wantError(t, b.Sync(), cuda.ErrClosed)
	})
}
