package lane

// Intrinsic is a function of this package that the kernel compiler replaces by instructions. Every other function of the
// package is plain Go in the device subset, and compiled like a kernel's own code.
type Intrinsic struct {
	Name    string // of the function; methods of Thread as "Thread.Name"
	PTX     string // the instruction, with .W for the width of its type, for PTX 7.8 on sm_80
	Meaning string
}

// Intrinsics lists them all. A warp operation's membermask is the Thread's group; 64-bit values are shuffled as two
// halves.
var Intrinsics = []Intrinsic{
	{"Thread.ThreadID", "mov.u32 %tid.x", "number of the thread in its block"},
	{"Thread.BlockID", "mov.u32 %ctaid.x", "number of the block in the launch"},
	{"Thread.BlockDim", "mov.u32 %ntid.x", "threads of a block"},
	{"Thread.GridDim", "mov.u32 %nctaid.x", "blocks of the launch"},
	{"Thread.SharedSize", "mov.u32 %dynamic_smem_size", "bytes of shared memory sized at launch"},
	{"Thread.Clock", "mov.u64 %clock64", "cycles; not to be moved or merged"},
	{"Thread.Sync", "bar.sync 0", "barrier of the block; orders memory"},
	{"Thread.SyncWarp", "bar.warp.sync", "barrier of the group; orders memory"},
	{"Thread.Fence", "fence.acq_rel.gpu", "orders the thread's memory accesses; waits for nobody"},
	{"Thread.Ballot", "vote.sync.ballot.b32", "lanes of the group that vote true"},
	{"Shuffle", "shfl.sync.idx.b32", "value of a lane"},
	{"ShuffleUp", "shfl.sync.up.b32, clamp 0", "value of the lane d below, own below lane 0"},
	{"ShuffleDown", "shfl.sync.down.b32, clamp 31", "value of the lane d above, own above lane 31"},
	{"ShuffleXor", "shfl.sync.bfly.b32, clamp 31", "value of the lane whose number is the own one xor d"},
	{"WarpAdd", "redux.sync.add.{s32,u32}", "wrapping sum over the group"},
	{"WarpMin", "redux.sync.min.{s32,u32}", "least of the group"},
	{"WarpMax", "redux.sync.max.{s32,u32}", "greatest of the group"},
	{"AtomicAdd", "atom.relaxed.gpu.add.{u,f}W", "adds, returns the old value"},
	{"AtomicMin", "atom.relaxed.gpu.min.{s,u}W", "least of old and new, returns the old value"},
	{"AtomicMax", "atom.relaxed.gpu.max.{s,u}W", "greatest of old and new, returns the old value"},
	{"AtomicExchange", "atom.relaxed.gpu.exch.bW", "sets, returns the old value"},
	{"AtomicCompareAndSwap", "atom.relaxed.gpu.cas.bW", "sets if equal, returns the old value"},
	{"AtomicLoad", "ld.relaxed.sys.bW", "reads memory at every call"},
	{"AtomicStore", "st.relaxed.sys.bW", "writes memory at every call"},
	{"Shared", ".shared .align", "one array of the block for each line of the source that calls it and element type"},
	{"SharedAt", ".extern .shared .align 16", "elements of the memory sized at launch from a byte offset"},
	{"Load4", "ld.v4.{s,u,f}32", "four numbers at a multiple of 16 bytes"},
	{"Launch", "call __cudaCDP2GetParameterBufferV2, __cudaCDP2LaunchDeviceV2", "launches a grid; of the device runtime"},
	{"FMA32", "fma.rn.f32", "x*y + z, rounded once"},
	{"FMA64", "fma.rn.f64", "x*y + z, rounded once"},
	{"Dot4", "dp4a.s32.s32", "sum of the products of four signed bytes, added to a number"},
	{"AbsDiff", "sad.s32", "difference without its sign, added to a number"},
	{"ApproxSqrt32", "sqrt.approx.ftz.f32", "square root"},
	{"ApproxRsqrt32", "rsqrt.approx.ftz.f32", "1 / square root"},
	{"ApproxRecip32", "rcp.approx.ftz.f32", "1 / x"},
	{"ApproxDiv32", "div.approx.ftz.f32", "x / y"},
	{"ApproxExp2", "ex2.approx.ftz.f32", "2^x"},
	{"ApproxLog2", "lg2.approx.ftz.f32", "logarithm to base 2"},
	{"ApproxSin", "sin.approx.ftz.f32", "sine"},
	{"ApproxCos", "cos.approx.ftz.f32", "cosine"},
}
