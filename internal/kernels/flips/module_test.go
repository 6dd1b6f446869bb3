package flips_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/kernels/flips"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

func TestModule_KernelsAreInThePTX(t *testing.T) { gputest.InPTX(t, flips.Module()) }

// walks are sets of tabu.TabuFlip whose incumbents are some solutions; what lies beside them is noise.
func walks(list [][]int32) []uint32 {
	sets := make([]uint32, len(list)*64*tabu.FlipSets)
	r := multiwalk.NewRand(3, 0)
	for i := range sets {
		sets[i] = uint32(r.Uint64())
	}
	for walk, x := range list {
		for lane := range 32 {
			for half := range 2 {
				word := uint32(0)
				for k := range 32 {
					if j := 32*(32*half+k) + lane; j < len(x) {
						word |= uint32(x[j]) << k
					}
				}
				sets[2*(tabu.FlipSets*(32*walk+lane)+1)+half] = word
			}
		}
	}
	return sets
}

// solution reads what aims has for a walk; a bit that is not of the problem is a fault.
func solution(t *testing.T, aims []uint32, walk, n int) []int32 {
	x := make([]int32, n)
	for j := range 2048 {
		bit := aims[2*(32*walk+j%32)+j/1024] >> (j / 32 % 32) & 1
		if j < n {
			x[j] = int32(bit)
		} else if bit != 0 {
			t.Fatalf("bit %d of %d is set", j, n)
		}
	}
	return x
}

func run(t *testing.T, walks int32, f func(t lane.Thread)) {
	t.Helper()
	must.Do(t, (lane.Emulator{Blocks: walks, Threads: 32}).Run(f))
}

func random(r *multiwalk.Rand, n int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(r.IntN(2))
	}
	return x
}

// changed copies bits, and flips those whose number is a multiple of every.
func changed(x []int32, every int) []int32 {
	x = slices.Clone(x)
	for i := 0; i < len(x); i += every {
		x[i] = 1 - x[i]
	}
	return x
}

// Incumbents that are the same have the same print, others another; where complements cost the same they have the same.
func TestPrints(t *testing.T) {
	for _, n := range []int{1, 31, 64, 300, 1023, 1024, 1025, 2048} {
		r := multiwalk.NewRand(5, n)
		x := random(r, n)
		list := [][]int32{x, x, changed(x, 1), changed(x, n)}
		for _, mirrored := range []int32{0, 1} {
			prints := make([]uint64, len(list))
			run(t, int32(len(list)), func(t lane.Thread) {
				flips.Prints(t, flips.Share{Walks: int32(len(list)), N: int32(n), Mirrored: mirrored}, walks(list), prints)
			})
			if prints[0] != prints[1] || (prints[0] == prints[2]) != (mirrored == 1) || n > 2 && prints[0] == prints[3] {
				t.Errorf("%d bits, mirrored %d: %x", n, mirrored, prints)
			}
		}
	}
}

// A child is between its parents: where these agree it does, and it has about half of what differs of either. Where complements cost the
// same, that goes for a parent and what the other is once it is turned: then a solution and nearly its complement differ little.
func TestChildren(t *testing.T) {
	const n, many = 1500, 40
	r := multiwalk.NewRand(5, 0)
	x := random(r, n)
	near, far := changed(x, 10), changed(changed(x, 10), 1)
	for _, c := range []struct {
		y        []int32
		mirrored int32
		differ   int
	}{{near, 0, 150}, {near, 1, 150}, {far, 0, 1350}, {far, 1, 150}} {
		list := slices.Repeat([][]int32{x, c.y}, many/2)
		share := flips.Share{Walks: many, N: n, Parents: 2, Mirrored: c.mirrored, First: 7, Seed: 9, Step: 11}
		aims := make([]uint32, 64*many)
		run(t, many, func(t lane.Thread) { flips.Children(t, share, []int32{1, 2}, walks(list), aims) })
		other := map[string]int{}
		for walk := range many {
			child := solution(t, aims, walk, n)
			if c.mirrored == 1 && distance(child, x) > n/2 { // both were turned
				child = changed(child, 1)
			}
			d := distance(child, x)
			if d < c.differ/2-c.differ/4 || d > c.differ/2+c.differ/4 {
				t.Errorf("%d bits of parents differ, and a child has %d of the second", c.differ, d)
			}
			if c.mirrored == 0 || c.differ < n/2 && distance(x, c.y) < n/2 {
				if got := distance(child, c.y); d+got != c.differ {
					t.Errorf("a child differs from its parents in %d and %d bits, and these in %d", d, got, c.differ)
				}
			}
			other[string(bytesOf(child))]++
		}
		if len(other) != many {
			t.Errorf("%d different children of %d", len(other), many)
		}
	}
}

// Each of the parents has children, and each pair of them as often as any other.
func TestChildren_OfAllPairs(t *testing.T) {
	const parents, many, n = 4, 4000, 64
	var list [][]int32
	for i := range parents { // parent i has 16 bits of its own
		x := make([]int32, n)
		for k := range 16 {
			x[16*i+k] = 1
		}
		list = append(list, x)
	}
	share := flips.Share{Walks: many, N: n, Parents: parents, Seed: 1}
	aims := make([]uint32, 64*many)
	sets := walks(list)
	run(t, many, func(t lane.Thread) { flips.Children(t, share, []int32{0, 1, 2, 3}, sets, aims) })
	pairs := map[uint]int{}
	for walk := range many {
		of := uint(0)
		for j, bit := range solution(t, aims, walk, n) {
			if bit != 0 {
				of |= 1 << (j / 16)
			}
		}
		pairs[of]++
	}
	for of, times := range pairs {
		if bits.OnesCount(of) != 2 || times < many/6*8/10 || times > many/6*12/10 {
			t.Errorf("parents %04b have %d of %d children", of, times, many)
		}
	}
	if len(pairs) != 6 {
		t.Errorf("%d pairs have children", len(pairs))
	}
}

func distance(x, y []int32) (d int) {
	for i := range x {
		if x[i] != y[i] {
			d++
		}
	}
	return d
}

func bytesOf(x []int32) []byte {
	list := make([]byte, len(x))
	for i, v := range x {
		list[i] = byte(v)
	}
	return list
}
