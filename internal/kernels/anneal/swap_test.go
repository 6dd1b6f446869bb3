package anneal

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/draw"
	"github.com/multiwalk/multiwalk/internal/kernels/kerneltest"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// swapRun is the memory of some walks.
type swapRun struct {
	a                 Swapping
	temperatures      []float64
	rungs             []int32
	start             []int32
	x, best           []int32
	costs, made, hits []int64
	goal              []int64
	stop              []uint32
}

func newSwapRun(p *kerneltest.Assignment, a Swapping) *swapRun {
	a.N = p.N
	r := &swapRun{a: a, rungs: make([]int32, a.Walks), start: make([]int32, a.N), x: make([]int32, a.Walks*a.N),
		best: make([]int32, a.Walks*a.N), costs: make([]int64, 2*a.Walks), made: make([]int64, a.Walks),
		hits: slices.Repeat([]int64{math.MaxInt64}, int(a.Walks)), goal: []int64{math.MaxInt64}, stop: []uint32{0}}
	for t := 60.0; t > 1; t *= 0.7 {
		r.temperatures = append(r.temperatures, t)
	}
	for i := range r.rungs {
		r.rungs[i] = int32(i*5) % int32(len(r.temperatures))
	}
	for i := range r.start {
		r.start[i] = a.N - 1 - int32(i)
	}
	return r
}

// emulate starts the walks and does the launch in the emulator, with room in shared memory or without.
func (r *swapRun) emulate(t *testing.T, p *kerneltest.Assignment, shared, free bool) {
	t.Helper()
	e := lane.Emulator{Blocks: 1, Threads: 64, Free: free}
	run := func(kernel func(lane.Thread)) {
		t.Helper()
		must.Do(t, e.Run(kernel))
	}
	if r.a.From == 0 {
		run(func(l lane.Thread) {
			StartSwap(l, p, r.a.N, r.a.Walks, r.a.Seed, r.a.First, 0, r.x, r.best, r.costs)
		})
	}
	kernel, walks := AnnealSwap[*kerneltest.Assignment], int32(2)
	e.Blocks = (r.a.Walks + 1) / 2
	if r.a.Moves > lane.WarpSize {
		kernel, walks, e.Blocks, e.Threads = AnnealSwapWide[*kerneltest.Assignment], 1, r.a.Walks, r.a.Moves
	}
	if shared {
		e.Shared = int32(SwapRoom(int(r.a.N), int(walks)))
	}
	run(func(l lane.Thread) {
		kernel(l, p, r.a, r.temperatures, r.rungs, r.start, r.x, r.best, r.costs, r.made, r.hits, r.goal, r.stop)
	})
}

// plainly does the same with loops: walk after walk, proposal after proposal.
func (r *swapRun) plainly(p *kerneltest.Assignment) {
	a := r.a
	for w := range a.Walks {
		x, best := r.x[w*a.N:(w+1)*a.N], r.best[w*a.N:(w+1)*a.N]
		if a.From == 0 {
			Shuffle(x, a.Seed, a.First+uint32(w))
			copy(best, x)
			r.costs[2*w] = p.Cost(x)
			r.costs[2*w+1] = r.costs[2*w]
		}
		if a.Adopt != 0 {
			copy(x, r.start)
			r.costs[2*w] = a.Start
		}
		for i := a.From; i < a.Until && r.hits[w] == math.MaxInt64; i++ {
			level := int32(i / int64(a.PerStep))
			if a.Rungs != 0 {
				level = r.rungs[w]
			}
			rule := metropolis.At(r.temperatures[min(level, int32(len(r.temperatures))-1)])
			if j, k, d, ok := choosePlainly(p, a, x, w, i, rule); ok {
				r.commit(w, x, best, j, k, d, i)
			}
		}
		if r.costs[2*w] < r.costs[2*w+1] {
			copy(best, x)
			r.costs[2*w+1] = r.costs[2*w]
		}
	}
}

func choosePlainly(p *kerneltest.Assignment, a Swapping, x []int32, w int32, i int64, rule metropolis.Rule) (bj, bk int32, least int64, ok bool) {
	least = math.MaxInt64
	for l := range a.Moves {
		u := lane.Random(a.Seed, a.First+uint32(w), a.Drawn+uint64(i-a.From), uint32(l))
		j, k := draw.Pair(u[0], u[1], a.N)
		d := p.SwapDelta(x, j, k)
		if a.Each != 0 {
			if rule.Accept(d, u[2]) {
				return j, k, d, true
			}
		} else if d < least {
			bj, bk, least, ok = j, k, d, rule.Accept(d, u[2])
		}
	}
	return bj, bk, least, ok
}

func (r *swapRun) commit(w int32, x, best []int32, j, k int32, d, i int64) {
	if d > 0 && r.costs[2*w] < r.costs[2*w+1] {
		copy(best, x)
		r.costs[2*w+1] = r.costs[2*w]
	}
	x[j], x[k] = x[k], x[j]
	r.costs[2*w] += d
	r.made[w]++
	if r.costs[2*w] <= r.a.Target {
		r.hits[w] = i
		r.goal[0] = min(r.goal[0], i)
	}
}

// swapShapes are launches of every kind.
func swapShapes(p *kerneltest.Assignment) map[string]Swapping {
	shapes := map[string]Swapping{}
	for _, moves := range []int32{1, 5, 32, 96} {
		for each := range int32(2) {
			a := Swapping{Walks: 3, Moves: moves, PerStep: 7, Until: 60, Target: math.MinInt64, Seed: 9, First: 4, Poll: 5, Each: each}
			shapes[fmt.Sprintf("%d moves, each %d", moves, each)] = a
			if moves != 5 {
				continue
			}
			a.Rungs = 1
			shapes[fmt.Sprintf("rungs, each %d", each)] = a
			a.Rungs, a.Adopt, a.From, a.Until, a.Drawn = 0, 1, 20, 70, 1<<33
			shapes[fmt.Sprintf("adopts, each %d", each)] = a
		}
	}
	return shapes
}

// The kernel does what plain loops do, wherever the permutation lies and whatever the shape of the launch.
func TestAnnealSwap_IsWhatLoopsDo(t *testing.T) {
	p := kerneltest.NewAssignment(11, 1)
	for name, a := range swapShapes(p) {
		want := newSwapRun(p, a)
		before(p, want)
		want.plainly(p)
		for _, shared := range []bool{true, false} {
			got := newSwapRun(p, a)
			before(p, got)
			got.emulate(t, p, shared, false)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, shared %v:\n%+v\nwant\n%+v", name, shared, got, want)
			}
		}
		checkSwapRun(t, name, p, want)
	}
}

// before fills in what launches that do not begin the schedule find.
func before(p *kerneltest.Assignment, r *swapRun) {
	if r.a.From == 0 {
		return
	}
	r.a.Start = p.Cost(r.start)
	for w := range r.a.Walks {
		x := r.x[w*r.a.N : (w+1)*r.a.N]
		Shuffle(x, 1, uint32(w))
		copy(r.best[w*r.a.N:], x)
		r.costs[2*w], r.costs[2*w+1] = p.Cost(x), p.Cost(x)
	}
}

// checkSwapRun evaluates everything in full.
func checkSwapRun(t *testing.T, name string, p *kerneltest.Assignment, r *swapRun) {
	t.Helper()
	for w := range r.a.Walks {
		x, best := r.x[w*r.a.N:(w+1)*r.a.N], r.best[w*r.a.N:(w+1)*r.a.N]
		if p.Cost(x) != r.costs[2*w] || p.Cost(best) != r.costs[2*w+1] || r.costs[2*w+1] > r.costs[2*w] || r.made[w] == 0 {
			t.Errorf("%s: walk %d: costs %d and %d, by its ledger %v after %d swaps",
				name, w, p.Cost(x), p.Cost(best), r.costs[2*w:2*w+2], r.made[w])
		}
	}
}

// However a launch is cut into several, the walks are the same.
func TestAnnealSwap_InSlices(t *testing.T) {
	p := kerneltest.NewAssignment(9, 2)
	for _, moves := range []int32{8, 64} {
		a := Swapping{Walks: 2, Moves: moves, PerStep: 4, Until: 50, Target: math.MinInt64, Seed: 3, Poll: 1}
		whole := newSwapRun(p, a)
		whole.emulate(t, p, true, false)
		sliced := newSwapRun(p, a)
		for from := int64(0); from < a.Until; from += 13 {
			sliced.a.From, sliced.a.Until, sliced.a.Drawn = from, min(from+13, a.Until), uint64(from)
			sliced.emulate(t, p, from%2 == 0, false)
		}
		sliced.a = whole.a
		if !reflect.DeepEqual(sliced, whole) {
			t.Errorf("%d moves:\n%+v\nwant\n%+v", moves, sliced, whole)
		}
	}
}

// A walk that comes to the target stops there, and the others no earlier than at the same iteration.
func TestAnnealSwap_Target(t *testing.T) {
	p := kerneltest.NewAssignment(10, 4)
	a := Swapping{Walks: 4, Moves: 32, PerStep: 10, Until: 300, Target: math.MinInt64, Seed: 6, Poll: 3}
	free := newSwapRun(p, a)
	free.plainly(p)
	least := slices.Min(free.costs)
	for _, moves := range []int32{32, 64} {
		a.Target, a.Moves = least+least/20, moves
		want := newSwapRun(p, a)
		want.plainly(p) // each walk for itself
		got := newSwapRun(p, a)
		got.emulate(t, p, true, false)
		first := slices.Min(want.hits)
		if first == math.MaxInt64 || got.goal[0] != first || slices.Min(got.hits) != first {
			t.Fatalf("%d moves: goal %d, hits %v; alone %v", moves, got.goal[0], got.hits, want.hits)
		}
		winner := int32(slices.Index(want.hits, first))
		if got.hits[winner] != first || p.Cost(got.best[winner*p.N:(winner+1)*p.N]) != want.costs[2*winner+1] ||
			want.costs[2*winner+1] > a.Target {
			t.Errorf("%d moves: walk %d: hit %d, cost %d", moves, winner, got.hits[winner], got.costs[2*winner+1])
		}
	}
}

// A flag that is up stops all walks, at their next look at the latest.
func TestAnnealSwap_Stop(t *testing.T) {
	p := kerneltest.NewAssignment(8, 5)
	r := newSwapRun(p, Swapping{Walks: 2, Moves: 32, PerStep: 10, Until: 1 << 40, Target: math.MinInt64, Seed: 6, Poll: 3})
	r.stop[0] = 1
	r.emulate(t, p, true, false)
	if slices.Max(r.made) > int64(r.a.Poll) || r.goal[0] != -1 {
		t.Errorf("walks moved %v times, goal %d", r.made, r.goal[0])
	}
}

// With free threads the race detector sees what no barrier orders.
func TestAnnealSwap_Races(t *testing.T) {
	p := kerneltest.NewAssignment(7, 6)
	for _, moves := range []int32{32, 64} {
		for each := range int32(2) {
			a := Swapping{Walks: 2, Moves: moves, PerStep: 5, Until: 12, Target: math.MinInt64, Seed: 2, Poll: 4, Each: each}
			want := newSwapRun(p, a)
			want.plainly(p)
			got := newSwapRun(p, a)
			got.emulate(t, p, true, true)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%d moves, each %d: free threads change the result", moves, each)
			}
		}
	}
}

// Any two positions are drawn with one probability.
func TestDrawPair(t *testing.T) {
	const n, rounds = 5, 40000
	count := map[[2]int32]int{}
	for i := range uint64(rounds) {
		u := lane.Random(1, 2, i, 3)
		a, b := draw.Pair(u[0], u[1], n)
		count[[2]int32{a, b}]++
	}
	if len(count) != n*(n-1) {
		t.Errorf("%d pairs: %v", len(count), count)
	}
	for pair, c := range count {
		if math.Abs(float64(c)-rounds/20) > 250 || pair[0] == pair[1] {
			t.Errorf("pair %v drawn %d times", pair, c)
		}
	}
}
