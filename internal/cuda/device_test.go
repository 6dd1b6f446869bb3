package cuda_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/must"
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

// capable opens the driver for a test that needs a device which can run our kernels.
func capable(t *testing.T) *cuda.Device {
	t.Helper()
	if openErr != nil {
		t.Skip(openErr)
	}
	dev := must.Be(cuda.Open()).Devices()[0]
	if err := dev.CheckCapability(cuda.MinimumMajor, cuda.MinimumMinor); err != nil {
		t.Skip(err)
	}
	return dev
}

// TestDevice_Report prints what the devices are: run it with -v.
func TestDevice_Report(t *testing.T) {
	dev := capable(t)
	d := must.Be(cuda.Open())
	t.Logf("driver for CUDA %s, %d devices", d.VersionText(), len(d.Devices()))
	for i, dev := range d.Devices() {
		t.Logf("%v: %+v", dev, dev.Properties())
		p := dev.Properties()
		if dev.Ordinal() != i || p.SMs < 1 || p.WarpSize != 32 || p.Memory == 0 || p.PCI == "" || p.SharedPerBlockOptIn < 48<<10 {
			t.Errorf("%v has impossible properties", dev)
		}
	}
	callTimes(t, dev)
}

// TestDevice_FirstLaunch prints how long a program waits for its first kernel, with a cold and a warm cache of ours; each
// in a process of its own, for the first context of a process takes longest.
func TestDevice_FirstLaunch(t *testing.T) {
	dev := capable(t)
	if dir := os.Getenv("MULTIWALK_FIRST_LAUNCH"); dir != "" {
		firstLaunch(t, dev, dir)
		return
	}
	dir := t.TempDir()
	for _, cache := range []string{"cold", "warm"} {
		cmd := exec.Command(must.Be(os.Executable()), "-test.run=^TestDevice_FirstLaunch$", "-test.v")
		cmd.Env = append(os.Environ(), "MULTIWALK_FIRST_LAUNCH="+dir)
		began := time.Now()
		out, err := cmd.CombinedOutput()
		t.Logf("%s cache, the whole process %v:\n%s", cache, time.Since(began).Round(time.Millisecond), out)
		if err != nil || !strings.Contains(string(out), "--- PASS: TestDevice_FirstLaunch") {
			t.Fatal(err)
		}
		if !strings.Contains(string(out), map[string]string{"cold": "cached false", "warm": "cached true"}[cache]) {
			t.Errorf("the %s cache was not", cache)
		}
	}
}

// firstLaunch measures from the driver's start to the first result.
func firstLaunch(t *testing.T, dev *cuda.Device, dir string) {
	t.Helper()
	began := time.Now()
	c := must.Be(dev.NewContext())
	context := time.Since(began)
	m := must.Be(c.LoadModule("kernels", kernels, cuda.ModuleOptions{CacheDir: dir}))
	module := time.Since(began)
	b := must.Be(cuda.BufferOf(c, []float32{1, 2, 3}))
	must.Do(t, must.Be(m.Function("vecadd")).Launch(grid(1, 32), b, b, b, float32(1)))
	launched := time.Since(began)
	got := make([]float32, 3)
	must.Do(t, b.CopyTo(got, 0))
	result := time.Since(began)
	if !slices.Equal(got, []float32{2, 4, 6}) {
		t.Errorf("1 2 3 doubled is %v", got)
	}
	us := time.Microsecond
	t.Logf("driver %v, context %v, module %v (cached %v, compiling %v), launch %v, result %v; driver's start to first launch %v",
		openTime.Round(us), context.Round(us), (module - context).Round(us), m.Cached(), m.CompileTime().Round(us),
		(launched - module).Round(us), (result - launched).Round(us), (openTime + launched).Round(us))
	if log := m.Log(); log != "" {
		t.Logf("compiler's log:\n%s", log)
	}
	began = time.Now()
	must.Do(t, c.Close())
	t.Logf("closing %v", time.Since(began).Round(us))
}

// callTimes measures what a launch and a round trip cost the caller.
func callTimes(t *testing.T, dev *cuda.Device) {
	t.Helper()
	c := must.Be(dev.NewContext())
	defer func() { must.Do(t, c.Close()) }()
	f := function(t, c, "vecadd")
	b := must.Be(cuda.NewBuffer[float32](c, 1))
	from, to := must.Be(c.NewEvent()), must.Be(c.NewEvent())
	const launches = 1000
	must.Do(t, from.Record(nil))
	began := time.Now()
	for range launches {
		must.Do(t, f.Launch(grid(1, 32), b, b, b, float32(1)))
	}
	submitted := time.Since(began)
	must.Do(t, to.Record(nil))
	must.Do(t, to.Sync())
	onDevice := must.Be(to.Since(from))
	began = time.Now()
	host := make([]float32, 1)
	for range 100 {
		must.Do(t, b.CopyTo(host, 0))
	}
	t.Logf("a launch takes the caller %v and the device %v; a copy of 4 bytes to the host takes %v",
		submitted/launches, onDevice/launches, time.Since(began)/100)
}
