package device

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
)

// computer makes this machine one with the given GPUs, H200s for none, for the length of a test.
func computer(t *testing.T, devices ...cuda.Properties) *cudatest.Fake {
	fake := cudatest.New(devices...)
	t.Cleanup(gpu.Substitute(fake.Open))
	return fake
}

// bare is a machine without the driver.
func bare(t *testing.T) {
	t.Cleanup(gpu.Substitute(func() (*cuda.Driver, error) {
		fake := cudatest.New()
		fake.Fail("cuInit", 0, cuda.StubLibrary)
		return fake.Open()
	}))
}

func TestParse(t *testing.T) {
	computer(t, cudatest.H200(), cudatest.H200())
	all := runtime.GOMAXPROCS(0)
	for _, c := range []struct {
		in, want string
		workers  int
	}{
		{"cpu", "cpu", all}, {"auto", "cpu", all}, {"cpu:1", "cpu:1", 1}, {"cpu:4", "cpu:4", 4},
		{"gpu", "gpu:0", 1}, {"gpu:0", "gpu:0", 1}, {"gpu:1", "gpu:1", 1}, {"gpu:1,0", "gpu:1,0", 2}, {"gpu:all", "gpu:0,1", 2},
		{"cpu+gpu", "cpu+gpu:0", max(1, all-1) + 1}, {"gpu:1,0+cpu", "cpu+gpu:1,0", max(1, all-2) + 2}, {"cpu:8+gpu:0,1", "cpu:8+gpu:0,1", 10},
		{"cpu:1+emulator:2", "cpu:1+emulator:2", 3},
		{"emulator", "emulator", 1}, {"emulator:1", "emulator", 1}, {"emulator:2", "emulator:2", 2},
	} {
		d, err := Parse(c.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.in, err)
			continue
		}
		if d.String() != c.want || d.Workers() != c.workers {
			t.Errorf("Parse(%q) = %v with %d workers, want %s with %d", c.in, d, d.Workers(), c.want, c.workers)
		}
		if b, ok := d.(multiwalk.Both); ok != strings.Contains(c.in, "+") || ok && !strings.HasSuffix(c.want, b.Machines.String()) {
			t.Errorf("Parse(%q) is %#v", c.in, d)
		}
		if again, err := Parse(d.String()); err != nil || again.String() != c.want || again.Workers() != c.workers {
			t.Errorf("Parse(%q) does not read its own %q: %v, %v", c.in, d, again, err)
		}
	}
}

// What is no device is told from a GPU that is not there, with GPUs and without.
func TestParse_Refuses(t *testing.T) {
	for _, machine := range []func(t *testing.T){func(t *testing.T) { computer(t) }, bare} {
		machine(t)
		for _, s := range []string{"", "cpu:", "cpu:0", "cpu:-1", "cpu:x", "cpu:99999999", "CPU", "gpu:", "gpu:x", "gpu:0,", "gpu:-1",
			"gpu:all,1", "tpu", "auto:1", "emulator:", "emulator:0", "emulator:1000", "emulator:x", "+",
			"cpu+", "+gpu", "cpu+cpu", "gpu+emulator", "cpu+gpu+emulator", "cpu:0+gpu", "cpu+gpu:x", "auto+gpu"} {
			d, err := Parse(s)
			if err == nil {
				t.Errorf("Parse(%q) = %v, want an error", s, d)
			} else if errors.Is(err, ErrNoGPU) || !strings.HasPrefix(err.Error(), "multiwalk: ") {
				t.Errorf("Parse(%q): %v", s, err)
			}
		}
	}
	computer(t)
	if d, err := Parse("cpu:1+gpu:0,0"); err == nil {
		t.Errorf("Parse of cores and a GPU named twice: %v", d)
	}
	if d, err := Parse("gpu:0,0"); err == nil {
		t.Errorf("Parse of a GPU named twice: %v", d)
	}
}

func TestParse_NoGPU(t *testing.T) {
	small := cudatest.H200()
	small.Major, small.Minor = 7, 5
	for _, c := range []struct {
		machine func(t *testing.T)
		says    string
	}{
		{bare, "see LD_LIBRARY_PATH"},
		{func(t *testing.T) { computer(t).RemoveDevices() }, "no NVIDIA GPU"},
		{func(t *testing.T) { computer(t).SetVersion(11040) }, "update the NVIDIA driver"},
		{func(t *testing.T) { computer(t, small, small, small, small) }, "compute capability is 7.5"},
	} {
		c.machine(t)
		for _, s := range []string{"gpu", "gpu:0", "gpu:0,1", "gpu:all", "cpu+gpu", "cpu:1+gpu:all"} {
			d, err := Parse(s)
			if !errors.Is(err, ErrNoGPU) || d != nil {
				t.Errorf("Parse(%q): %v, %v, want ErrNoGPU", s, d, err)
			} else if text := err.Error(); !strings.Contains(text, c.says) || !strings.HasPrefix(text, "multiwalk: no GPU") || strings.Contains(text, "cuda:") {
				t.Errorf("Parse(%q): %q does not say %q", s, text, c.says)
			}
		}
	}
	computer(t)
	must.Fail(t, ErrNoGPU, "number 1")(Parse("gpu:1"))
}

// FuzzParse: whatever the text, there is a device or an error, and what a device is called is read again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"cpu:4", "gpu:0,1", "emulator:2", "auto", "gpu:all", "gpu:999999999999999999999"} {
		f.Add(s)
	}
	f.Cleanup(gpu.Substitute(cudatest.New(cudatest.H200(), cudatest.H200()).Open))
	f.Fuzz(func(t *testing.T, s string) {
		d, err := Parse(s)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "multiwalk: ") {
				t.Errorf("Parse(%q): %v", s, err)
			}
			return
		}
		if again, err := Parse(d.String()); err != nil || again.String() != d.String() || again.Workers() != d.Workers() {
			t.Errorf("Parse(%q) = %v, which is read as %v, %v", s, d, again, err)
		}
	})
}

func TestList(t *testing.T) {
	for _, machine := range []func(t *testing.T){func(t *testing.T) { computer(t, cudatest.H200(), cudatest.H200()) }, bare, func(*testing.T) {}} {
		machine(t)
		list, err := List()
		if len(list) == 0 || list[0].Device != "cpu" || list[0].Workers < 1 || list[0].Model == "" || list[0].GPU != nil {
			t.Errorf("List() = %+v, want the processor first", list)
		}
		if (err == nil) != (len(list) > 1) || err != nil && !errors.Is(err, ErrNoGPU) {
			t.Errorf("%d devices and the error %v", len(list), err)
		}
		for _, info := range list {
			if _, err := Parse(info.Device); (err == nil) != (info.GPU == nil || info.GPU.Unusable == "") {
				t.Errorf("listed device %+v: %v", info, err)
			}
		}
	}
}

func TestList_Unusable(t *testing.T) {
	small := cudatest.H200()
	small.Name, small.Major, small.Minor = "Small", 7, 5
	computer(t, cudatest.H200(), small)
	list, err := List()
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	if g := list[1]; g.Device != "gpu:0" || g.Model != "Fake H200" ||
		*g.GPU != (GPUInfo{Memory: 150 << 30, Multiprocessors: 132, Capability: "9.0", CUDA: "13.0"}) {
		t.Errorf("%+v %+v", g, *g.GPU)
	}
	if g := list[2]; g.Device != "gpu:1" || g.GPU.Capability != "7.5" || !strings.Contains(g.GPU.Unusable, "7.5") {
		t.Errorf("%+v %+v", g, *g.GPU)
	}
}

// A device that is named need not be here; one that cannot be anywhere is refused.
func TestNamed(t *testing.T) {
	for name, workers := range map[string]int{"gpu": 1, "gpu:7": 1, "gpu:3,60": 2, "emulator:2": 2, "cpu:3": 3} {
		if d, err := Named(name); err != nil || d.Workers() != workers {
			t.Errorf("%s is %v, %v", name, d, err)
		}
	}
	for _, name := range []string{"gpu:x", "gpu:-1", "tpu", "cpu:0"} {
		if d, err := Named(name); err == nil || d != nil {
			t.Errorf("%s is %v", name, d)
		}
	}
}
