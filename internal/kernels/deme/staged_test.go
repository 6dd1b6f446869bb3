package deme

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/kerneltest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// forms are the kernels of Genetic: a thread a child, a warp, and a thread with the problem in shared memory.
var forms = []string{"thread", "warp", "staged"}

// emulateBy does the launch in the emulator by one of the forms.
func (r *geneticRun) emulateBy(t *testing.T, form string, p *kerneltest.Assignment, threads int, free bool) {
	t.Helper()
	if form == "staged" {
		r.emulateStaged(t, p, threads, free)
	} else {
		r.emulate(t, p, threads, form == "warp", free)
	}
}

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
func TestGeneticStaged_IsWhatOneThreadDoes(t *testing.T) {
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
			want.emulate(t, p, 1, false, false)
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

// What a problem takes comes on top of the subpopulation; the emulator refuses what lies beyond.
func TestStagedRoom(t *testing.T) {
	if got, want := StagedRoom(30, 128, 64, 120, 930), 16*128+8*120+4*930+36*(2*128+64); got != want {
		t.Errorf("%d, want %d", got, want)
	}
	if got, want := StagedRoom(32, 10, 32, 0, 0), 160+36*52; got != want {
		t.Errorf("%d, want %d", got, want)
	}
}
