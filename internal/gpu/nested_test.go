package gpu_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// A module whose kernels launch kernels wants the device runtime on a GPU, and nothing in the emulator.
func TestLoadNested(t *testing.T) {
	e := machine(t, gpu.Emulators(1), 0)
	must.Have(e.LoadNested("gputest", gputest.PTX, 100))(t)

	fake := gputest.Computer(t, 1, gputest.Kernels)
	m := machine(t, gpu.GPUs(), 0)
	toolkit := t.TempDir()
	t.Setenv("CUDA_HOME", toolkit)
	t.Setenv("CUDA_PATH", "")
	if _, err := m.LoadNested("without", gputest.PTX, 100); err != nil { // else this computer has one
		wantError(t, err, gpu.ErrNoDeviceRuntime, "gpu:0: no CUDA device runtime", toolkit)
	}
	must.Do(t, os.Mkdir(filepath.Join(toolkit, "lib64"), 0o700))
	for _, name := range []string{"libcudadevrt.a", "cudadevrt.lib"} {
		must.Do(t, os.WriteFile(filepath.Join(toolkit, "lib64", name), []byte("!<arch>\n"), 0o600))
	}
	fake.Fail("cuCtxSetLimit", 0, cuda.OutOfMemory)
	_, err := m.LoadNested("gputest", gputest.PTX, 100)
	wantError(t, err, cuda.ErrOutOfMemory, "making room for nested launches")
	added := fake.Count("cuLinkAddData")
	must.Have(must.Have(m.LoadNested("gputest", gputest.PTX, 100))(t).Kernel("Scale", gputest.Scale))(t)
	if got := fake.Count("cuLinkAddData") - added; got != 2 {
		t.Errorf("%d pieces were linked, want the kernels and the runtime", got)
	}
}
