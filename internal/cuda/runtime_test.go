package cuda_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// installRuntime makes a toolkit that has a device runtime and nothing else.
func installRuntime(t *testing.T, variable, folder, content string) {
	t.Helper()
	name := "libcudadevrt.a"
	if runtime.GOOS == "windows" {
		name = "cudadevrt.lib"
	}
	root := t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(root, folder), 0o700))
	must.Do(t, os.WriteFile(filepath.Join(root, folder, name), []byte(content), 0o600))
	t.Setenv(variable, root)
}

func TestDeviceRuntime(t *testing.T) {
	t.Setenv("CUDA_HOME", t.TempDir()) // a toolkit without it is passed over
	for _, folder := range []string{"lib64", "lib", filepath.Join("targets", "x86_64-linux", "lib")} {
		installRuntime(t, "CUDA_PATH", folder, "in "+folder)
		if data, err := cuda.DeviceRuntime(); err != nil || string(data) != "in "+folder {
			t.Errorf("%s: %q, %v", folder, data, err)
		}
	}
	installRuntime(t, "CUDA_HOME", "lib64", "at home")
	if data := must.Be(cuda.DeviceRuntime()); string(data) != "at home" {
		t.Errorf("%q", data)
	}
	t.Setenv("CUDA_HOME", "")
	t.Setenv("CUDA_PATH", t.TempDir())
	if _, err := cuda.DeviceRuntime(); err != nil { // else this computer has one
		wantError(t, err, cuda.ErrNoDeviceRuntime, "cudadevrt", os.Getenv("CUDA_PATH"), "set CUDA_HOME")
	}
}

// A module is linked with the library, and without it what it declares is missing; a cached one is of one library.
func TestModule_Library(t *testing.T) {
	fake := cudatest.New()
	c := must.Be(must.Be(fake.Open()).Devices()[0].NewContext())
	defer c.Close()
	ptx := []byte(strings.Replace(string(kernels), ".address_size 64", ".address_size 64\n.extern .func (.param .b32 r) elsewhere (.param .b64 p);", 1))
	opt := cuda.ModuleOptions{CacheDir: t.TempDir()}
	_, err := c.LoadModule("m", ptx, opt)
	wantError(t, err, nil, "Undefined reference")
	opt.Library = []byte("no library")
	_, err = c.LoadModule("m", ptx, opt)
	wantError(t, err, nil, "not a library")
	for _, library := range []string{"!<arch>\none", "!<arch>\ntwo"} {
		opt.Library = []byte(library)
		for cached := range 2 {
			if m := must.Be(c.LoadModule("m", ptx, opt)); m.Cached() != (cached == 1) {
				t.Errorf("%q: cached %v", library, m.Cached())
			}
		}
	}
	must.Do(t, c.SetPendingLaunches(1000))
	fake.Fail("cuCtxSetLimit", 0, cuda.OutOfMemory)
	wantError(t, c.SetPendingLaunches(1000), cuda.ErrOutOfMemory, "making room for nested launches")
}
