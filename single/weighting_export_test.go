package single

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Decimate is what a search begins with.
func Decimate(c *neighbourhood.Clauses, seed uint64) []int32 {
	x := make([]int32, c.N)
	decimate(c, multiwalk.NewRand(seed, 0), x)
	return x
}

// CheckWeighting makes flips, and compares what the walk keeps with what follows from its solution and its weights. It returns how often
// the walk began anew.
func CheckWeighting(t *testing.T, m Weighting, p neighbourhood.Clausal, flips int) (anew int) {
	t.Helper()
	s, err := m.Prepare(p, multiwalk.Plan{Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	walk, err := s.NewWalk(0)
	if err != nil {
		t.Fatal(err)
	}
	w := walk.(*weightingWalk)
	for w.work.Moves < int64(flips) && len(w.violated.list) > 0 {
		before := w.work.FullEvaluations
		w.turn()
		anew += int(w.work.FullEvaluations - before)
		good, hard := slices.Sorted(slices.Values(w.good.list)), slices.Sorted(slices.Values(w.hard.list))
		scores, violated := slices.Clone(w.scores), slices.Sorted(slices.Values(w.violated.list))
		again := *w
		again.clauseWalk = newClauseWalk(p, w.c, slices.Clone(w.x))
		again.hard, again.good = newClauseList(w.c.Len()), newClauseList(int(w.c.N))
		again.begin()
		if !slices.Equal(scores, w.scores) || !slices.Equal(good, again.good.list) || !slices.Equal(hard, again.hard.list) ||
			!slices.Equal(violated, again.violated.list) || w.cost != again.cost {
			t.Fatalf("after %d flips: scores %v, %d bits that gain, %d clauses violated, %d of them hard, cost %d; counted anew %v, %d, %d, "+
				"%d, %d", w.work.Moves, scores, len(good), len(violated), len(hard), w.cost, w.scores, len(again.good.list),
				len(again.violated.list), len(again.hard.list), again.cost)
		}
	}
	return anew
}
