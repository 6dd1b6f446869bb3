// Package cuda drives NVIDIA GPUs through the driver API, without cgo and without the toolkit: libcuda.so.1 (nvcuda.dll
// on Windows) is looked for when Open is called, and its absence is an ordinary error, ErrNoDriver. The library is loaded
// by package driver, below this one, for programs that import it; others stay free of what that needs.
//
//	driver, err := cuda.Open()                       // ErrNoDriver, ErrNoDevice, ErrDriverTooOld
//	ctx, err := driver.Devices()[0].NewContext()     // the device's primary context
//	defer ctx.Close()                                // frees what is left
//	mod, err := ctx.LoadModule("tsp", ptx, cuda.ModuleOptions{})
//	kernel, err := mod.Function("pspm")
//	xy, err := cuda.BufferOf(ctx, points)
//	err = kernel.Launch(cuda.Config{Grid: cuda.Dim{X: 132}, Block: cuda.Dim{X: 256}}, xy, int32(n))
//	err = xy.CopyTo(points, 0)                       // waits for the launch
//
// # Threads
//
// The driver keeps a current context for every OS thread, while a goroutine moves between threads. So each call is made on
// its caller's thread, locked for that time, after the context was made current there. Calls take turns, one at a time a
// context, but for the waits (Stream.Sync, Event.Sync, Context.Sync and the waiting half of a copy), which would hold up
// everybody else's. All methods may be called from any goroutine. Handing calls to a thread of the context's own would
// cost two wake-ups each, ten times what most calls take.
//
// A wait asks the driver again and again for 100 us before it sleeps.
//
// # Order
//
// Work of one Stream runs in the order in which it was submitted; streams do not wait for each other. A nil Stream means
// the context's own. Copies without Async use the context's own stream: they wait for what was submitted to it, not for
// other streams, so results of a kernel launched on another stream need that stream's Sync (or Wait) first. A persistent
// kernel on one stream therefore never holds up a copy on another.
//
// # Lifetime
//
// Buffers, pinned memory, modules, streams and events belong to their context; Context.Close frees what was not freed.
// A second Free and any use after it are errors that wrap ErrClosed. Freeing memory which a running kernel uses makes the
// driver wait for the kernel: stop and Sync first.
//
// # Errors
//
// A failed driver call is an *Error and reads "cuda: what was being done: CUDA_ERROR_NAME: text". A fault in a kernel
// loses the device for this process: that error and all later ones of the context wrap ErrDeviceLost.
package cuda
