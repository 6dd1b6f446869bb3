package tabu

import (
	"github.com/multiwalk/multiwalk/internal/must"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/walk"
	"slices"
	"testing"
)

func TestIteratedTabu_NextBurstStartsFromBestOfLast(t *testing.T) {
	q := assignment.Uniform(14, 6)
	search := must.Have(IteratedTabu{Length: 10, Weakest: 2, Strongest: 3}.Prepare(q, walk.Plan{Seed: 1, Walks: 1}))(t)
	begun := must.Have(search.NewWalk(0))(t)
	w := begun.(*tabuWalk)
	for range 50 {
		w.Step(walk.NewSlice(10 - int(w.made)))
		top, cost, before, strength := slices.Clone(w.top), w.topCost, w.before, w.strength
		if q.Cost(top) != cost {
			t.Fatalf("the best of the burst costs %d, by full evaluation %d", cost, q.Cost(top))
		}
		w.perturb(walk.NewSlice(1))
		moved := 0
		for i, v := range w.X {
			if v != top[i] {
				moved++
			}
		}
		if moved != w.strength || w.before != cost || w.made != 0 {
			t.Fatalf("the burst begins %d positions away from the best of the last, strength %d", moved, w.strength)
		}
		if better := cost < before; better && w.strength != 2 || !better && w.strength == strength {
			t.Fatalf("strength %d after %d, better %v", w.strength, strength, better)
		}
	}
}
