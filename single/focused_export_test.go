package single

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Chance is in which proportion a bit is chosen whose flip breaks so many clauses.
func Chance(c *neighbourhood.Clauses, breaks int) uint32 {
	s, err := Focused{}.focus(c)
	if err != nil {
		panic(err)
	}
	return s.chances[min(breaks, len(s.chances)-1)]
}

// FlipFocused is the solution of walk 0 after so many flips.
func FlipFocused(t *testing.T, p neighbourhood.Clausal, seed uint64, flips int) []int32 {
	t.Helper()
	s, err := Focused{}.Prepare(p, multiwalk.Plan{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	walk, err := s.NewWalk(0)
	if err != nil {
		t.Fatal(err)
	}
	w := walk.(*focusedWalk)
	for w.flips < uint64(flips) && len(w.violated.list) > 0 {
		w.turn()
	}
	if w.cost != p.Cost(w.x) || w.cost < w.least || w.least > math.MaxInt64/2 {
		t.Fatalf("by its flips %d, the least %d, by full evaluation %d", w.cost, w.least, p.Cost(w.x))
	}
	return w.x
}
