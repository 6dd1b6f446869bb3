package single

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/own"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// The best move of a position is the best by its delta one by one, and looking leaves solution and state as they were.
func TestRow_FindsTheBestMove(t *testing.T) {
	for name, c := range map[string]struct {
		p  multiwalk.Problem
		op neighbourhood.Op
	}{
		"insertions": {own.NewOrdering(23, 1), neighbourhood.OpInsert},
		"exchanges":  {own.NewQuadratic(24, 1), neighbourhood.OpSwap},
	} {
		t.Run(name, func(t *testing.T) {
			nb, err := neighbourhood.ByName(c.p, c.op.String())
			if err != nil {
				t.Fatal(err)
			}
			r, x := multiwalk.NewRand(7, 0), make([]int32, c.p.Space().Len())
			found := 0
			for range 20 {
				multiwalk.Plan{}.Begin(c.p, r, x)
				nb.Reset(x)
				w, before := rowOf(c.p, nb), slices.Clone(x)
				b := &neighbourhood.Members(nb)[0]
				for i := range int32(len(x)) {
					m, d, done := w.look(b, x, i)
					if !done || !slices.Equal(x, before) {
						t.Fatalf("position %d: %v, %v became %v", i, done, before, x)
					}
					least := int64(0)
					for k := range nb.Size() {
						if o := nb.Move(k); o.I == i || c.op == neighbourhood.OpSwap && o.J == i || c.op == neighbourhood.OpInsert && o.I == i-1 && o.J == i {
							least = min(least, nb.Delta(x, o))
						}
					}
					if d != least || d < 0 && nb.Delta(x, m) != d {
						t.Errorf("position %d: %v for %d, and the best is %d", i, m, d, least)
					}
					if d < 0 {
						found++
					}
				}
			}
			if found == 0 {
				t.Error("no move improved")
			}
		})
	}
}

// Changes of integers, and their exchanges, are priced one by one.
func TestRow_LeavesIntegersAlone(t *testing.T) {
	p := own.NewColouring(9, 3, 1)
	nb, err := neighbourhood.ByName(p, "")
	if err != nil {
		t.Fatal(err)
	}
	nb.Reset(make([]int32, 9))
	w := rowOf(p, nb)
	for _, b := range neighbourhood.Members(nb) {
		if _, _, done := w.look(&b, make([]int32, 9), 0); done || w.priced != 0 {
			t.Errorf("%v: looked at, %d prices", b, w.priced)
		}
	}
}
