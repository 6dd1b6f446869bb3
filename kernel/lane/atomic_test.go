package lane_test

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

func TestAtomics(t *testing.T) {
	t.Run("int32", testAtomics[int32])
	t.Run("uint32", testAtomics[uint32])
	t.Run("int64", testAtomics[int64])
	t.Run("uint64", testAtomics[uint64])
}

// cells are what testAtomics' kernel leaves in memory.
type cells[T lane.Integers] struct {
	sum, least, most, chain, counted, swapped T
}

func testAtomics[T lane.Integers](t *testing.T) {
	for _, threads := range sizes {
		for _, e := range []lane.Emulator{
			{Blocks: 3, Threads: threads, Seed: 5}, {Blocks: 3, Threads: threads, Free: true}, {Blocks: 3, Threads: threads, Workers: 3},
		} {
			var inGlobal cells[T]
			inGlobal.least = sample[T](0)
			inGlobal.most = sample[T](0)
			olds := make([]T, 3*threads)
			seen := make([]T, 3*threads)
			must.Do(t, e.Run(func(l lane.Thread) { useAtomics(l, &inGlobal, olds, seen) }))
			checkAtomics(t, 3*threads, inGlobal, olds, seen)
		}
	}
}

// useAtomics does each atomic once a thread; olds gets what an addition of 1 returned, seen what an exchange did.
func useAtomics[T lane.Integers](l lane.Thread, c *cells[T], olds, seen []T) {
	i := l.GridThreadID()
	v := sample[T](i)
	lane.AtomicAdd(l, &c.sum, v)
	lane.AtomicMin(l, &c.least, v)
	lane.AtomicMax(l, &c.most, v)
	olds[i] = lane.AtomicAdd(l, &c.counted, 1)
	seen[i] = lane.AtomicExchange(l, &c.chain, T(i)+1)
	for { // a counter by compare-and-swap
		was := lane.AtomicLoad(l, &c.swapped)
		if lane.AtomicCompareAndSwap(l, &c.swapped, was, was+2) == was {
			break
		}
	}
}

func checkAtomics[T lane.Integers](t *testing.T, n int32, c cells[T], olds, seen []T) {
	t.Helper()
	var sum T
	least, most := sample[T](0), sample[T](0)
	for i := range n {
		sum, least, most = sum+sample[T](i), min(least, sample[T](i)), max(most, sample[T](i))
	}
	if c.sum != sum || c.least != least || c.most != most || c.counted != T(n) || c.swapped != T(2*n) {
		t.Errorf("%d threads: %+v, want sum %v, least %v, most %v, counted %d, swapped %d", n, c, sum, least, most, n, 2*n)
	}
	each(t, "AtomicAdd", olds)
	each(t, "AtomicExchange", append(seen, c.chain))
}

// each checks that the old values are 0, 1, 2 and so on, each once: no two atomics happened at once.
func each[T lane.Integers](t *testing.T, name string, olds []T) {
	t.Helper()
	count := map[T]int{}
	for _, old := range olds {
		count[old]++
	}
	for i := range olds {
		if count[T(i)] != 1 {
			t.Fatalf("%s returned %d in %d of %d calls", name, i, count[T(i)], len(olds))
		}
	}
}

func TestAtomics_InSharedMemory(t *testing.T) {
	everywhere(t, 2, 8, func(t *testing.T, threads int32) func(lane.Thread) {
		return func(l lane.Thread) {
			fixed, sized := lane.Shared[int64](l, 1), lane.SharedAt[int32](l, 4, 1)
			if l.ThreadID() == 0 {
				lane.AtomicStore(l, &fixed[0], math.MaxInt64)
				lane.AtomicStore(l, &sized[0], 0)
			}
			l.Sync()
			lane.AtomicMin(l, &fixed[0], int64(-l.ThreadID()))
			lane.AtomicMax(l, &sized[0], l.ThreadID())
			l.Sync()
			if fixed[0] != int64(1-threads) || sized[0] != threads-1 {
				t.Errorf("least %d and most %d of %d threads", fixed[0], sized[0], threads)
			}
		}
	})
}

func TestAtomics_OfFloats(t *testing.T) {
	t.Run("float32", testFloatAtomics[float32])
	t.Run("float64", testFloatAtomics[float64])
}

func testFloatAtomics[T float32 | float64](t *testing.T) {
	for _, e := range []lane.Emulator{{Blocks: 3, Threads: 70, Seed: 5}, {Blocks: 3, Threads: 70, Free: true}} {
		var sum, last T
		olds := make([]T, 3*70)
		must.Do(t, e.Run(func(l lane.Thread) {
			lane.AtomicAdd(l, &sum, T(l.GridThreadID())/2) // exact in any order
			olds[l.GridThreadID()] = lane.AtomicExchange(l, &last, T(l.GridThreadID())+0.5)
		}))
		if want := T(209*210/2) / 2; sum != want {
			t.Errorf("sum %v, want %v", sum, want)
		}
		seen := last // each value went in once and came out once, but for the last
		for _, old := range olds {
			seen += old
		}
		if want := T(209*210/2 + 105); seen != want {
			t.Errorf("values exchanged sum up to %v, want %v", seen, want)
		}
	}
}

// A lock by atomics: only one thread at a time is inside, and the writes of each are seen by the next.
func TestAtomics_Lock(t *testing.T) {
	for _, free := range []bool{false, true} {
		var lock, inside int32
		err := lane.Emulator{Blocks: 2, Threads: 65, Free: free}.Run(func(l lane.Thread) {
			for lane.AtomicExchange(l, &lock, 1) != 0 {
			}
			inside++
			l.Fence()
			lane.AtomicStore(l, &lock, 0)
		})
		if err != nil || inside != 130 {
			t.Errorf("free=%v: %d threads went through the lock: %v", free, inside, err)
		}
	}
}
