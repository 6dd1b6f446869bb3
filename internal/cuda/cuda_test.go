package cuda_test

import (
	_ "embed"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	_ "github.com/multiwalk/multiwalk/internal/cuda/driver"
	"github.com/multiwalk/multiwalk/internal/must"
)

//go:embed testdata/kernels.ptx
var kernels []byte

// newFake is a fake driver with Go twins of testdata/kernels.ptx.
func newFake(devices ...cuda.Properties) *cudatest.Fake {
	fake := cudatest.New(devices...)
	fake.Kernel("vecadd", func(l *cudatest.Launch) {
		x, y, z := cudatest.Slice[float32](l, 0), cudatest.Slice[float32](l, 2), cudatest.Slice[float32](l, 4)
		scale := cudatest.Value[float32](l, 6)
		for i := range min(len(z), l.Grid.X*l.Block.X) {
			z[i] = float32(scale*x[i]) + y[i]
		}
	})
	fake.Kernel("spin", func(l *cudatest.Launch) {
		flag, turns := cudatest.Slice[int32](l, 0), cudatest.Slice[int64](l, 2)
		for n := int64(1); n <= cudatest.Value[int64](l, 4); n++ {
			atomic.StoreInt64(&turns[0], n)
			if atomic.LoadInt32(&flag[0]) != 0 {
				return
			}
			time.Sleep(time.Microsecond)
		}
	})
	fake.Kernel("reverse", func(l *cudatest.Launch) {
		z := cudatest.Slice[int32](l, 0)
		for i, j := 0, len(z)-1; i < j; i, j = i+1, j-1 {
			z[i], z[j] = z[j], z[i]
		}
	})
	fake.Kernel("fault", func(*cudatest.Launch) { panic(cuda.IllegalAddress) })
	return fake
}

// both runs a test on a fake device and on the first real one, where there is one.
func both(t *testing.T, test func(t *testing.T, c *cuda.Context)) {
	t.Run("fake", func(t *testing.T) {
		fake := newFake()
		d := must.Have(fake.Open())(t)
		onContext(t, d, test)
		for _, m := range fake.Misuse() {
			t.Error(m)
		}
	})
	t.Run("device", func(t *testing.T) {
		d, err := cuda.Open()
		if err != nil {
			t.Skip(err)
		}
		onContext(t, d, test)
	})
}

func onContext(t *testing.T, d *cuda.Driver, test func(t *testing.T, c *cuda.Context)) {
	t.Helper()
	c := must.Be(d.Devices()[0].NewContext())
	t.Run("context", func(t *testing.T) { test(t, c) }) // returns after t.Fatal too
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// wantError checks what an error wraps and says.
func wantError(t *testing.T, err, wraps error, says ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want one that wraps %q and says %q", wraps, says)
	}
	if wraps != nil && !errors.Is(err, wraps) {
		t.Errorf("error %q does not wrap %q", err, wraps)
	}
	for _, s := range says {
		must.Fail(t, s)(err)
	}
	if !strings.HasPrefix(err.Error(), "cuda: ") {
		t.Errorf("error %q does not start with the package's name", err)
	}
}

// function loads the test's kernels, compiled afresh, and finds one.
func function(t *testing.T, c *cuda.Context, name string) *cuda.Function {
	t.Helper()
	m := must.Have(c.LoadModule("kernels", kernels, cuda.ModuleOptions{NoCache: true}))(t)
	f := must.Have(m.Function(name))(t)
	return f
}

func TestOpen_Errors(t *testing.T) {
	fake := cudatest.New()
	fake.RemoveDevices()
	_, err := fake.Open()
	wantError(t, err, cuda.ErrNoDevice)

	fake = cudatest.New()
	fake.SetVersion(11040)
	_, err = fake.Open()
	wantError(t, err, cuda.ErrDriverTooOld, "11.4", "11.8", "update")

	for _, c := range []struct {
		r     cuda.Result
		wraps error
		says  string
	}{
		{cuda.NoDevice, cuda.ErrNoDevice, "CUDA_ERROR_NO_DEVICE: no CUDA-capable device is detected; see nvidia-smi"},
		{cuda.StubLibrary, cuda.ErrNoDriver, "CUDA_ERROR_STUB_LIBRARY"},
		{cuda.SystemDriverMismatch, nil, "reboot"},
		{cuda.Result(12345), nil, "CUDA_ERROR_12345"},
	} {
		fake = cudatest.New()
		fake.Fail("cuInit", 0, c.r)
		_, err = fake.Open()
		wantError(t, err, c.wraps, "starting the driver", c.says)
	}
	for _, symbol := range []string{"cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGetName", "cuDeviceGetAttribute"} {
		fake = cudatest.New()
		fake.Fail(symbol, 0, cuda.UnknownError)
		_, err = fake.Open()
		wantError(t, err, nil, "CUDA_ERROR_UNKNOWN: unknown error")
	}
}

// TestOpen says what Open makes of this machine: a driver, or one of the errors that callers tell apart.
func TestOpen(t *testing.T) {
	d, err := cuda.Open()
	if err != nil {
		if !errors.Is(err, cuda.ErrNoDriver) && !errors.Is(err, cuda.ErrNoDevice) && !errors.Is(err, cuda.ErrDriverTooOld) {
			t.Error(err)
		}
		t.Skip(err)
	}
	if again := must.Be(cuda.Open()); again != d {
		t.Error("a second Open started another driver")
	}
}

func TestProperties(t *testing.T) {
	d := must.Be(cudatest.New().Open())
	dev := d.Devices()[0]
	if dev.Properties() != cudatest.H200() {
		t.Errorf("properties %+v, want %+v", dev.Properties(), cudatest.H200())
	}
	if got := dev.String(); got != "device 0 (Fake H200)" {
		t.Errorf("String() = %q", got)
	}
	if d.VersionText() != "13.0" || d.Version() != 13000 {
		t.Errorf("version %d, %s", d.Version(), d.VersionText())
	}
	must.Do(t, dev.CheckCapability(cuda.MinimumMajor, cuda.MinimumMinor))
	must.Do(t, dev.CheckCapability(9, 0))
	wantError(t, dev.CheckCapability(9, 1), cuda.ErrCapability, "9.0", "9.1", "Fake H200")
	wantError(t, dev.CheckCapability(10, 0), cuda.ErrCapability)
}

// TestEveryCallFails makes every C function of a usual run fail in turn, at each of its calls: the error must be the
// driver's, nothing may be left behind, and the context must close.
func TestEveryCallFails(t *testing.T) {
	calm := newFake()
	d := must.Be(calm.Open())
	before := len(calm.Calls())
	must.Do(t, usualRun(d))
	nth := map[string]int{}
	for _, symbol := range calm.Calls()[before:] {
		if nth[symbol] == 20 { // a wait asks hundreds of times
			continue
		}
		fake := newFake()
		d := must.Be(fake.Open())
		done := fake.Count(symbol) // calls made by Open
		fake.Fail(symbol, nth[symbol], cuda.UnknownError)
		nth[symbol]++
		err := usualRun(d)
		certain, waits := waiting[symbol]
		switch {
		case fake.Count(symbol) < done+nth[symbol] && waits && nth[symbol] > certain: // this time it had not to be asked as often
		case fake.Count(symbol) < done+nth[symbol]:
			t.Errorf("call %d of %s was not reached", nth[symbol], symbol)
		case symbol == "cuLinkDestroy" || symbol == "cuFuncGetParamInfo" || symbol == "cuFuncLoad": // nothing is lost, so nothing is said
			must.Do(t, err)
		case err == nil:
			t.Errorf("failure of call %d of %s went unnoticed", nth[symbol], symbol)
		default:
			wantError(t, err, nil, "CUDA_ERROR_UNKNOWN: unknown error")
		}
		for _, m := range fake.Misuse() {
			if !freeing[symbol] {
				t.Errorf("call %d of %s failed: %s", nth[symbol], symbol, m)
			}
		}
	}
}

// waiting are the calls that waits make, and how often depends on how long the work takes; and how many a usual run makes in any case.
var waiting = map[string]int{"cuStreamQuery": 0, "cuEventQuery": 0, "cuEventSynchronize": 0, "cuEventCreate": 2, "cuEventRecord": 2,
	"cuEventDestroy": 2}

// freeing are the calls whose failure leaves what they were to free; Close needs the context current.
var freeing = map[string]bool{"cuCtxSetCurrent": true, "cuMemFree": true, "cuMemFreeHost": true, "cuStreamDestroy": true, "cuEventDestroy": true,
	"cuModuleUnload": true}

// usualRun uses all of the package once, and returns the first error, Close's included.
func usualRun(d *cuda.Driver) (err error) {
	c, err := d.Devices()[0].NewContext()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	defer func() {
		if p := recover(); p != nil {
			err = p.(error)
		}
	}()
	m := must.Be(c.LoadModule("kernels", kernels, cuda.ModuleOptions{NoCache: true}))
	f := must.Be(m.Function("reverse"))
	must.Be(f.BlocksPerSM(64, 100<<10))
	s, e, e2 := must.Be(c.NewStream()), must.Be(c.NewEvent()), must.Be(c.NewEvent())
	pin := must.Be(cuda.NewPinned[int32](c, 64))
	b := must.Be(cuda.BufferOf(c, make([]int32, 64)))
	must.Be(c.NewStream()) // left to Close, as are the events
	for _, step := range []func() error{
		b.Zero, func() error { return e.Record(s) },
		func() error { return b.CopyFromAsync(s, 0, pin.Slice()) },
		func() error { return f.Launch(cuda.Config{Grid: cuda.Dim{X: 1}, Block: cuda.Dim{X: 64}, Stream: s}, b) },
		func() error { return b.CopyToAsync(s, pin.Slice(), 0) },
		func() error { return e2.Record(s) }, e2.Sync, s.Sync, c.Sync,
		func() error { _, err := e2.Since(e); return err },
		func() error { _, err := e2.Done(); return err }, func() error { _, err := s.Done(); return err },
		func() error { _, _, err := c.MemoryInfo(); return err },
		func() error { return b.CopyTo(make([]int32, 64), 0) },
		b.Free, pin.Free, s.Free, m.Free,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
