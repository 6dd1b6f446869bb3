package anneal

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/kernels/sweep"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/walk"
)

// Sweeping searches that go on from others have the solutions and the costs of those, in whichever block they are, and keep their own
// incumbents.
func TestMachineSweeps_HandsOver(t *testing.T) {
	const n, walks = 60, 5*sweep.Side - 1
	var edges []qubo.Term
	for i := range int32(n) {
		edges = append(edges, qubo.Term{I: i, J: (i + 1) % n, Weight: int64(i%3 - 1)})
	}
	p := must.Have(qubo.MaxCut(n, edges))(t)
	s := must.Have(Anneal{}.Prepare(p, walk.Plan{Seed: 5, Walks: walks, Device: device.Emulator(), Budget: walk.Budget{Evaluations: 1 << 20},
		Warn: func(string) {}}))(t)
	walk := must.Have(s.NewWalk(0))(t)
	w := walk.(*machineSweeps)
	defer w.Close()
	words, best, kept := make([]uint32, w.Shape.Blocks*w.f.places()), make([]uint32, w.Shape.Blocks*w.f.places()), make([]uint32, w.Shape.Blocks*w.f.places())
	read := func(from []uint32) (all [walks][]int32) {
		for i := range all {
			all[i] = make([]int32, n)
			w.get(from[i/sweep.Side*w.f.places():], i, all[i])
		}
		return all
	}
	if w.x.Read(words, 0) != nil || w.best.Read(best, 0) != nil {
		t.Fatal("the searches cannot be read")
	}
	before, costs := read(words), slices.Clone(w.States)
	must.Do(t, w.HandOver(0.5))
	if w.x.Read(words, 0) != nil || w.best.Read(kept, 0) != nil || !slices.Equal(best, kept) {
		t.Fatal("incumbents have changed")
	}
	moved := map[int]bool{} // blocks
	for i, x := range read(words) {
		if s := w.States[i]; p.Cost(x) != s.Cost || s.Least != costs[i].Least {
			t.Errorf("search %d is at %+v, which costs %d; before at %+v", i, s, p.Cost(x), costs[i])
		}
		if !slices.Equal(x, before[i]) {
			if moved[i/sweep.Side] = true; w.States[i].Cost >= costs[i].Cost {
				t.Errorf("search %d went from %d to %d", i, costs[i].Cost, w.States[i].Cost)
			}
		}
	}
	if len(moved) < 3 {
		t.Errorf("only in blocks %v of %d something was handed over", moved, w.Shape.Blocks)
	}
}
