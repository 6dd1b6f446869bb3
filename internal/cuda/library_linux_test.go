//go:build (amd64 || arm64) && !nocuda

package cuda_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/must"
)

// TestLoad_Library calls every function through a library of C, as the driver's is called: it finds symbols that are
// misspelt and arguments that are passed wrongly, without a GPU. The library is found in a process of its own, for the
// loader's path is read when a process starts, and a driver is opened once.
func TestLoad_Library(t *testing.T) {
	if os.Getenv("MULTIWALK_STUB") != "" {
		throughLibrary(t)
		return
	}
	compiler := ""
	for _, name := range []string{"cc", "gcc", "clang", "clang-19"} {
		if path, err := exec.LookPath(name); err == nil {
			compiler = path
			break
		}
	}
	if _, err := os.Stat("testdata/stub.c"); err != nil || compiler == "" {
		t.Skip("needs a C compiler and testdata/stub.c")
	}
	dir := t.TempDir()
	cmd := exec.Command(compiler, "-shared", "-fPIC", "-O1", "-w", "-o", filepath.Join(dir, "libcuda.so.1"), "testdata/stub.c")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd = exec.Command(must.Be(os.Executable()), "-test.run=^TestLoad_Library$", "-test.v")
	cmd.Env = append(os.Environ(), "MULTIWALK_STUB=1", "LD_LIBRARY_PATH="+dir)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestLoad_Library") {
		t.Errorf("%v\n%s", err, out)
	}
}

// throughLibrary uses all of the package once on the stub.
func throughLibrary(t *testing.T) {
	d, err := cuda.Open()
	must.Do(t, err)
	dev := d.Devices()[0]
	if p := dev.Properties(); p.Name != "Stub" || p.PCI != "0000:01:00.0" || p.Memory != 3<<33 || p.SMs != 1016 || p.Major != 1075 {
		t.Errorf("properties %+v", p)
	}
	c := must.Have(dev.NewContext())(t)
	_, err = c.LoadModule("broken", kernels, cuda.ModuleOptions{NoCache: true})
	wantError(t, err, nil, "CUDA_ERROR_STUB: said by the stub\nerror of the stub")
	m := must.Have(c.LoadModule("kernels", kernels, cuda.ModuleOptions{NoCache: true, MaxRegisters: 64, LineInfo: true, Library: []byte("!<arch>\n.")}))(t)
	must.Do(t, c.SetPendingLaunches(4096))
	if m.Log() != "information of the stub" {
		t.Errorf("log %q", m.Log())
	}
	throughLaunch(t, c, m)
	throughMemory(t, c)
	throughStreams(t, c)
	must.Do(t, m.Free())
	must.Do(t, c.Close())
}

func throughLaunch(t *testing.T, c *cuda.Context, m *cuda.Module) {
	f := must.Have(m.Function("vecadd"))(t)
	if a := f.Attributes(); a != (cuda.Attributes{Registers: 4, LocalBytes: 3, SharedBytes: 1, ConstBytes: 2, Threads: 1024, PTX: 5, Binary: 6}) {
		t.Errorf("attributes %+v", a)
	}
	cfg := cuda.Config{Grid: cuda.Dim{X: 1, Y: 2, Z: 3}, Block: cuda.Dim{X: 4, Y: 5, Z: 6}, Shared: 777}
	for _, cfg.Cooperative = range []bool{false, true} {
		b := must.Be(cuda.BufferOf(c, []float32{1, 2, 3}))
		must.Do(t, f.Launch(cfg, b, b, b, float32(0.25)))
		got := make([]float32, 3)
		must.Do(t, b.CopyTo(got, 0))
		if !slices.Equal(got, []float32{1.25, 2.5, 3.75}) {
			t.Errorf("the kernel gave %v", got)
		}
		must.Do(t, b.Free())
	}
	if n, err := f.BlocksPerSM(100, 11); n != 111 || err != nil {
		t.Errorf("occupancy %d, %v", n, err)
	}
}

func throughMemory(t *testing.T, c *cuda.Context) {
	zero(t, c, int16(-2))
	pin, b := must.Be(cuda.NewPinned[int64](c, 3)), must.Be(cuda.NewBuffer[int64](c, 6))
	copy(pin.Slice(), []int64{1, 2, 3})
	must.Do(t, b.CopyFromAsync(nil, 0, pin.Slice()))
	clear(pin.Slice())
	must.Do(t, b.CopyToAsync(nil, pin.Slice(), 0))
	if !slices.Equal(pin.Slice(), []int64{1, 2, 3}) {
		t.Errorf("came back as %v", pin.Slice())
	}
	must.Do(t, pin.Free())
	if free, total, err := c.MemoryInfo(); free != 5<<32 || total != 6<<32 || err != nil {
		t.Errorf("memory %d of %d, %v", free, total, err)
	}
}

func throughStreams(t *testing.T, c *cuda.Context) {
	s, e := must.Be(c.NewStream()), must.Be(c.NewEvent())
	must.Do(t, e.Record(s))
	must.Do(t, e.Sync())
	must.Do(t, s.Sync())
	must.Do(t, c.Sync())
	if done, err := s.Done(); done || err != nil {
		t.Errorf("stream done %v, %v", done, err)
	}
	if done, err := e.Done(); !done || err != nil {
		t.Errorf("event done %v, %v", done, err)
	}
	if d, err := e.Since(e); d != 2500*time.Microsecond || err != nil {
		t.Errorf("elapsed %v, %v", d, err)
	}
	must.Do(t, e.Free())
	must.Do(t, s.Free())
}
