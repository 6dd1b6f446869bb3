package gputest

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// Computer makes this machine one with n GPUs of the fake driver for the length of a test. They run the kernels, given by
// their symbols in PTX, as Go.
func Computer(t testing.TB, n int, kernels map[string]any) *cudatest.Fake {
	devices := make([]cuda.Properties, n)
	for i := range devices {
		devices[i] = cudatest.H200()
	}
	fake := cudatest.New(devices...)
	if n == 0 {
		fake.RemoveDevices()
	}
	for symbol, fn := range kernels {
		fake.Kernel(symbol, cudatest.Emulate(fn))
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // compiled kernels of a fake are good for nothing else
	t.Cleanup(gpu.Substitute(fake.Open))
	return fake
}
