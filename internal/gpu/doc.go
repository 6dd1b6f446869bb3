// Package gpu is one face for a GPU and for the emulator that takes its place: what the GPU halves of methods run
// their kernels through.
//
//	m, err := gpu.Of(plan.Device, id)                    // machine number id of an accelerator; opened once, kept
//	program, err := m.Load(module.Name, module.PTX)
//	kernel, err := program.Kernel(entry.Symbol, entry.Func)
//	p, err := gpu.ValueOf(m, module.Problem)
//	best, err := gpu.NewArray[int32](m, n)
//	stop, err := gpu.NewFlag(m)
//	err = kernel.Launch(gpu.Shape{Blocks: 132, Threads: 256}, p, best, stop, int32(n))
//	err = m.Wait(s.Aborted, stop)                        // tells the kernel to stop once the run is aborted
//	err = best.Read(tour, 0)
//
// Arguments are checked against the kernel's Go function, on a GPU too. Launches, reads and writes of a machine happen in
// the order in which they were asked for. All may be called from any goroutine; walks of different runs on one GPU take
// turns, and wait for each other's launches. What is to overlap goes to a Stream of its own.
//
// A kernel's flag is in the host's memory: let one thread of a warp or a block look at it, every millisecond or so. Where
// all 270,000 threads of an H200 looked all the time, it took 8 ms to stop them, and 0.1 ms where one did.
//
// A program in which this package is to find GPUs imports package device, which brings the driver; others find none, and
// stay static. The emulator is always there.
package gpu
