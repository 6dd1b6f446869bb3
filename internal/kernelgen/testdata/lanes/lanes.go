// Package lanes holds kernels that call everything of package lane.
package lanes

import "github.com/multiwalk/multiwalk/kernel/lane"

// Ids reads every number that a thread has.
func Ids(t lane.Thread, out []int32, cycles []int64) {
	i := t.GridThreadID()
	out[i] = t.ThreadID() + t.LaneID() + t.WarpID() + t.BlockID() + t.BlockDim() + t.GridDim() + t.Warps() +
		t.GridThreads() + t.GridWarpID() + t.SharedSize()
	cycles[i] = t.Clock()
	t.SyncWarp()
	cycles[i] -= t.Clock()
}

// Votes votes in groups of several kinds.
func Votes(t lane.Thread, x []int32, out []uint32) {
	i := t.ThreadID()
	out[i] = t.Ballot(x[i] > 3)
	if t.Tile(8).Any(x[i] == 1) && t.Present().All(x[i] < 9) {
		out[i]++
	}
	out[i] ^= t.Among(0xff).Mask()
}

// Exchange shuffles, reduces and scans numbers of a type.
func Exchange[T lane.Numbers](t lane.Thread, x, out []T) {
	i := t.ThreadID()
	v := x[i]
	v += lane.Shuffle(t, v, 3) + lane.ShuffleUp(t, v, 1) + lane.ShuffleDown(t, v, 2) + lane.ShuffleXor(t, v, 4)
	v += lane.TreeAdd(t, v) + lane.TreeMin(t, v) + lane.TreeMax(t, v)
	v += lane.InclusiveAdd(t, v) + lane.ExclusiveAdd(t, v) + lane.InclusiveMin(t, v) + lane.InclusiveMax(t, v)
	v += lane.ExclusiveMin(t, v, 5) + lane.ExclusiveMax(t, v, 3) + lane.ExclusiveMin(t.Tile(8), v, 2) + lane.ExclusiveMax(t.Tile(8), v, 1)
	v += lane.BlockAdd(t, v) + lane.BlockMin(t, v) + lane.BlockMax(t, v)
	out[i] = v + lane.BlockInclusiveAdd(t, v) + lane.BlockExclusiveAdd(t, v)
}

// Reduce reduces 32-bit integers in one instruction.
func Reduce[T lane.Int32s](t lane.Thread, x, out []T) {
	v := x[t.ThreadID()]
	out[t.ThreadID()] = lane.WarpAdd(t, v) ^ lane.WarpMin(t, v) ^ lane.WarpMax(t, v)
}

// Atomics updates global and shared memory.
func Atomics[T lane.Integers](t lane.Thread, x []T, total *T, out []T) {
	i := t.ThreadID()
	s := lane.Shared[T](t, 4)
	if i < 4 {
		s[i] = 0
	}
	t.Sync()
	lane.AtomicAdd(t, &s[i&3], x[i])
	old := lane.AtomicMax(t, total, x[i]) + lane.AtomicMin(t, &out[0], x[i]) + lane.AtomicExchange(t, &s[0], 3)
	t.Fence()
	old += lane.AtomicCompareAndSwap(t, &out[1], old, x[i]) + lane.AtomicLoad(t, total)
	lane.AtomicStore(t, &out[2], old)
}

// SharedAtomics updates shared memory alone.
func SharedAtomics[T lane.Integers](t lane.Thread, x, out []T) {
	s := lane.Shared[T](t, 2)
	if t.ThreadID() < 2 {
		s[t.ThreadID()] = 7
	}
	t.Sync()
	lane.AtomicMin(t, &s[0], x[t.ThreadID()])
	lane.AtomicMax(t, &s[1], x[t.ThreadID()])
	t.Sync()
	out[t.ThreadID()] = s[0] - s[1]
}

// FloatAtomics adds, exchanges, reads and writes floats. Small whole numbers have the same sum in any order.
func FloatAtomics[T float32 | float64](t lane.Thread, x, out []T) {
	i := t.ThreadID()
	s := lane.Shared[T](t, 2)
	if i < 2 {
		lane.AtomicStore(t, &s[i], 0)
	}
	t.Sync()
	lane.AtomicAdd(t, &s[0], x[i])
	lane.AtomicAdd(t, &out[0], x[i])
	lane.AtomicExchange(t, &s[1], 4)
	t.Sync()
	if i > 0 {
		out[i] = lane.AtomicLoad(t, &s[0]) + s[1]
	}
}

// Waits polls a flag.
func Waits(t lane.Thread, flag []uint32, out []int32) {
	for lane.AtomicLoad(t, &flag[0]) == 0 {
	}
	out[t.ThreadID()] = 1
}

// Memory uses both kinds of shared memory: one array for each call in the source, wherever it is reached from.
func Memory(t lane.Thread, n int32, x, out []float32) {
	i := t.ThreadID()
	row := lane.SharedAt[float32](t, 16, n)
	row[i] = x[i] + scratch(t)[i&7] + scratch(t)[1]
	t.Sync()
	out[i] = row[n-1-i]
}

func scratch(t lane.Thread) []float32 {
	s := lane.Shared[float32](t, 8)
	t.Sync() // all have read what an earlier call gave
	if t.ThreadID() < 8 {
		s[t.ThreadID()] = 1
	}
	t.Sync()
	return s
}

// Arithmetic uses fused and approximate operations, and random numbers.
func Arithmetic(t lane.Thread, x []float32, y []float64) {
	i := t.ThreadID()
	v := x[i]
	y[i] = lane.FMA64(y[i], 3, 4)
	v = lane.FMA32(v, 2, 1) + lane.Sqrt32(v) + lane.ApproxSqrt32(v) + lane.ApproxRsqrt32(v) + lane.ApproxRecip32(v)
	v += lane.ApproxDiv32(v, 3) + lane.ApproxExp2(v) + lane.ApproxLog2(v) + lane.ApproxSin(v) + lane.ApproxCos(v)
	v += lane.ApproxExp(v) + lane.ApproxLog(v) + lane.ApproxPow(v, 3)
	x[i] = v + float32(lane.Random(1, 2, 3, uint32(i))[2]) + float32(lane.Dot4(uint32(i), 0x01020304, lane.AbsDiff(i, 7, i)))
}

// Fours reads four numbers at a time, of the device and of a block.
func Fours(t lane.Thread, x []float32, y []uint32) {
	shared := lane.SharedAt[uint32](t, 0, 4*t.BlockDim())
	shared[t.ThreadID()] = y[t.ThreadID()]
	t.Sync()
	for k, v := range lane.Load4(x, 4*t.ThreadID()) {
		x[k] = v + float32(lane.Load4(shared, 4*t.ThreadID())[k])
	}
}

// Unfused is what must stay a product and a sum.
func Unfused(t lane.Thread, x []float32, y []float64) {
	i := t.ThreadID()
	x[i] = x[i]*x[i+1] + x[i+2]
	y[i] = y[i]*y[i+1] - y[i+2]/3
}
