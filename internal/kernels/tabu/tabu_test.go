package tabu

import (
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/kerneltest"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// tabuRun is the memory of some walks.
type tabuRun[T Whole] struct {
	a               TabuPlan
	states          []TabuWalk
	rows, memory    []int32
	costs, deltas   []T
	expiries        []int32
	hits, goal      []int64
	stop            []uint32
	warps, perBlock int32
	vast, free      bool
}

func newTabuRun[T Whole](n, walks int32) *tabuRun[T] {
	a := TabuPlan{N: n, Walks: walks, Shortest: max(1, n*9/10), Longest: n + n/8, Aspiration: 4 * n, Length: 9, Weakest: 2,
		Strongest: max(2, n/2), Target: math.MinInt64, Seed: 5, First: 3, Poll: 4, Ages: 1, Bursts: 1}
	return &tabuRun[T]{a: a, states: make([]TabuWalk, walks), rows: make([]int32, walks*TabuRows*n), memory: make([]int32, walks*2*n*n),
		costs: make([]T, int(walks)*TabuCosts(int(n))), deltas: make([]T, int(walks)*TabuDeltas(int(n))),
		expiries: make([]int32, int(walks)*TabuDeltas(int(n))),
		hits:     slices.Repeat([]int64{math.MaxInt64}, int(walks)), goal: []int64{math.MaxInt64}, stop: []uint32{0}, warps: 1, perBlock: 1}
}

// iterate starts the walks if need be and makes iterations in the emulator.
func (r *tabuRun[T]) iterate(t *testing.T, p kerneltest.CostMatrix[T], iterations int64) {
	t.Helper()
	run := func(e lane.Emulator, kernel func(lane.Thread)) {
		t.Helper()
		e.Free = r.free
		must.Do(t, e.Run(kernel))
	}
	if r.a.Until == 0 {
		run(lane.Emulator{Blocks: 1, Threads: 32 * r.a.Walks}, func(l lane.Thread) {
			StartTabu(l, p, r.a, StartRandom, r.states, r.rows, r.memory, nil, r.hits, r.goal)
		})
	}
	r.a.From, r.a.Until = r.a.Until, r.a.Until+iterations
	var zero T
	room := int32(TabuRoom(int(r.a.N), 2, int(reflect.TypeOf(zero).Size()), r.vast))
	e := lane.Emulator{Blocks: (r.a.Walks + r.perBlock - 1) / r.perBlock, Threads: 32 * r.warps * r.perBlock, Shared: room * r.perBlock}
	run(e, func(l lane.Thread) {
		switch {
		case r.vast:
			TabuSwapVast(l, p, r.a, r.states, r.rows, r.memory, r.costs, r.deltas, r.expiries, r.hits, r.goal, r.stop)
		case r.warps > 1:
			TabuSwapWide(l, p, r.a, r.states, r.rows, r.memory, r.hits, r.goal, r.stop)
		default:
			TabuSwap(l, p, r.a, r.states, r.rows, r.memory, r.hits, r.goal, r.stop)
		}
	})
}

// check compares what the walks say of themselves with full evaluation.
func (r *tabuRun[T]) check(t *testing.T, p kerneltest.CostMatrix[T]) {
	t.Helper()
	n := r.a.N
	for w, s := range r.states {
		own := r.rows[int32(w)*TabuRows*n:]
		for i, c := range []int64{s.Cost, s.Least, s.Top} {
			x := own[int32(i)*n : int32(i+1)*n]
			if sorted := slices.Sorted(slices.Values(x)); sorted[0] != 0 || sorted[n-1] != n-1 || len(slices.Compact(sorted)) != int(n) {
				t.Fatalf("walk %d, row %d is no permutation: %v", w, i, x)
			}
			if full := p.Cost(x); full != c {
				t.Fatalf("walk %d, row %d costs %d by its deltas, %d by full evaluation", w, i, c, full)
			}
		}
	}
}

// In every shape, with threads in any order or running freely, and however iterations are split, the walks do the same, and
// the deltas they made add up.
func TestTabuSwap_SameInEveryShape(t *testing.T) {
	for _, n := range []int32{2, 7, 12, 33} {
		testTabuShapes[int32](t, n)
		if n != 33 {
			testTabuShapes[int64](t, n)
		}
	}
}

func testTabuShapes[T Whole](t *testing.T, n int32) {
	p := kerneltest.CostMatrix[T]{Assignment: kerneltest.NewAssignment(n, 2)}
	var want *tabuRun[T]
	for i, shape := range []struct {
		warps, perBlock int32
		vast, free      bool
		split           []int64
	}{
		{1, 1, false, false, []int64{24}}, {1, 2, false, false, []int64{9, 15}}, {3, 1, false, false, []int64{1, 23}}, {2, 1, true, false, []int64{24}},
		{1, 2, false, true, []int64{24}}, {2, 1, false, true, []int64{24}}, {2, 1, true, true, []int64{24}},
	} {
		if testing.Short() && (i == 1 || i == 2) {
			continue
		}
		t.Run(fmt.Sprintf("n=%d/%T/%+v", n, T(0), shape), func(t *testing.T) {
			r := newTabuRun[T](n, 3)
			r.warps, r.perBlock, r.vast, r.free = shape.warps, shape.perBlock, shape.vast, shape.free
			for _, iterations := range shape.split {
				r.iterate(t, p, iterations)
				r.check(t, p)
			}
			if want == nil {
				want = r
			}
			if !slices.Equal(r.states, want.states) || !slices.Equal(r.rows, want.rows) || !slices.Equal(r.memory, want.memory) {
				t.Errorf("the walks are %+v\nwant %+v", r.states, want.states)
			}
		})
	}
}

// seat is a thread of a team of any size.
type seat struct {
	team.Warp
	of, in int32
}

func (s seat) Rank() int32 { return s.of }
func (s seat) Size() int32 { return s.in }

// The shares of a team's threads are each pair once, where it lies, and each payment once; they begin at fours.
func TestTabuWalk_SharesAreAllOnce(t *testing.T) {
	lengths := []int32{2, 3, 4, 5, 8, 9, 10, 31, 32, 33, 36, 37, 63, 64, 65, 70, 71, 95, 96, 97, 130, 150, 255, 256, 257, 1025}
	for _, n := range lengths {
		for warps := int32(1); warps <= 16; warps++ {
			deltas, costs := make([]int, TabuDeltas(int(n))), make([]int, TabuCosts(int(n)))
			w := tabuWalk[seat, int32, kerneltest.CostMatrix[int32]]{a: TabuPlan{N: n}}
			for rank := range lane.WarpSize * warps {
				w.t = seat{of: rank, in: lane.WarpSize * warps}
				for base, s := int32(0), w.share(0); base < n; base, s = w.next(base) {
					if s.first > s.end || s.first&3 != 0 || s.firstCost&3 != 0 || s.endCost > oddFours(n) {
						t.Fatalf("n=%d, %d warps: thread %d has %+v", n, warps, rank, s)
					}
					for k := s.first; k < s.end; k++ {
						deltas[s.at*stride(n)+k]++
					}
					for u := s.firstCost; u < s.endCost; u++ {
						costs[s.at*oddFours(n)+u]++
					}
				}
			}
			for b := range n {
				for a := range b {
					deltas[w.place(a, b)]--
				}
				for u := range fours(n) {
					costs[b*oddFours(n)+u]--
				}
			}
			for _, times := range [][]int{deltas, costs} {
				if at := slices.IndexFunc(times, func(k int) bool { return k != 0 }); at >= 0 {
					t.Fatalf("n=%d, %d warps: place %d comes %d times too often", n, warps, at, times[at])
				}
			}
		}
	}
}

// A stream's words are those of package rng, wherever it begins.
func TestStream_IsTheWalksStream(t *testing.T) {
	want := rng.New(9, 4)
	var all []uint32
	for range 300 {
		all = append(all, want.Uint32())
	}
	for _, from := range []uint64{0, 1, 127, 128, 200} {
		got := make([]uint32, 300-from)
		e := lane.Emulator{Blocks: 1, Threads: 32}
		err := e.Run(func(l lane.Thread) {
			s := stream{seed: 9, walk: 4}
			s.seek(l, from)
			for i := range got {
				if v := s.word(l); l.LaneID() == 31 {
					got[i] = v
				}
			}
		})
		if err != nil || !slices.Equal(got, all[from:]) {
			t.Errorf("from word %d: %v", from, err)
		}
	}
}

// Whatever the bound, numbers below it are those of package rng, rejected draws included.
func TestStream_Below(t *testing.T) {
	for _, n := range []uint32{1, 2, 7, 1 << 31, 3 << 30, math.MaxUint32} {
		want, drawn := rng.New(1, 2), uint64(0)
		var got, expected []uint32
		for range 40 {
			expected = append(expected, want.Uint32N(n))
		}
		e := lane.Emulator{Blocks: 1, Threads: 32}
		err := e.Run(func(l lane.Thread) {
			s := stream{seed: 1, walk: 2}
			s.seek(l, 0)
			for range 40 {
				if v := s.below(l, n); l.LaneID() == 0 {
					got = append(got, v)
				}
			}
			if l.LaneID() == 0 {
				drawn = s.next
			}
		})
		if err != nil || !slices.Equal(got, expected) || drawn != want.Drawn() {
			t.Errorf("below %d: %v, %d words, want %d", n, err, drawn, want.Drawn())
		}
	}
}

// Each pair has a key of its own, and the keys are those with which the moves were the search's on a CPU.
func TestTabuWalk_KeysAreThoseOfTheCPU(t *testing.T) {
	h := fnv.New64a()
	for _, n := range []int32{2, 3, 8, 9, 17, 33} {
		w := tabuWalk[seat, int32, kerneltest.CostMatrix[int32]]{a: TabuPlan{N: n}}
		for _, lanes := range []int32{1, 8, 16} {
			for from := range n {
				seen := map[uint32]bool{}
				for i := range n {
					for j := range i {
						k := w.key(j, i-j, from, lanes)
						if seen[k] || k>>tabuBits >= uint32(n) || k&(1<<tabuBits-1) >= uint32(n) {
							t.Fatalf("n=%d, %d lanes, from %d: the key of %d and %d is %#x", n, lanes, from, j, i, k)
						}
						seen[k] = true
						fmt.Fprintln(h, k)
					}
				}
			}
		}
	}
	if got := h.Sum64(); got != 0xaba6c38a0248da91 {
		t.Errorf("the keys are others: %#x", got)
	}
}
