package lane

// The block's reductions and scans are warp ones, whose results warp 0 combines in shared memory. Each has its own
// scratch, and is safe to call again at once: the scratch of a call is read before the last barrier of that call, or
// before the first barrier of the next one, which all threads must reach before it is written again. Where the block
// has a second warp, warp 0 is full.

// maxWarps is how many warps a block can have.
const maxWarps = MaxThreads / WarpSize

// BlockAdd returns the sum of v over the block, to all its threads. The order in which floats are added depends on the
// size of the block alone. All threads of the block must call it.
func BlockAdd[T Numbers](t Thread, v T) T {
	sum := TreeAdd(t.Present(), v)
	if t.Warps() == 1 {
		return sum
	}
	part := Shared[T](t, maxWarps+1)
	if t.LaneID() == 0 {
		part[t.WarpID()] = sum
	}
	t.Sync()
	if t.WarpID() == 0 {
		v = T(0)
		if t.LaneID() < t.Warps() {
			v = part[t.LaneID()]
		}
		if sum = TreeAdd(t.Among(Full), v); t.LaneID() == 0 {
			part[maxWarps] = sum
		}
	}
	t.Sync()
	return part[maxWarps]
}

// BlockMin returns the least v of the block, to all its threads. All threads of the block must call it.
func BlockMin[T Numbers](t Thread, v T) T {
	least := TreeMin(t.Present(), v)
	if t.Warps() == 1 {
		return least
	}
	part := Shared[T](t, maxWarps+1)
	if t.LaneID() == 0 {
		part[t.WarpID()] = least
	}
	t.Sync()
	if t.WarpID() == 0 {
		least = TreeMin(t.Among(Full), part[min(t.LaneID(), t.Warps()-1)])
		if t.LaneID() == 0 {
			part[maxWarps] = least
		}
	}
	t.Sync()
	return part[maxWarps]
}

// BlockMax returns the greatest v of the block, to all its threads. All threads of the block must call it.
func BlockMax[T Numbers](t Thread, v T) T {
	most := TreeMax(t.Present(), v)
	if t.Warps() == 1 {
		return most
	}
	part := Shared[T](t, maxWarps+1)
	if t.LaneID() == 0 {
		part[t.WarpID()] = most
	}
	t.Sync()
	if t.WarpID() == 0 {
		most = TreeMax(t.Among(Full), part[min(t.LaneID(), t.Warps()-1)])
		if t.LaneID() == 0 {
			part[maxWarps] = most
		}
	}
	t.Sync()
	return part[maxWarps]
}

// BlockInclusiveAdd returns the sum of v over the threads of the block up to the own one, that included. All threads of
// the block must call it.
func BlockInclusiveAdd[T Numbers](t Thread, v T) T {
	sum := InclusiveAdd(t.Present(), v)
	if t.Warps() == 1 {
		return sum
	}
	below := Shared[T](t, maxWarps)
	before := Shared[T](t, maxWarps)
	if t.LaneID() == WarpSize-1 || t.ThreadID() == t.BlockDim()-1 {
		below[t.WarpID()] = sum
	}
	t.Sync()
	if t.WarpID() == 0 {
		v = T(0)
		if t.LaneID() < t.Warps() {
			v = below[t.LaneID()]
		}
		before[t.LaneID()] = ExclusiveAdd(t.Among(Full), v)
	}
	t.Sync()
	return before[t.WarpID()] + sum
}

// BlockExclusiveAdd returns the sum of v over the threads of the block below the own one, 0 in thread 0. All threads of
// the block must call it.
func BlockExclusiveAdd[T Numbers](t Thread, v T) T {
	warp := t.Present()
	sum := ExclusiveAdd(warp, v)
	if t.Warps() == 1 {
		return sum
	}
	below := Shared[T](t, maxWarps)
	before := Shared[T](t, maxWarps)
	if t.LaneID() == WarpSize-1 || t.ThreadID() == t.BlockDim()-1 {
		below[t.WarpID()] = sum + v
	}
	t.Sync()
	if t.WarpID() == 0 {
		total := T(0)
		if t.LaneID() < t.Warps() {
			total = below[t.LaneID()]
		}
		before[t.LaneID()] = ExclusiveAdd(t.Among(Full), total)
	}
	t.Sync()
	return before[t.WarpID()] + sum
}
