package cudatest

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/cuda"
)

// Launch is what a kernel is told. A kernel runs as one Go function for the whole grid; a panic of it is
// CUDA_ERROR_LAUNCH_FAILED, an access outside memory CUDA_ERROR_ILLEGAL_ADDRESS.
type Launch struct {
	Kernel      string
	Device      int
	Grid, Block cuda.Dim
	Shared      int // bytes of dynamic shared memory
	Cooperative bool
	Params      [][]byte // the values, as many bytes as the PTX says

	fake *Fake
}

// Kernel gives the Go function that runs in place of the kernel. A kernel without one does nothing.
func (f *Fake) Kernel(name string, run func(*Launch)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kernels[name] = run
}

// Attributes sets what the compiler is to have made of a kernel; before the kernel is looked up.
func (f *Fake) Attributes(name string, a cuda.Attributes) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attrs[name] = a
}

// Value is parameter i. Its size must be that of the kernel's.
func Value[T any](l *Launch, i int) (v T) {
	if int(unsafe.Sizeof(v)) != len(l.Params[i]) {
		panic(fmt.Sprintf("parameter %d of %s has %d bytes, not %d", i, l.Kernel, len(l.Params[i]), unsafe.Sizeof(v)))
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&v)), unsafe.Sizeof(v)), l.Params[i])
	return v
}

// Slice is the slice whose address is parameter i and whose length is the next, in the fake's memory.
func Slice[T any](l *Launch, i int) []T {
	p, n := Value[cuda.DevicePtr](l, i), Value[int64](l, i+1)
	if n == 0 {
		return nil
	}
	var zero T
	l.fake.mu.Lock()
	b := l.fake.resolve(p, uint64(n)*uint64(unsafe.Sizeof(zero)))
	l.fake.mu.Unlock()
	if b == nil {
		panic(cuda.IllegalAddress)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), n)
}

// funcAttr answers for cuda.h's CUfunction_attribute numbers.
func (f *Fake) funcAttr(v *int32, attr int32, h cuda.Handle) cuda.Result {
	fn := f.funcs[h]
	if fn == nil {
		return cuda.InvalidHandle
	}
	a := fn.attrs
	values := map[int32]int{0: a.Threads, 1: a.SharedBytes, 2: a.ConstBytes, 3: a.LocalBytes, 4: a.Registers, 5: a.PTX,
		6: a.Binary, 8: fn.maxDynamic}
	x, ok := values[attr]
	if !ok {
		return cuda.InvalidValue
	}
	*v = int32(x)
	return cuda.Success
}

func (f *Fake) funcSetAttr(h cuda.Handle, attr, v int32) cuda.Result {
	fn := f.funcs[h]
	if fn == nil {
		return cuda.InvalidHandle
	}
	if attr != 8 || int(v)+fn.attrs.SharedBytes > fn.mod.dev.SharedPerBlockOptIn {
		return cuda.InvalidValue
	}
	fn.maxDynamic = int(v)
	return cuda.Success
}

func (f *Fake) funcLoad(h cuda.Handle) cuda.Result {
	if f.funcs[h] == nil {
		return cuda.InvalidHandle
	}
	return cuda.Success
}

func (f *Fake) funcParam(h cuda.Handle, i uint64, offset, size *uint64) cuda.Result {
	fn := f.funcs[h]
	if fn == nil {
		return cuda.InvalidHandle
	}
	if i >= uint64(len(fn.sizes)) {
		return cuda.InvalidValue
	}
	*offset, *size = 8*i, uint64(fn.sizes[i])
	return cuda.Success
}

// maxActive takes account of threads, shared memory (1 KiB a block is the system's) and the limit of blocks.
func (f *Fake) maxActive(n *int32, h cuda.Handle, threads int32, shared uint64) cuda.Result {
	fn := f.funcs[h]
	if fn == nil {
		return cuda.InvalidHandle
	}
	d := fn.mod.dev
	if int(shared) > fn.maxDynamic {
		return cuda.InvalidValue
	}
	*n = int32(min(d.ThreadsPerSM/int(threads), d.SharedPerSM/(int(shared)+fn.attrs.SharedBytes+1024), d.BlocksPerSM))
	return cuda.Success
}

func (f *Fake) launch(h cuda.Handle, gx, gy, gz, bx, by, bz, shared uint32, s cuda.Handle, params *unsafe.Pointer,
	_ unsafe.Pointer) cuda.Result {
	return f.start(false, h, dim(gx, gy, gz), dim(bx, by, bz), shared, s, params)
}

func (f *Fake) launchCooperative(h cuda.Handle, gx, gy, gz, bx, by, bz, shared uint32, s cuda.Handle,
	params *unsafe.Pointer) cuda.Result {
	return f.start(true, h, dim(gx, gy, gz), dim(bx, by, bz), shared, s, params)
}

func dim(x, y, z uint32) cuda.Dim { return cuda.Dim{X: int(x), Y: int(y), Z: int(z)} }

// start checks a launch as the driver does, takes the parameters and submits the kernel.
func (f *Fake) start(cooperative bool, h cuda.Handle, grid, block cuda.Dim, shared uint32, s cuda.Handle,
	params *unsafe.Pointer) cuda.Result {
	fn := f.funcs[h]
	if fn == nil {
		return cuda.InvalidHandle
	}
	threads := block.X * block.Y * block.Z
	if threads < 1 || threads > fn.attrs.Threads || grid.X*grid.Y*grid.Z < 1 || int(shared) > fn.maxDynamic {
		return cuda.InvalidValue
	}
	d := fn.mod.dev
	l := &Launch{Kernel: fn.name, Grid: grid, Block: block, Shared: int(shared), Cooperative: cooperative, fake: f,
		Device: slices.Index(f.devices, d)}
	for i, p := range unsafe.Slice(params, len(fn.sizes)) {
		l.Params = append(l.Params, append([]byte(nil), unsafe.Slice((*byte)(p), fn.sizes[i])...))
	}
	run := f.kernels[fn.name]
	return f.submit(d, s, func() cuda.Result { return l.run(run) })
}

// run runs the Go function and turns its panic into the driver's result.
func (l *Launch) run(kernel func(*Launch)) (r cuda.Result) {
	defer func() {
		if p := recover(); p != nil {
			r = cuda.LaunchFailed
			if x, ok := p.(cuda.Result); ok {
				r = x
			}
		}
	}()
	if kernel != nil {
		kernel(l)
	}
	return cuda.Success
}
