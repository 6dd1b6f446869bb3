package cuda_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/must"
)

func TestContext_CloseFreesAll(t *testing.T) {
	both(t, func(t *testing.T, other *cuda.Context) {
		c := must.Be(other.Device().NewContext())
		f := function(t, c, "vecadd")
		b, p := must.Be(cuda.NewBuffer[int32](c, 10)), must.Be(cuda.NewPinned[int32](c, 10))
		s, e := must.Be(c.NewStream()), must.Be(c.NewEvent())
		must.Do(t, c.Close())
		if p.Slice() != nil {
			t.Error("pinned memory of a closed context still gives a slice")
		}
		_, bufferErr := cuda.NewBuffer[int32](c, 1)
		_, moduleErr := c.LoadModule("m", kernels, cuda.ModuleOptions{NoCache: true})
		_, streamErr := c.NewStream()
		_, eventErr := c.NewEvent()
		_, pinnedErr := cuda.NewPinned[int32](c, 1)
		for _, err := range []error{b.Free(), p.Free(), s.Free(), e.Free(), c.Close(), c.Sync(), s.Sync(), e.Sync(),
			b.CopyTo(make([]int32, 1), 0), b.Zero(), f.Launch(grid(1, 1)), bufferErr, moduleErr, streamErr, eventErr, pinnedErr} {
			wantError(t, err, cuda.ErrClosed)
		}
		must.Do(t, other.Sync())
	})
}

// TestContext_ManyGoroutines has goroutines, which move between threads, use two devices at once.
func TestContext_ManyGoroutines(t *testing.T) {
	fake := newFake(cudatest.H200(), cudatest.H200())
	d := must.Be(fake.Open())
	manyGoroutines(t, d)
	for _, m := range fake.Misuse() {
		t.Error(m)
	}
	if d, err := cuda.Open(); err == nil {
		t.Logf("on %d devices", len(d.Devices()))
		manyGoroutines(t, d)
	}
}

func manyGoroutines(t *testing.T, d *cuda.Driver) {
	var all sync.WaitGroup
	for _, dev := range d.Devices() {
		c := must.Be(dev.NewContext())
		defer func() { must.Do(t, c.Close()) }()
		f := function(t, c, "vecadd")
		for g := range 8 {
			all.Go(func() {
				if err := work(c, f, g); err != nil {
					t.Errorf("%v, goroutine %d: %v", dev, g, err)
				}
			})
		}
	}
	all.Wait()
}

// work doubles a vector some times on a stream of its own.
func work(c *cuda.Context, f *cuda.Function, g int) error {
	s, err := c.NewStream()
	if err != nil {
		return err
	}
	defer s.Free()
	for round := range 20 {
		x := []float32{float32(g), float32(round), 1}
		b, err := cuda.BufferOf(c, x)
		if err != nil {
			return err
		}
		cfg := grid(1, 32)
		cfg.Stream = s
		got := make([]float32, 3)
		if err := errors.Join(f.Launch(cfg, b, b, b, float32(1)), s.Sync(), b.CopyTo(got, 0), b.Free()); err != nil {
			return err
		}
		if !slices.Equal(got, []float32{2 * x[0], 2 * x[1], 2}) {
			return fmt.Errorf("%v doubled is %v", x, got)
		}
	}
	return nil
}

// TestContext_CloseDuringUse: a Close amid others' calls ends them with ErrClosed or lets them end, and never less.
func TestContext_CloseDuringUse(t *testing.T) {
	fake := newFake()
	c := must.Be(must.Be(fake.Open()).Devices()[0].NewContext())
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for {
				b, err := cuda.NewBuffer[int32](c, 100)
				if err == nil {
					err = b.Zero()
				}
				if err != nil {
					must.Fail(t, cuda.ErrClosed)(err)
					return
				}
			}
		})
	}
	time.Sleep(10 * time.Millisecond)
	must.Do(t, c.Close())
	all.Wait()
	for _, m := range fake.Misuse() {
		t.Error(m)
	}
}

// TestContext_OtherDevice: what belongs to one device is refused by another.
func TestContext_OtherDevice(t *testing.T) {
	fake := newFake(cudatest.H200(), cudatest.H200())
	d := must.Be(fake.Open())
	a, b := must.Be(d.Devices()[0].NewContext()), must.Be(d.Devices()[1].NewContext())
	defer a.Close()
	defer b.Close()
	buffer, stream := must.Be(cuda.NewBuffer[int32](a, 4)), must.Be(a.NewStream())
	mine := must.Be(cuda.NewBuffer[int32](b, 4))
	f := function(t, b, "reverse")
	wantError(t, f.Launch(grid(1, 4), buffer), nil, "another context, of device 0")
	cfg := grid(1, 4)
	cfg.Stream = stream
	wantError(t, f.Launch(cfg, mine), nil, "the stream is of device 0")
	pinned := must.Be(cuda.NewPinned[int32](a, 4)) // one flag for all devices
	must.Do(t, f.Launch(grid(1, 4), pinned))
	must.Do(t, b.Sync())
}

func TestContext_Lost(t *testing.T) {
	fake := newFake(cudatest.H200(), cudatest.H200())
	d := must.Be(fake.Open())
	c := must.Be(d.Devices()[0].NewContext())
	lose(t, c)
	second := must.Be(d.Devices()[1].NewContext()) // others go on
	must.Do(t, must.Be(cuda.BufferOf(second, []int32{1})).Free())
	must.Do(t, second.Close())
	for _, m := range fake.Misuse() {
		t.Error(m)
	}
}

// TestContext_LostOnDevice runs in a process of its own, for the device is of no use to it afterwards.
func TestContext_LostOnDevice(t *testing.T) {
	if os.Getenv("MULTIWALK_LOSE_DEVICE") == "" {
		if _, err := cuda.Open(); err != nil {
			t.Skip(err)
		}
		cmd := exec.Command(must.Be(os.Executable()), "-test.run=^TestContext_LostOnDevice$", "-test.v")
		cmd.Env = append(os.Environ(), "MULTIWALK_LOSE_DEVICE=1")
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestContext_LostOnDevice") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	lose(t, must.Be(must.Be(cuda.Open()).Devices()[0].NewContext()))
}

// lose runs a kernel that faults, and checks what a user sees from then on.
func lose(t *testing.T, c *cuda.Context) {
	t.Helper()
	f := function(t, c, "fault")
	b, p := must.Be(cuda.NewBuffer[int32](c, 4)), must.Be(cuda.NewPinned[int32](c, 4))
	must.Do(t, f.Launch(grid(1, 1)))
	err := c.Sync()
	wantError(t, err, cuda.ErrDeviceLost, "waiting for all work", "CUDA_ERROR_ILLEGAL_ADDRESS", "lost to this process")
	if c.Lost() == nil || c.Lost().Error() != err.Error() {
		t.Errorf("Lost() = %v", c.Lost())
	}
	wantError(t, b.Zero(), cuda.ErrDeviceLost, "clearing device memory: the device was lost earlier", "waiting for all work")
	wantError(t, f.Launch(grid(1, 1)), cuda.ErrDeviceLost, "launching fault")
	must.Do(t, b.Free()) // it is gone already
	if b.Free() == nil {
		t.Error("a second Free on a lost device is no error")
	}
	must.Do(t, p.Free())
	must.Do(t, c.Close())
	wantError(t, c.Close(), cuda.ErrClosed)
}

// TestContext_FaultSurfacesInClose: a fault that nobody waited for is not swallowed.
func TestContext_FaultSurfacesInClose(t *testing.T) {
	fake := newFake()
	c := must.Be(must.Be(fake.Open()).Devices()[0].NewContext())
	must.Do(t, function(t, c, "fault").Launch(grid(1, 1)))
	wantError(t, c.Close(), cuda.ErrDeviceLost, "closing the context")
}

// TestContext_Order: calls are made in the order asked, and copies wait before and after.
func TestContext_Order(t *testing.T) {
	fake := newFake()
	c := must.Be(must.Be(fake.Open()).Devices()[0].NewContext())
	n := len(fake.Calls())
	b := must.Be(cuda.NewBuffer[int32](c, 4))
	must.Do(t, c.Sync())
	must.Do(t, b.CopyFrom(0, []int32{1, 2}))
	must.Do(t, b.Free())
	want := []string{"cuMemAlloc", "cuCtxSynchronize", "cuStreamQuery", "cuMemcpyHtoDAsync", "cuStreamQuery", "cuMemFree"}
	skip := []string{"cuCtxSetCurrent", "cuEventCreate", "cuEventRecord", "cuEventSynchronize", "cuEventDestroy"} // these where the fake takes its time
	got := slices.DeleteFunc(fake.Calls()[n:], func(call string) bool { return slices.Contains(skip, call) })
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("calls %v, want %v", got, want)
	}
	must.Do(t, c.Close())
}

// TestContext_SleepsThroughLongWork: a wait sleeps when the work takes longer than a moment.
func TestContext_SleepsThroughLongWork(t *testing.T) {
	fake := newFake()
	c := must.Be(must.Be(fake.Open()).Devices()[0].NewContext())
	flag, turns := must.Be(cuda.BufferOf(c, []int32{0})), must.Be(cuda.BufferOf(c, []int64{0}))
	e := must.Be(c.NewEvent())
	must.Do(t, function(t, c, "spin").Launch(grid(1, 1), flag, turns, int64(1000)))
	must.Do(t, e.Record(nil))
	before := fake.Count("cuEventSynchronize") // copies may have slept
	must.Do(t, e.Sync())
	if n := fake.Count("cuEventSynchronize") - before; n != 1 {
		t.Errorf("it slept %d times", n)
	}
	must.Do(t, c.Close())
}
