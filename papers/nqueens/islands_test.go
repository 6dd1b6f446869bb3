package nqueens

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// Islands find the same whatever scheme counts, on cores and in the emulator, as where each child is counted by lines by itself.
func TestIslands_FindTheSameByAllSchemes(t *testing.T) {
	const n, children = 24, 6 * islandCount * islandSize
	c := tiny()
	c.Systems, c.Accelerator = nil, device.Emulator()
	l := newLab(t, c)
	find := func(p multiwalk.Problem) *multiwalk.Result {
		return must.Have(multiwalk.Minimize(t.Context(), p, islands(), multiwalk.Settings{Seed: 3, Walks: 1, Device: device.CPU(1),
			Stop: []multiwalk.Stop{multiwalk.Evaluations(children)}}))(t)
	}
	plain := queens.Evaluated{N: n, Scheme: queens.Linear{}}
	want := find(&bred{Evaluated: plain, batch: func(conflicts []int64, x []int32, n int) error {
		for c := range conflicts {
			conflicts[c] = queens.Linear{}.Conflicts(x[c*n : c*n+n])
		}
		return nil
	}})
	if want.Evaluations() < children {
		t.Fatalf("%d evaluations, want %d", want.Evaluations(), children)
	}
	systems := l.batched()
	if len(systems) != 5 {
		t.Fatalf("%d systems evaluate batches", len(systems))
	}
	for _, s := range systems {
		e := must.Have(l.open(instrument{s.ID, 0}))(t)
		calls := 0
		got := find(&bred{Evaluated: plain, batch: func(conflicts []int64, x []int32, n int) error {
			calls++
			return e.batch(conflicts, x, n)
		}})
		if got.Cost != want.Cost || got.Evaluations() != want.Evaluations() || !slices.Equal(got.Best, want.Best) {
			t.Errorf("%s finds %d after %d evaluations, by lines %d after %d", s.ID, got.Cost, got.Evaluations(), want.Cost, want.Evaluations())
		}
		if calls < 6 || calls > 7 {
			t.Errorf("%s was asked %d times for 6 generations", s.ID, calls)
		}
	}
}
