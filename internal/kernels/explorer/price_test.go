package explorer

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/kerneltest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Bits that offer their cost alone, deltas of one flip, and those of two and three.
type (
	costBits  struct{ m *kerneltest.ByteMatrix }
	flipBits  struct{ costBits }
	flip2Bits struct{ flipBits }
	flip3Bits struct{ flip2Bits }
)

func (p costBits) Cost(x []int32) int64               { return p.m.Cost(x) }
func (p flipBits) FlipDelta(x []int32, i int32) int64 { return p.m.Delta(x, i) }
func (p flip2Bits) Flip2Delta(x []int32, i, j int32) int64 {
	return p.m.Delta(x, i) + p.m.Delta(x, j) + int64((1-2*x[i])*(1-2*x[j])*p.m.Times*int32(p.m.Pairs[i*p.m.N+j]))
}
func (p flip3Bits) Flip3Delta(x []int32, i, j, k int32) int64 {
	y := slices.Clone(x)
	y[i], y[j], y[k] = 1-y[i], 1-y[j], 1-y[k]
	return p.Cost(y) - p.Cost(x)
}

// Whatever a problem offers, a move's price is what it changes the cost by, the lanes' copies stay as they were, and what is called a
// full evaluation is one.
func TestExplorer_PricesByWhatThereIs(t *testing.T) {
	m := kerneltest.NewByteMatrix(7, 1, 3)
	pricesOf(t, costBits{m}, true)
	pricesOf(t, flipBits{costBits{m}}, false)
	pricesOf(t, flip2Bits{flipBits{costBits{m}}}, false)
	pricesOf(t, flip3Bits{flip2Bits{flipBits{costBits{m}}}}, false)
}

func pricesOf[P kernel.Coster](t *testing.T, p P, evaluates bool) {
	t.Helper()
	const n = 7
	x := []int32{1, 0, 0, 1, 1, 0, 1}
	for _, op := range []neighbourhood.Op{neighbourhood.OpFlip, neighbourhood.OpFlip2, neighbourhood.OpFlip3} {
		b := neighbourhood.Member{Op: op, N: n, Values: 2}
		copies := slices.Repeat(x, lane.WarpSize)
		e := lane.Emulator{Blocks: 1, Threads: 32}
		must.Do(t, e.Run(func(th lane.Thread) {
			w := explorer[P]{t: th, p: p, x: x, mine: copies[n*th.LaneID():][:n]}
			w.a.N, w.a.Copies, w.a.Ops, w.Cost = n, 1, neighbourhood.Ops{Set: math.MaxUint32}, p.Cost(x)
			for k := range b.Size() {
				move := b.Move(k)
				want := b.DoAndUndo(slices.Clone(x), move, p.Cost) - w.Cost
				if d, full := w.price(&b, move); d != want || full != evaluates {
					t.Errorf("%T: %v has delta %d, want %d; by full evaluation: %v", p, move, d, want, full)
				}
			}
		}))
		if !slices.Equal(copies, slices.Repeat(x, lane.WarpSize)) {
			t.Errorf("%T: after prices of %v lanes have %v", p, op, copies)
		}
	}
}

// A random solution is Fisher and Yates' shuffle, inside out, and values that are each as likely, by four words at a time, of steps that
// no iteration has: from 2^63 on, 2^31 for each solution of a walk.
func TestRandomise_DrawsBeyondAllIterations(t *testing.T) {
	parts := []neighbourhood.Member{{Op: neighbourhood.OpSwap, N: 9}, {Op: neighbourhood.OpChange, At: 9, N: 6, Lo: -2, Values: 5}}
	for number := range uint32(3) {
		word := func(i int) uint64 {
			first := i / 4 * 4
			if i >= 9 {
				first = 9 + (i-9)/4*4 // a part has words of its own
			}
			return uint64(rng.At(5, 6, 1<<63+uint64(number)<<31+uint64(first), 0)[i-first])
		}
		want := make([]int32, 15)
		for i := range 9 {
			j := word(i) * uint64(i+1) >> 32
			want[i], want[j] = want[j], int32(i)
		}
		for i := 9; i < 15; i++ {
			want[i] = int32(word(i)*5>>32) - 2
		}
		x := make([]int32, 15)
		Randomise(parts, nil, x, 5, 6, number)
		if !slices.Equal(x, want) {
			t.Errorf("solution %d is %v, want %v", number, x, want)
		}
	}
}

// Whatever the kind of move, and with one warp or three, lanes together make the move that one makes, and each finds it in its copy.
func TestExplorer_MovesAsOneWould(t *testing.T) {
	const n = 40
	for _, b := range []neighbourhood.Member{
		{Op: neighbourhood.OpSwap, N: n}, {Op: neighbourhood.OpInsert, N: n}, {Op: neighbourhood.OpTwoOpt, N: n}, {Op: neighbourhood.OpOrOpt, N: n, Variants: 5},
		{Op: neighbourhood.OpFlip, N: n, Values: 2}, {Op: neighbourhood.OpFlip2, N: n, Values: 2}, {Op: neighbourhood.OpFlip3, N: n, Values: 2},
		{Op: neighbourhood.OpChange, N: n, Values: 2}, {Op: neighbourhood.OpJointSwap, N: n, Length: n / 4},
	} {
		if b.Op == neighbourhood.OpJointSwap {
			b.N = b.Length
		}
		for _, warps := range []int32{1, 3} {
			want, copies := make([]int32, n), make([]int32, n*lane.WarpSize*warps)
			for i := range want {
				want[i] = int32(i) * 7 % n
				if b.Values == 2 {
					want[i] &= 1
				}
			}
			x := slices.Clone(want)
			copy(copies, slices.Repeat(want, int(lane.WarpSize*warps)))
			for k := range int64(8) {
				move := b.Move(k * (b.Size() - 1) / 7)
				b.Do(want, move)
				e := lane.Emulator{Blocks: 1, Threads: 32 * warps, Seed: uint64(k)}
				must.Do(t, e.Run(func(th lane.Thread) {
					w := explorer[costBits]{t: th, x: x, mine: copies[n*th.ThreadID():][:n], id: th.ThreadID(), team: 32 * warps}
					w.a.N, w.a.Copies, w.a.Ops = n, 1, neighbourhood.Ops{Set: math.MaxUint32}
					if w.move(&b, move, -3); w.Cost != -3 || w.Moves != 1 {
						t.Errorf("after a move the walk has %d moves and a cost of %d", w.Moves, w.Cost)
					}
				}))
				if !slices.Equal(x, want) || !slices.Equal(copies, slices.Repeat(want, int(lane.WarpSize*warps))) {
					t.Fatalf("%d warps: after %v\n%v, want\n%v", warps, move, x, want)
				}
			}
		}
	}
}
