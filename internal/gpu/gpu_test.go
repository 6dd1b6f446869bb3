package gpu_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	_ "github.com/multiwalk/multiwalk/internal/cuda/driver" // a GPU is used where there is one
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/lending"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// everywhere runs a test on the emulator, on a GPU of the fake driver, and on a real one where there is one. A GPU is also waited for
// beside walks that lend their cores, in another way.
func everywhere(t *testing.T, test func(t *testing.T, m *gpu.Machine)) {
	t.Run("emulator", func(t *testing.T) { test(t, machine(t, gpu.Emulators(1), 0)) })
	fake := func(t *testing.T) {
		gputest.Computer(t, 1, gputest.Kernels)
		test(t, machine(t, gpu.GPUs(), 0))
	}
	genuine := func(t *testing.T) {
		d := must.Ready(t, gpu.GPUs())
		test(t, machine(t, d, 0))
	}
	t.Run("fake", fake)
	t.Run("fake beside busy cores", beside(fake))
	t.Run("gpu", genuine)
	t.Run("gpu beside busy cores", beside(genuine))
}

// beside is a test beside walks that lend their cores.
func beside(test func(t *testing.T)) func(t *testing.T) {
	return func(t *testing.T) {
		defer lending.Open()()
		test(t)
	}
}

func machine(t *testing.T, d multiwalk.Device, i int) *gpu.Machine {
	t.Helper()
	return must.Have(gpu.Of(d, i))(t)
}

// wantError checks what an error wraps, if wraps is not nil, and says, and that it is fit for users.
func wantError(t *testing.T, err, wraps error, says ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one that says %q", says)
		return
	}
	if wraps != nil && !errors.Is(err, wraps) {
		t.Errorf("error %q does not wrap %q", err, wraps)
	}
	if !strings.HasPrefix(err.Error(), "multiwalk: ") || strings.Contains(err.Error(), "cuda: ") {
		t.Errorf("error %q names an inner package", err)
	}
	for _, s := range says {
		must.Fail(t, s)(err)
	}
}

func kernel(t *testing.T, m *gpu.Machine, name string) *gpu.Kernel {
	t.Helper()
	return must.Have(must.Have(m.Load("gputest", gputest.PTX))(t).Kernel(name, gputest.Kernels[name]))(t)
}

func TestMachine_Properties(t *testing.T) {
	everywhere(t, func(t *testing.T, m *gpu.Machine) {
		if m.Multiprocessors() < 2 || m.SharedPerBlock() < 48<<10 || m.SharedPerMultiprocessor() <= m.SharedPerBlock() || m.String() == "" {
			t.Errorf("%v: %d multiprocessors, %d and %d bytes of shared memory",
				m, m.Multiprocessors(), m.SharedPerBlock(), m.SharedPerMultiprocessor())
		}
		free, total, err := m.Memory()
		must.Do(t, err)
		if m.Emulated() != (total == 0) || free > total {
			t.Errorf("%d bytes free of %d", free, total)
		}
		k := kernel(t, m, "Scale")
		for _, c := range []struct {
			threads, shared int
			fits            bool
		}{{32, 0, true}, {1024, m.SharedPerBlock(), true}, {1024, m.SharedPerBlock() + 1, false}, {1025, 0, false}, {0, 0, false}, {32, -1, false}} {
			if n, err := k.Resident(c.threads, c.shared); err != nil || (n > 0) != c.fits {
				t.Errorf("%d blocks of %d threads and %d bytes, %v", n, c.threads, c.shared, err)
			}
		}
	})
}

// Launches, reads and writes happen in order, with arguments of every kind.
func TestLaunch(t *testing.T) {
	everywhere(t, func(t *testing.T, m *gpu.Machine) {
		k := kernel(t, m, "Scale")
		table := gputest.Table{Values: make([]int32, 1000), Shift: 1 << 40}
		for i := range table.Values {
			table.Values[i] = int32(i * i)
		}
		for _, form := range []any{table, &table} {
			v := must.Have(gpu.ValueOf(m, form))(t)
			out := must.Have(gpu.NewArray[int64](m, len(table.Values)))(t)
			for round := range int32(3) {
				must.Do(t, k.Launch(gpu.Shape{Blocks: 3, Threads: 64}, v, 2*round-1, out))
				must.Do(t, k.Launch(gpu.Shape{Blocks: 3, Threads: 64}, v, 2*round, out))
				if round > 0 { // else Read itself waits
					must.Do(t, m.Wait(nil, nil))
				}
				got := make([]int64, 10)
				must.Do(t, out.Read(got, 990))
				for i, g := range got {
					if want := int64(table.Values[990+i])*int64(2*round) + 1<<40; g != want {
						t.Fatalf("round %d: value %d is %d, want %d", round, 990+i, g, want)
					}
				}
			}
			must.Do(t, v.Free())
			must.Do(t, out.Free())
		}
	})
}

func TestArray(t *testing.T) {
	everywhere(t, func(t *testing.T, m *gpu.Machine) {
		src := []int32{1, 2, 3, 4, 5}
		a := must.Have(gpu.ArrayOf(m, src))(t)
		src[0] = 9
		must.Do(t, a.Write([]int32{7, 8}, 3))
		got := make([]int32, 5)
		must.Do(t, a.Read(got, 0))
		if want := []int32{1, 2, 3, 7, 8}; !slices.Equal(got, want) || a.Len() != 5 {
			t.Errorf("got %v of %d, want %v", got, a.Len(), want)
		}
		wantError(t, a.Read(got, 1), nil, "values 1 to 6 are not in an array of 5")
		wantError(t, a.Write(got, -1), nil, "values -1 to 4 are not in an array of 5")
		none := must.Have(gpu.NewArray[float64](m, 0))(t)
		must.Do(t, none.Read(nil, 0))
		fresh := must.Have(gpu.NewArray[int32](m, 5))(t)
		must.Do(t, fresh.Read(got, 0))
		if !slices.Equal(got, make([]int32, 5)) {
			t.Errorf("a new array holds %v", got)
		}
		_, err := gpu.NewArray[[]int32](m, 5)
		wantError(t, err, nil, "[]int32")
		_, err = gpu.ValueOf(m, 7)
		wantError(t, err, nil, "int")
		var nothing *gpu.Array[int32]
		for _, free := range []func() error{a.Free, a.Free, none.Free, fresh.Free, nothing.Free, (*gpu.Value)(nil).Free, (*gpu.Flag)(nil).Free} {
			must.Do(t, free())
		}
	})
}

func TestLaunch_Refuses(t *testing.T) {
	everywhere(t, func(t *testing.T, m *gpu.Machine) {
		k := kernel(t, m, "Scale")
		v := must.Have(gpu.ValueOf(m, gputest.Table{Values: []int32{1}}))(t)
		out := must.Have(gpu.NewArray[int64](m, 1))(t)
		flag := must.Have(gpu.NewFlag(m))(t)
		other := must.Have(gpu.NewArray[int64](machine(t, gpu.Emulators(1), 0), 1))(t)
		shape := gpu.Shape{Blocks: 1, Threads: 32}
		for _, c := range []struct {
			shape gpu.Shape
			args  []any
			says  string
		}{
			{shape, []any{v, int32(1)}, "2 arguments for a kernel that takes 3"},
			{shape, []any{v, 1, out}, "argument 1: the kernel takes int32, and this is int;"},
			{shape, []any{v, int32(1), []int64{1}}, "argument 2: the kernel takes []int64, and this is []int64; slices go as an Array"},
			{shape, []any{v, int32(1), flag}, "argument 2: the kernel takes []int64, and this is a flag"},
			{shape, []any{out, int32(1), v}, "argument 0: the kernel takes gputest.Table, and this is an array of int64"},
			{shape, []any{v, int32(1), (*gpu.Array[int64])(nil)}, "argument 2: it is a nil"},
			{shape, []any{v, int32(1), nil}, "argument 2: "},
			{shape, []any{v, int32(1), other}, "argument 2: it is of emulator 0"},
			{gpu.Shape{Blocks: 0, Threads: 32}, []any{v, int32(1), out}, "launching Scale: "},
			{gpu.Shape{Blocks: 1, Threads: 1025}, []any{v, int32(1), out}, "launching Scale: "},
			{gpu.Shape{Blocks: 1, Threads: 32, Shared: m.SharedPerBlock() + 1}, []any{v, int32(1), out}, "bytes of "},
		} {
			wantError(t, k.Launch(c.shape, c.args...), nil, c.says)
		}
		p := must.Have(m.Load("gputest", gputest.PTX))(t)
		for _, fn := range []any{nil, 3, func() {}, func(int) {}, func(lane.Thread) int { return 0 }} {
			_, err := p.Kernel("Scale", fn)
			wantError(t, err, nil, "is no kernel; want a func(lane.Thread, ...)")
		}
		if !m.Emulated() {
			_, err := p.Kernel("Nothing", gputest.Scale)
			wantError(t, err, nil, "has no kernel Nothing", "kernel gen")
			_, err = must.Have(m.Load("broken", []byte("this is no PTX\n.visible .entry Scale()\n{\n}\n")))(t).Kernel("Scale", gputest.Scale)
			wantError(t, err, nil, "loading module broken#Scale")
		}
		must.Do(t, out.Free())
		must.Do(t, k.Launch(shape, must.Have(gpu.ValueOf(m, gputest.Table{Values: []int32{1}}))(t), int32(1), must.Have(gpu.NewArray[int64](m, 1))(t)))
		must.Do(t, m.Wait(nil, nil))
	})
}

func TestOf(t *testing.T) {
	gputest.Computer(t, 2, nil)
	a, b := gpu.GPUs(0, 1), gpu.GPUs(1)
	if machine(t, a, 1) != machine(t, b, 0) {
		t.Error("a GPU was opened twice")
	}
	if machine(t, a, 0) == machine(t, a, 1) {
		t.Error("two GPUs are one")
	}
	e := gpu.Emulators(2)
	if first := machine(t, e, 0); first == machine(t, e, 1) || first != machine(t, e, 0) {
		t.Error("emulators are mixed up")
	}
	_, err := gpu.Of(a, 2)
	wantError(t, err, nil, "gpu:0,1 has no machine 2; it has 2")
	_, err = gpu.Of(nil, 0)
	wantError(t, err, nil, "runs no kernels")
	_, err = gpu.Of(gpu.GPUs(5), 0)
	wantError(t, err, gpu.ErrNoGPU, "number 5")
}

// Every failure of the driver is an error of the machine, and what may pass is tried again.
func TestDriverFails(t *testing.T) {
	fake := gputest.Computer(t, 1, gputest.Kernels)
	fake.Fail("cuDevicePrimaryCtxRetain", 0, cuda.OutOfMemory)
	_, err := gpu.Of(gpu.GPUs(), 0)
	wantError(t, err, cuda.ErrOutOfMemory, "gpu:0")
	m := machine(t, gpu.GPUs(), 0)

	fake.Fail("cuMemAlloc", 0, cuda.OutOfMemory)
	_, err = gpu.NewArray[int64](m, 1<<20)
	wantError(t, err, cuda.ErrOutOfMemory, "gpu:0", "asked for 8388608 bytes (8.0 MiB), free are")
	fake.Fail("cuMemHostAlloc", 0, cuda.UnknownError)
	_, err = gpu.NewFlag(m)
	wantError(t, err, nil, "CUDA_ERROR_UNKNOWN")
	fake.Fail("cuModuleLoadData", 0, cuda.NoBinaryForGPU)
	program := must.Have(m.Load("gputest", gputest.PTX))(t)
	_, err = program.Kernel("Scale", gputest.Scale)
	wantError(t, err, cuda.ErrCapability)
	must.Have(program.Kernel("Scale", gputest.Scale))(t)
	for _, symbol := range []string{"cuMemsetD8Async", "cuMemcpyHtoDAsync", "cuEventRecord", "cuEventQuery", "cuLaunchKernel"} {
		fake.Fail(symbol, 0, cuda.UnknownError)
		if err := usual(m); err == nil {
			t.Errorf("a failure of %s went unnoticed", symbol)
		} else {
			wantError(t, err, nil, "CUDA_ERROR_UNKNOWN")
		}
		must.Do(t, usual(m))
	}
}

// A flag that takes another one's memory begins at 0, and the freed one keeps away from it.
func TestFlag_Reused(t *testing.T) {
	gputest.Computer(t, 1, gputest.Kernels)
	m := machine(t, gpu.GPUs(), 0)
	old := must.Have(gpu.NewFlag(m))(t)
	old.Set(7)
	must.Do(t, old.Free())
	must.Do(t, old.Free())
	f, other := must.Have(gpu.NewFlag(m))(t), must.Have(gpu.NewFlag(m))(t)
	old.Set(8)
	if f.Get() != 0 || other.Get() != 0 {
		t.Errorf("flags begin at %d and %d", f.Get(), other.Get())
	}
	other.Set(9)
	if f.Get() != 0 {
		t.Error("two flags share their memory")
	}
	must.Do(t, errors.Join(f.Free(), other.Free()))
}

// usual does all that a walk does.
func usual(m *gpu.Machine) error {
	p, err := m.Load("gputest", gputest.PTX)
	if err != nil {
		return err
	}
	k, err := p.Kernel("Spin", gputest.Spin)
	if err != nil {
		return err
	}
	a, err := gpu.NewArray[int64](m, 1)
	if err != nil {
		return err
	}
	f, err := gpu.NewFlag(m)
	if err == nil {
		err = errors.Join(a.Write([]int64{1}, 0), k.Launch(gpu.Shape{Blocks: 1, Threads: 1}, a, int64(3), f), m.Wait(nil, f))
	}
	return errors.Join(err, a.Free(), f.Free())
}

// Many at a time use one machine.
func TestConcurrentUse(t *testing.T) {
	everywhere(t, func(t *testing.T, m *gpu.Machine) {
		failures := make(chan error, 8)
		for i := range cap(failures) {
			go func() {
				var err error
				for range 5 {
					err = errors.Join(err, usual(m))
				}
				if i%2 == 0 {
					_, _, e := m.Memory()
					err = errors.Join(err, e)
				}
				failures <- err
			}()
		}
		for range cap(failures) {
			if err := <-failures; err != nil {
				t.Error(err)
			}
		}
	})
}

// Without PTX the emulator has all kernels, and a GPU none.
func TestLoad_WithoutPTX(t *testing.T) {
	gputest.Computer(t, 1, gputest.Kernels)
	must.Have(must.Have(machine(t, gpu.Emulators(1), 0).Load("bare", nil))(t).Kernel("Scale", gputest.Scale))(t)
	_, err := must.Have(machine(t, gpu.GPUs(), 0).Load("bare", nil))(t).Kernel("Scale", gputest.Scale)
	wantError(t, err, nil, "bare is built without kernels for GPUs: run go generate")
}

// The PTX in the tree has the kernels of the Go functions.
func TestPTX(t *testing.T) {
	fake := cudatest.New()
	c := must.Have(must.Have(fake.Open())(t).Devices()[0].NewContext())(t)
	defer c.Close()
	m := must.Have(c.LoadModule("gputest", gputest.PTX, cuda.ModuleOptions{NoCache: true}))(t)
	for name := range gputest.Kernels {
		must.Have(m.Function(name))(t)
	}
}

// The name changes with the kernels, and whatever the PTX is there is one.
func TestNameOf(t *testing.T) {
	for ptx, want := range map[string]string{"": "of", "// by": "of by", "// by\n// 0a1b\n.version 7.0\n": "of 0a1b"} {
		if got := gpu.NameOf("of", []byte(ptx)); got != want {
			t.Errorf("%q is %q, want %q", ptx, got, want)
		}
	}
	if name := gpu.NameOf("gputest", gputest.PTX); len(name) != len("gputest ")+64 {
		t.Error(name)
	}
}

// What does not fit this computer is refused by the emulator too, as a GPU refuses what does not fit its memory.
func TestNewArray_MoreThanThereIs(t *testing.T) {
	_, err := gpu.NewArray[int64](machine(t, gpu.Emulators(1), 0), 1<<50)
	wantError(t, err, nil, "does not fit", "use fewer walks")
}
