package temper

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/kerneltest"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// temperRun is the memory of some ladders, and how they are run.
type temperRun[T tabu.Whole] struct {
	a            Tempering
	states       []Replica
	rows, trades []int32
	start        []int32
	levels       []float64
	rungs        []Rung
	costs        []T
	corrections  []T
	hits, goal   []int64
	stop         []uint32
	way          string // staged, matrix, vast, delta, or far: the permutations in global memory
	free         bool
	seed         uint64
}

func newTemperRun[T tabu.Whole](n, ladders, replicas, length int32) *temperRun[T] {
	all := int(ladders * replicas)
	a := Tempering{N: n, Ladders: ladders, Replicas: replicas, Length: length, Target: math.MinInt64, Seed: 5, First: 3, Poll: 3,
		Stretch: length, Limit: length / 4, Delay: 2}
	r := &temperRun[T]{a: a, states: make([]Replica, all), rows: make([]int32, all*ReplicaRows*int(n)), start: make([]int32, n),
		trades: make([]int32, all), costs: make([]T, all*VastCosts(int(n))), stop: []uint32{0}, way: "matrix",
		hits: slices.Repeat([]int64{math.MaxInt64}, int(ladders)), goal: []int64{math.MaxInt64}}
	for range ladders {
		r.levels = append(r.levels, tempering.Rungs(2, 9, int(replicas))...)
	}
	for range all {
		r.rungs = append(r.rungs, Rung{Quota: length})
	}
	return r
}

// sweep starts the replicas if need be and makes sweeps in the emulator.
func (r *temperRun[T]) sweep(t *testing.T, p kerneltest.CostMatrix[T], sweeps int64) {
	t.Helper()
	run := func(e lane.Emulator, kernel func(lane.Thread)) {
		t.Helper()
		e.Free, e.Seed = r.free, r.seed
		must.Do(t, e.Run(kernel))
	}
	bySwaps := r.way == "delta" || r.way == "far"
	if r.a.Until == 0 {
		run(lane.Emulator{Blocks: r.a.Ladders, Threads: 32 * r.a.Replicas}, func(l lane.Thread) {
			if bySwaps {
				StartTemper(l, p, r.a, 0, r.states, r.rows)
			} else {
				StartTemperMatrix[T](l, p, r.a, 0, r.states, r.rows)
			}
		})
	}
	r.a.From, r.a.Until = r.a.Until, r.a.Until+sweeps
	var zero T
	bytes := int(reflect.TypeOf(zero).Size())
	matrix := MatrixRoom(int(r.a.N), 2, bytes)
	room := map[string]int{"staged": matrix, "matrix": matrix, "vast": VastRoom(int(r.a.N), 2, bytes, int(r.a.Delay)),
		"delta": TemperRoom(int(r.a.N))}[r.way]
	shared := int32(room) * r.a.Replicas
	if r.way == "staged" {
		shared += int32(StagedCorrections(int(r.a.N), bytes))
		r.corrections = p.Corrections()
	}
	run(lane.Emulator{Blocks: r.a.Ladders, Threads: 32 * r.a.Replicas, Shared: shared}, func(l lane.Thread) {
		switch r.way {
		case "staged":
			TemperMatrixStaged(l, p, r.a, r.states, r.rows, r.levels, r.trades, r.start, r.rungs, r.corrections, r.hits, r.goal, r.stop)
		case "matrix":
			TemperMatrix[T](l, p, r.a, r.states, r.rows, r.levels, r.trades, r.start, r.rungs, r.hits, r.goal, r.stop)
		case "vast":
			TemperMatrixVast(l, p, r.a, r.states, r.rows, r.levels, r.trades, r.start, r.rungs, r.costs, r.hits, r.goal, r.stop)
		default:
			TemperSwap(l, p, r.a, r.states, r.rows, r.levels, r.trades, r.start, r.rungs, r.hits, r.goal, r.stop)
		}
	})
}

// check compares what the replicas say of themselves with full evaluation.
func (r *temperRun[T]) check(t *testing.T, p kerneltest.CostMatrix[T]) {
	t.Helper()
	n := r.a.N
	rungs := make([]bool, len(r.states))
	for w, s := range r.states {
		own := r.rows[int32(w)*ReplicaRows*n:]
		for i, c := range []int64{s.Cost, s.Least} {
			x := own[int32(i)*n : int32(i+1)*n]
			if sorted := slices.Sorted(slices.Values(x)); sorted[0] != 0 || sorted[n-1] != n-1 || len(slices.Compact(sorted)) != int(n) {
				t.Fatalf("replica %d, row %d is no permutation: %v", w, i, x)
			}
			if full := p.Cost(x); full != c {
				t.Fatalf("replica %d, row %d costs %d by its deltas, %d by full evaluation", w, i, c, full)
			}
		}
		at := w - w%int(r.a.Replicas) + int(s.Rung)
		if rungs[at] {
			t.Fatalf("two replicas of ladder %d are on rung %d", w/int(r.a.Replicas), s.Rung)
		}
		rungs[at] = true
	}
}

// However swaps are priced, with threads in any order or running freely, and however sweeps are split, the ladders do the
// same, and the deltas they made add up.
func TestTemper_SameInEveryWay(t *testing.T) {
	for _, n := range []int32{2, 7, 33, 65} {
		if n != 7 && testing.Short() {
			continue
		}
		testTemperWays[int32](t, n)
		if n == 2 {
			testTemperWays[int64](t, n)
		}
	}
}

func testTemperWays[T tabu.Whole](t *testing.T, n int32) {
	p := kerneltest.CostMatrix[T]{Assignment: kerneltest.NewAssignment(n, 2)}
	var want *temperRun[T]
	sweeps, ladders, length := []int64{14, 20}, int32(2), n|1 // past a step of the warm-up
	if n > 10 {
		sweeps, ladders = []int64{1, 1}, 1
	}
	for _, v := range []struct {
		way     string
		free    bool
		seed    uint64
		split   []int64
		stretch int32 // 0: a sweep
		delay   int32 // of vast
	}{
		{"matrix", false, 0, sweeps, 0, 0}, {"matrix", false, 7, []int64{sweeps[0] + sweeps[1]}, 2, 0},
		{"vast", false, 8, sweeps, 0, 1}, {"vast", false, 12, sweeps, 0, 8},
		{"delta", false, 9, sweeps, 3, 0}, {"far", false, 10, sweeps, 0, 0}, {"staged", false, 11, sweeps, 5, 0},
		{"staged", true, 0, sweeps, 0, 0}, {"matrix", true, 0, sweeps, 1, 0}, {"vast", true, 0, sweeps, 4, 3},
		{"delta", true, 0, sweeps, 0, 0},
	} {
		t.Run(fmt.Sprintf("n=%d/%T/%+v", n, T(0), v), func(t *testing.T) {
			r := newTemperRun[T](n, ladders, 3, length)
			r.way, r.free, r.seed, r.a.Stretch = v.way, v.free, v.seed, cmp.Or(v.stretch, length)
			r.a.Delay = v.delay
			for _, k := range v.split {
				r.sweep(t, p, k)
				r.check(t, p)
			}
			if want == nil {
				want = r
			}
			if !slices.Equal(r.states, want.states) || !slices.Equal(r.rows, want.rows) || !slices.Equal(r.levels, want.levels) ||
				!slices.Equal(r.trades, want.trades) || !slices.Equal(r.rungs, want.rungs) {
				t.Errorf("the replicas are %+v\nwant %+v", r.states, want.states)
			}
		})
	}
}

// The coldest replicas go on from another permutation, with a matrix that was made anew.
func TestTemper_AdoptsInEveryWay(t *testing.T) {
	const n = 9
	p := kerneltest.CostMatrix[int32]{Assignment: kerneltest.NewAssignment(n, 2)}
	for _, way := range []string{"staged", "matrix", "vast", "delta", "far"} {
		r := newTemperRun[int32](n, 2, 2, 20)
		r.way = way
		r.sweep(t, p, 3)
		for i := range r.start {
			r.start[i] = int32(n - 1 - i)
		}
		r.a.Adopt, r.a.Start = 1, p.Cost(r.start)
		r.sweep(t, p, 1)
		r.check(t, p)
		r.a.Adopt = 0
		r.sweep(t, p, 2)
		r.check(t, p)
	}
}

// A ladder that comes to the target stops behind that sweep, and says so; others go no further than a look later.
func TestTemper_StopsAtTheTarget(t *testing.T) {
	p := kerneltest.CostMatrix[int32]{Assignment: kerneltest.NewAssignment(9, 2)}
	r := newTemperRun[int32](9, 3, 2, 9)
	r.sweep(t, p, 0)
	start := int64(math.MaxInt64)
	for _, s := range r.states {
		start = min(start, s.Least)
	}
	r.a.Target = start - 1
	r.sweep(t, p, 200)
	r.check(t, p)
	first := int64(math.MaxInt64)
	for ladder, hit := range r.hits {
		met := min(r.states[2*ladder].Least, r.states[2*ladder+1].Least) <= r.a.Target
		if met != (hit != math.MaxInt64) {
			t.Errorf("ladder %d: target met %v, hit in sweep %d", ladder, met, hit)
		}
		first = min(first, hit)
	}
	if first == math.MaxInt64 || r.goal[0] != first {
		t.Errorf("hits %v, and the goal is %d", r.hits, r.goal[0])
	}
}

// The host's word ends a launch before its next look.
func TestTemper_HeedsStop(t *testing.T) {
	p := kerneltest.CostMatrix[int32]{Assignment: kerneltest.NewAssignment(9, 2)}
	r := newTemperRun[int32](9, 2, 2, 9)
	r.stop[0] = 1
	r.sweep(t, p, 1000)
	r.check(t, p)
	if r.goal[0] != -1 {
		t.Errorf("the goal is %d, want -1", r.goal[0])
	}
	for k, s := range r.states {
		if s.Made != 0 {
			t.Errorf("replica %d made %d swaps", k, s.Made)
		}
	}
}

// halting is an assignment that says stop when so many swaps were priced.
type halting struct {
	kerneltest.CostMatrix[int32]
	priced *int
	stop   []uint32
}

func (h halting) SwapDelta(x []int32, i, j int32) int64 {
	if *h.priced--; *h.priced == 0 {
		h.stop[0] = 1
	}
	return h.CostMatrix.SwapDelta(x, i, j)
}

// It does inside a sweep too.
func TestTemper_HeedsStopInASweep(t *testing.T) {
	r, priced := newTemperRun[int32](9, 1, 2, 9*4000), 3000
	p := halting{kerneltest.CostMatrix[int32]{Assignment: kerneltest.NewAssignment(9, 2)}, &priced, r.stop}
	r.way, r.a.Stretch = "delta", 128
	r.sweep(t, p.CostMatrix, 0)
	r.a.Until = 1
	shared := int32(TemperRoom(9)) * r.a.Replicas
	must.Do(t, (lane.Emulator{Blocks: 1, Threads: 64, Shared: shared}).Run(func(l lane.Thread) {
		TemperSwap(l, p, r.a, r.states, r.rows, r.levels, r.trades, r.rows[:9], r.rungs, r.hits, r.goal, r.stop)
	}))
	r.check(t, p.CostMatrix)
	if r.goal[0] != -1 || priced < -20_000 {
		t.Errorf("the goal is %d, want -1, and %d swaps were priced behind the word", r.goal[0], -priced)
	}
}
