package cuda_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/cuda"
)

// openTime is how long it took to load the driver, first thing in the process, and openErr what came of it.
var openTime, openErr = openFirst()

// openFirst keeps the driver's own cache of compiled kernels out of the measurements, and starts the driver.
func openFirst() (time.Duration, error) {
	os.Setenv("CUDA_CACHE_DISABLE", "1")
	began := time.Now()
	_, err := cuda.Open()
	return time.Since(began), err
}

// TestDevice_Report prints what the devices are and how long a program waits for its first kernel: run it with -v.
func TestDevice_Report(t *testing.T) {
	if openErr != nil {
		t.Skip(openErr)
	}
	d := must(cuda.Open())
	t.Logf("driver for CUDA %s, %d devices, started in %v", d.VersionText(), len(d.Devices()), openTime.Round(time.Microsecond))
	for _, dev := range d.Devices() {
		t.Logf("%v: %+v", dev, dev.Properties())
		if p := dev.Properties(); p.SMs < 1 || p.WarpSize != 32 || p.Memory == 0 || p.PCI == "" || p.SharedPerBlockOptIn < 48<<10 {
			t.Errorf("%v has impossible properties", dev)
		}
	}
	dev := d.Devices()[0]
	if err := dev.CheckCapability(cuda.MinimumMajor, cuda.MinimumMinor); err != nil {
		t.Skip(err)
	}
	opt := cuda.ModuleOptions{CacheDir: t.TempDir()}
	for _, cache := range []string{"cold", "warm"} {
		firstLaunch(t, dev, opt, cache)
	}
	callTimes(t, dev, opt)
}

// firstLaunch measures from no context to the first result.
func firstLaunch(t *testing.T, dev *cuda.Device, opt cuda.ModuleOptions, cache string) {
	t.Helper()
	began := time.Now()
	c := must(dev.NewContext())
	defer func() { check(t, c.Close()) }()
	context := time.Since(began)
	m := must(c.LoadModule("kernels", kernels, opt))
	if m.Cached() != (cache == "warm") {
		t.Errorf("%s cache: cached is %v", cache, m.Cached())
	}
	module := time.Since(began)
	b := must(cuda.BufferOf(c, []float32{1, 2, 3}))
	check(t, must(m.Function("vecadd")).Launch(grid(1, 32), b, b, b, float32(1)))
	launched := time.Since(began)
	got := make([]float32, 3)
	check(t, b.CopyTo(got, 0))
	if !slices.Equal(got, []float32{2, 4, 6}) {
		t.Errorf("1 2 3 doubled is %v", got)
	}
	us := time.Microsecond
	t.Logf("%s cache: context %v, module %v (compiling %v), first launch %v, result %v after the driver's start; with it %v to the first launch",
		cache, context.Round(us), (module - context).Round(us), m.CompileTime().Round(us), launched.Round(us),
		time.Since(began).Round(us), (openTime + launched).Round(us))
	if log := m.Log(); log != "" {
		t.Logf("compiler's log:\n%s", log)
	}
}

// callTimes measures what a launch and a round trip cost the caller.
func callTimes(t *testing.T, dev *cuda.Device, opt cuda.ModuleOptions) {
	t.Helper()
	c := must(dev.NewContext())
	defer func() { check(t, c.Close()) }()
	f := must(must(c.LoadModule("kernels", kernels, opt)).Function("vecadd"))
	b := must(cuda.NewBuffer[float32](c, 1))
	from, to := must(c.NewEvent()), must(c.NewEvent())
	const launches = 1000
	check(t, from.Record(nil))
	began := time.Now()
	for range launches {
		check(t, f.Launch(grid(1, 32), b, b, b, float32(1)))
	}
	submitted := time.Since(began)
	check(t, to.Record(nil))
	check(t, to.Sync())
	onDevice := must(to.Since(from))
	began = time.Now()
	host := make([]float32, 1)
	for range 100 {
		check(t, b.CopyTo(host, 0))
	}
	t.Logf("a launch takes the caller %v and the device %v; a copy of 4 bytes to the host takes %v",
		submitted/launches, onDevice/launches, time.Since(began)/100)
}
