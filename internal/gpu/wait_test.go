package gpu_test

import (
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// An abort sets the flag, and the wait ends as soon as the kernel has.
func TestWait_Aborts(t *testing.T) {
	everywhere(t, func(t *testing.T, m *gpu.Machine) {
		k := kernel(t, m, "Spin")
		turns := must.Have(gpu.NewArray[int64](m, 32))(t)
		flag := must.Have(gpu.NewFlag(m))(t)
		const most = 1 << 40
		began := time.Now()
		must.Do(t, k.Launch(gpu.Shape{Blocks: 1, Threads: 1}, turns, int64(most), flag))
		must.Do(t, m.Wait(func() bool { return time.Since(began) > 20*time.Millisecond }, flag))
		n := make([]int64, 1)
		must.Do(t, turns.Read(n, 0))
		if n[0] < 1 || n[0] >= most || flag.Get() != 1 {
			t.Errorf("%d turns, flag %d", n[0], flag.Get())
		}
		flag.Set(0) // the flag is good for another launch
		must.Do(t, k.Launch(gpu.Shape{Blocks: 1, Threads: 2}, turns, int64(5), flag))
		must.Do(t, m.Wait(nil, nil))
		must.Do(t, turns.Read(n, 1))
		if n[0] != 5 {
			t.Errorf("%d turns, want 5", n[0])
		}
	})
}

// A kernel that does not stop costs the machine, and hangs nobody.
func TestWait_KernelThatDoesNotStop(t *testing.T) {
	everywhereButGPU(t, func(t *testing.T, d multiwalk.Device) {
		m := machine(t, d, 0)
		k := must.Have(must.Have(m.Load("gputest", gputest.PTX))(t).Kernel("Break", hang))(t)
		out, flag := must.Have(gpu.NewArray[int32](m, 1))(t), must.Have(gpu.NewFlag(m))(t)
		must.Do(t, k.Launch(gpu.Shape{Blocks: 1, Threads: 1}, out, int32(0)))
		began := time.Now()
		err := m.Wait(func() bool { return true }, flag)
		wantError(t, err, nil, m.String(), "a kernel does not stop")
		if took := time.Since(began); took < time.Second {
			t.Errorf("the wait took %v", took)
		}
		wantError(t, out.Read(make([]int32, 1), 0), nil, "a kernel does not stop")
		wantError(t, k.Launch(gpu.Shape{Blocks: 1, Threads: 1}, out, int32(0)), nil, "a kernel does not stop")
		_, err = gpu.Of(d, 0)
		wantError(t, err, nil, "a kernel does not stop")
		must.Do(t, out.Free()) // does not wait
	})
}

// forever is closed by nobody.
var forever = make(chan struct{})

func hang(lane.Thread, []int32, int32) { <-forever }

func everywhereButGPU(t *testing.T, test func(t *testing.T, d multiwalk.Device)) {
	t.Run("emulator", func(t *testing.T) { test(t, gpu.Emulators(1)) })
	fake := func(t *testing.T) {
		gputest.Computer(t, 1, gputest.Kernels).Kernel("Break", func(l *cudatest.Launch) {
			if cudatest.Value[int32](l, 2) == 0 {
				<-forever
			}
			panic(cuda.IllegalAddress)
		})
		test(t, gpu.GPUs())
	}
	t.Run("fake", fake)
	t.Run("fake beside busy cores", beside(fake))
}

// A kernel's fault is told by the wait; a GPU is lost by it, the emulator goes on.
func TestWait_Fault(t *testing.T) {
	everywhereButGPU(t, func(t *testing.T, d multiwalk.Device) {
		m := machine(t, d, 0)
		k := kernel(t, m, "Break")
		out := must.Have(gpu.NewArray[int32](m, 1))(t)
		shape := gpu.Shape{Blocks: 1, Threads: 1}
		must.Do(t, k.Launch(shape, out, int32(1)<<30))
		err := m.Wait(nil, nil)
		if m.Emulated() {
			wantError(t, err, nil, "emulator 0: kernel Break", "kernels.go:", "index out of range")
			must.Do(t, k.Launch(shape, out, int32(0)))
			must.Do(t, m.Wait(nil, nil))
			return
		}
		wantError(t, err, cuda.ErrDeviceLost, "gpu:0", "CUDA_ERROR_ILLEGAL_ADDRESS", "the device is lost to this process")
		wantError(t, k.Launch(shape, out, int32(0)), cuda.ErrDeviceLost)
		_, err = gpu.Of(d, 0)
		wantError(t, err, cuda.ErrDeviceLost)
		must.Do(t, out.Free())
	})
}
