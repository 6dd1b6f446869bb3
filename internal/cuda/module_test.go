package cuda_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/must"
)

func TestModule_Cache(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		opt := cuda.ModuleOptions{CacheDir: filepath.Join(t.TempDir(), "new", "kernels")}
		load := func(wantCached bool) {
			t.Helper()
			m := must.Have(c.LoadModule("kernels", kernels, opt))(t)
			if m.Cached() != wantCached || (m.CompileTime() == 0) != wantCached {
				t.Errorf("cached: %v, compiled in %v; want cached %v", m.Cached(), m.CompileTime(), wantCached)
			}
			must.Do(t, m.CacheErr())
			must.Have(m.Function("vecadd"))(t)
			must.Do(t, m.Free())
		}
		load(false)
		load(true)
		list := must.Be(filepath.Glob(filepath.Join(opt.CacheDir, "*")))
		if len(list) != 1 || !strings.HasSuffix(list[0], ".cubin") {
			t.Fatalf("the cache holds %v, want one entry", list)
		}
		whole := must.Be(os.ReadFile(list[0]))
		for name, damaged := range map[string][]byte{"empty": {}, "cut": whole[:len(whole)-1], "head": whole[:20],
			"turned": append(append([]byte(nil), whole[:len(whole)-1]...), whole[len(whole)-1]^1), "other": []byte("#!/bin/sh\n")} {
			must.Do(t, os.WriteFile(list[0], damaged, 0o600))
			load(false)
			if now := must.Be(os.ReadFile(list[0])); len(now) != len(whole) {
				t.Errorf("%s: the damaged entry was not replaced", name)
			}
			load(true)
		}
		opt.MaxRegisters = 64 // other options, other entry
		load(false)
		opt.MaxRegisters = 0
		load(true)
	})
}

// TestModule_CacheKey: another driver, capability or PTX must not find the entry.
func TestModule_CacheKey(t *testing.T) {
	opt := cuda.ModuleOptions{CacheDir: t.TempDir()}
	ampere := cudatest.H200()
	ampere.Major = 8
	load := func(version int, p cuda.Properties, ptx string) bool {
		fake := cudatest.New(p)
		fake.SetVersion(version)
		c := must.Be(must.Be(fake.Open()).Devices()[0].NewContext())
		defer c.Close()
		return must.Be(c.LoadModule("kernels", []byte(ptx), opt)).Cached()
	}
	for i, x := range []struct {
		version int
		p       cuda.Properties
		ptx     string
		cached  bool
	}{
		{12040, cudatest.H200(), string(kernels), false}, {12040, cudatest.H200(), string(kernels), true},
		{12050, cudatest.H200(), string(kernels), false}, {12040, ampere, string(kernels), false},
		{12040, cudatest.H200(), string(kernels) + "\n", false}, {12040, cudatest.H200(), string(kernels), true},
	} {
		if got := load(x.version, x.p, x.ptx); got != x.cached {
			t.Errorf("load %d: cached %v, want %v", i, got, x.cached)
		}
	}
}

// TestModule_CacheRefusedByDriver: an entry that is whole but which the driver does not take is compiled again.
func TestModule_CacheRefusedByDriver(t *testing.T) {
	fake := cudatest.New()
	c := must.Be(must.Be(fake.Open()).Devices()[0].NewContext())
	defer c.Close()
	opt := cuda.ModuleOptions{CacheDir: t.TempDir()}
	must.Be(c.LoadModule("kernels", kernels, opt))
	fake.Fail("cuModuleLoadData", 0, cuda.InvalidImage)
	if must.Be(c.LoadModule("kernels", kernels, opt)).Cached() || fake.Compiled() != 2 {
		t.Error("a refused entry was not compiled again")
	}
}

// TestModule_NoCachePlace: a cache that has no place costs nothing but time.
func TestModule_NoCachePlace(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		file := filepath.Join(t.TempDir(), "file")
		must.Do(t, os.WriteFile(file, nil, 0o600))
		m := must.Have(c.LoadModule("kernels", kernels, cuda.ModuleOptions{CacheDir: filepath.Join(file, "kernels")}))(t)
		wantError(t, m.CacheErr(), nil, "is not used, so kernels are compiled each time")
		must.Have(m.Function("vecadd"))(t)
	})
}

func TestModule_Errors(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		opt := cuda.ModuleOptions{CacheDir: t.TempDir()}
		_, err := c.LoadModule("broken", []byte(".version 7.8\nnot PTX at all\n"), opt)
		wantError(t, err, nil, "loading module broken on device 0", "CUDA_ERROR_INVALID_PTX", "ptxas")
		_, err = c.LoadModule("future", []byte(strings.Replace(string(kernels), "sm_80", "sm_99", 1)), opt)
		wantError(t, err, nil, "loading module future on device 0", "CUDA_ERROR_")
		if left := must.Be(os.ReadDir(opt.CacheDir)); len(left) != 0 {
			t.Errorf("a module that does not compile left %v in the cache", left)
		}
		m := must.Be(c.LoadModule("kernels", kernels, opt))
		_, err = m.Function("absent")
		wantError(t, err, nil, "finding kernel absent in module kernels", "CUDA_ERROR_NOT_FOUND", "no such .entry")
		f := must.Be(m.Function("vecadd"))
		a := f.Attributes()
		if a.Registers < 1 || a.Registers > 255 || a.LocalBytes != 0 || a.Threads < 32 || a.Binary < 80 || a.SharedBytes != 0 {
			t.Errorf("attributes %+v", a)
		}
		if f.Name() != "vecadd" || m.Name() != "kernels" {
			t.Errorf("names %s, %s", f.Name(), m.Name())
		}
		must.Do(t, m.Free())
		_, err = m.Function("vecadd")
		wantError(t, err, cuda.ErrClosed)
		wantError(t, f.Launch(grid(1, 1)), cuda.ErrClosed, "launching vecadd")
		_, err = f.BlocksPerSM(32, 0)
		wantError(t, err, cuda.ErrClosed)
	})
}

func TestModule_Hints(t *testing.T) {
	old := cudatest.H200()
	old.Major, old.Minor = 7, 5
	fake := cudatest.New(old)
	c := must.Be(must.Be(fake.Open()).Devices()[0].NewContext())
	defer c.Close()
	opt := cuda.ModuleOptions{NoCache: true}
	_, err := c.LoadModule("m", kernels, opt)
	wantError(t, err, cuda.ErrCapability, "compute capability is 7.5")
	fake.Fail("cuLinkAddData", 0, cuda.UnsupportedPTXVersion)
	_, err = c.LoadModule("m", kernels, opt)
	wantError(t, err, cuda.ErrDriverTooOld, "the driver supports CUDA 13.0; update it")
	fake.Fail("cuLinkAddData", 0, cuda.JITCompilerNotFound)
	_, err = c.LoadModule("m", kernels, opt)
	wantError(t, err, nil, "libnvidia-ptxjitcompiler.so")
}
