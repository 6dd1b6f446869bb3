package deme

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/kerneltest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// emulateStaged does the launch in the emulator by GeneticStaged.
func (r *geneticRun) emulateStaged(t *testing.T, p *kerneltest.Assignment, threads int, free bool) {
	t.Helper()
	longs, words := p.StageSize()
	e := lane.Emulator{Blocks: int32(len(r.ages)), Threads: int32(threads), Free: free,
		Shared: int32(StagedRoom(int(r.a.N), int(r.a.size()), threads, longs, words))}
	must.Do(t, e.Run(func(l lane.Thread) {
		GeneticStaged(l, p, r.a, r.start, r.pools, r.costs, r.ages, r.best, r.least, r.made, r.anew, r.hits, r.goal, r.stop)
	}))
}

// Lengths on both sides of a word and of 32 positions; the threads are fewer and more than the individuals.
func TestGeneticStaged_IsWhatLoopsDo(t *testing.T) {
	anew := int64(0)
	for _, n := range []int32{2, 3, 9, 12, 33, 66} {
		if testing.Short() && n > 12 {
			continue
		}
		p := kerneltest.NewAssignment(n, 1)
		for name, a := range breedings() {
			a.Rule.Orders, a.Shared = PartiallyMapped, 1
			if n > 12 {
				a.Until = a.From + 12
			}
			want := newGeneticRun(p, a, 2)
			want.plainly(p)
			anew += want.anew[0] + want.anew[1]
			for _, threads := range []int{3, 33} {
				got := newGeneticRun(p, a, 2)
				got.emulateStaged(t, p, threads, false)
				if !got.same(want) {
					t.Errorf("n=%d, %s, %d threads:\n%+v\nwant\n%+v", n, name, threads, got, want)
				}
			}
			want.check(t, name, p)
		}
	}
	if anew == 0 {
		t.Error("no subpopulation was drawn anew")
	}
}

// A launch cut into several gives the same, whichever of the kernels does a slice.
func TestGeneticStaged_InSlices(t *testing.T) {
	p := kerneltest.NewAssignment(8, 2)
	a := Breeding{Rule: ruled(6, 0.1), Shared: 1, Stagnant: 4, Check: 2, Poll: 1, Until: 30, Target: math.MinInt64, Seed: 3}
	whole, sliced := newGeneticRun(p, a, 2), newGeneticRun(p, a, 2)
	whole.plainly(p)
	for from := int64(0); from < a.Until; from += 7 {
		sliced.a.From, sliced.a.Until = from, min(from+7, a.Until)
		if from%2 == 0 {
			sliced.emulateStaged(t, p, 32, false)
		} else {
			sliced.emulate(t, p, 32, false, false)
		}
	}
	if !sliced.same(whole) {
		t.Errorf("%+v\nwant\n%+v", sliced, whole)
	}
}

// A subpopulation that comes to the target stops there, and so do the others in time.
func TestGeneticStaged_Target(t *testing.T) {
	p := kerneltest.NewAssignment(9, 4)
	a := Breeding{Rule: ruled(8, 0.2), Shared: 1, Stagnant: 9, Check: 50, Poll: 3, Until: 60, Target: math.MinInt64, Seed: 6}
	free := newGeneticRun(p, a, 4)
	free.plainly(p)
	a.Target = slices.Min(free.least)
	want, got := newGeneticRun(p, a, 4), newGeneticRun(p, a, 4)
	want.plainly(p)
	got.emulateStaged(t, p, 64, false)
	first := slices.Min(want.hits)
	w, n := slices.Index(want.hits, first), int(p.N)
	if first == math.MaxInt64 || got.goal[0] != first || got.hits[w] != first || got.least[w] != want.least[w] ||
		!slices.Equal(got.best[w*n:][:n], want.best[w*n:][:n]) {
		t.Errorf("goal %d, hits %v, best %d; alone %v, %d", got.goal[0], got.hits, got.least[w], want.hits, want.least[w])
	}
}

// With free threads the race detector sees what no barrier orders.
func TestGeneticStaged_Races(t *testing.T) {
	p := kerneltest.NewAssignment(7, 6)
	a := Breeding{Rule: ruled(5, 0.5), Shared: 1, Stagnant: 3, Check: 2, Poll: 1, Until: 8, Target: math.MinInt64, Seed: 2}
	want, got := newGeneticRun(p, a, 2), newGeneticRun(p, a, 2)
	want.plainly(p)
	got.emulateStaged(t, p, 64, true)
	if !got.same(want) {
		t.Error("free threads change the result")
	}
}

// What a problem takes comes on top of the subpopulation; the emulator refuses what lies beyond.
func TestStagedRoom(t *testing.T) {
	if got, want := StagedRoom(30, 128, 64, 120, 930), 16*128+8*120+4*930+36*(2*128+64); got != want {
		t.Errorf("%d, want %d", got, want)
	}
	if got, want := StagedRoom(32, 10, 32, 0, 0), 160+36*52; got != want {
		t.Errorf("%d, want %d", got, want)
	}
}
