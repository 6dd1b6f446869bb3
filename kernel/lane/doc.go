// Package lane is all that a kernel may call: a Thread, passed by value as a kernel's first parameter, and functions
// that take one. A kernel is a Go function in the device subset:
//
//	func Sum(t lane.Thread, x []int32, total *int64) {
//		sum := int64(0)
//		for i := t.GridThreadID(); i < int32(len(x)); i += t.GridThreads() {
//			sum += int64(x[i])
//		}
//		if sum = lane.BlockAdd(t, sum); t.ThreadID() == 0 {
//			lane.AtomicAdd(t, total, sum)
//		}
//	}
//
// The kernel compiler turns it into PTX, replacing the functions that Intrinsics lists by instructions and compiling
// every other function of this package like the kernel's own code. On a CPU the same kernel runs in an [Emulator],
// whose threads really interleave, and which reports misuse with its place in the source. A Thread is valid only inside
// a kernel; the zero Thread panics.
//
// A line "//lane:registers 48" in a kernel's doc comment bounds the registers of a thread, so that more threads fit a
// multiprocessor. A line "//lane:rolled" leaves the kernel's loops as clang has unrolled them; the driver, which would unroll them again,
// then compiles it sooner. Both change speed and no result.
//
// # Threads, warps, groups
//
// A launch is a grid of blocks, a block is up to 1024 threads, and every 32 threads of a block are a warp; the last warp
// of a block may have missing lanes. Warp operations act among a group of lanes of a warp, which a Thread carries: all
// 32 at first; [Thread.Among], [Thread.Tile] and [Thread.Present] return a Thread with a smaller group. Lanes are always
// numbered within the warp.
//
// Every lane of the group that the block has must call a warp operation, from the same place and with the same group,
// before any of them goes on; a lane that has returned from the kernel cannot. The rule of [Thread.Sync] is the same for
// the threads of a block. The emulator holds kernels to it; a device that is told otherwise hangs, or gives results that
// mean nothing. Sync and SyncWarp also order memory: what any thread of the block or group wrote before is seen by all
// of them afterwards. No other warp operation does, on a device.
//
// # What a kernel may use
//
//	bool, int8..int64, uint8..uint64, int, uint, float32, float64    with Go's meaning
//	arrays, structs, pointers to parameters and elements             yes
//	slices of these, from parameters, Shared and SharedAt            yes; slices of slices, append, make: no
//	functions, methods, generics with a static callee                yes; recursion, interface values: no
//	assertions on the value of a type parameter, any(p).(I)          yes: the type argument decides them
//	closures that do not escape                                      yes
//	all control flow, labels, range over integers, slices, arrays    yes; defer, go, select, recover, range-over-func: no
//	package-level constants and constant tables                      yes; other package-level variables: no
//	math and math/bits, their plain functions                        yes
//	maps, strings, channels, fmt and the rest of the library         no
//
//	ids         ThreadID LaneID WarpID BlockID BlockDim GridDim Warps GridThreadID GridThreads GridWarpID
//	barriers    Sync SyncWarp Fence
//	groups      Mask Among Tile Present
//	votes       Ballot Any All
//	shuffles    Shuffle ShuffleUp ShuffleDown ShuffleXor
//	warp        WarpAdd WarpMin WarpMax (32-bit integers, one instruction); TreeAdd TreeMin TreeMax InclusiveAdd
//	            ExclusiveAdd InclusiveMin InclusiveMax ExclusiveMin ExclusiveMax (all numbers, by shuffles)
//	block       BlockAdd BlockMin BlockMax BlockInclusiveAdd BlockExclusiveAdd
//	atomics     AtomicAdd AtomicExchange AtomicLoad AtomicStore (all numbers); AtomicMin AtomicMax AtomicCompareAndSwap
//	            (integers)
//	memory      Shared SharedAt SharedSize Load4
//	launches    Launch
//	random      Random (Philox4x32-10 by seed, walk, step, lane) Word
//	arithmetic  FMA32 FMA64 Dot4 AbsDiff; float32 at full precision: Sqrt32 Exp32 Log32 Pow32 Sin32 Cos32 Floor32 Ceil32 Abs32 Min32
//	            Max32; approximations: ApproxSqrt32 ApproxRsqrt32 ApproxRecip32 ApproxDiv32 ApproxExp2 ApproxExp
//	            ApproxLog2 ApproxLog ApproxPow ApproxSin ApproxCos
//	time        Clock
//
// # The same bits everywhere
//
// Integer results of this package are the same on every device and in the emulator, for any order in which threads run,
// with exceptions a kernel should not let decide anything: Clock, the functions named Approx, what an atomic returns,
// which tells who came first, and what AtomicAdd makes of floats. Reductions and scans of floating-point numbers add in
// a fixed order that depends on the group or the size of the block, never on time, so they too give the same bits.
package lane
