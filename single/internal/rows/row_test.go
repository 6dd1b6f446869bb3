package rows

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
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
			nb := must.Have(neighbourhood.ByName(c.p, c.op.String()))(t)
			r, x := multiwalk.NewRand(7, 0), make([]int32, c.p.Space().Len())
			found := 0
			for range 20 {
				walk.Plan{}.Begin(c.p, r, x)
				nb.Reset(x)
				w, before := RowOf(c.p, nb), slices.Clone(x)
				b := &neighbourhood.Members(nb)[0]
				for i := range int32(len(x)) {
					m, d, done := w.Look(b, x, i)
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
	nb := must.Have(neighbourhood.ByName(p, ""))(t)
	nb.Reset(make([]int32, 9))
	w := RowOf(p, nb)
	for _, b := range neighbourhood.Members(nb) {
		if _, _, done := w.Look(&b, make([]int32, 9), 0); done || w.Priced != 0 {
			t.Errorf("%v: looked at, %d prices", b, w.Priced)
		}
	}
}

// What looking costs is counted: a bit's own flip and one of each that it could go with, and an element's other places.
func TestRow_CountsWhatItPrices(t *testing.T) {
	bits := own.NewQuadratic(24, 1)
	x := make([]int32, 24)
	for i := range 10 {
		x[2*i] = 1 // 10 ones, 14 zeros
	}
	for name, c := range map[string]struct {
		i, priced int64
	}{"swap": {0, 1 + 14}, "swap of a zero": {1, 1 + 10}, "flip2": {3, 1 + 23}} {
		nb := must.Have(neighbourhood.ByName(bits, strings.Fields(name)[0]))(t)
		nb.Reset(x)
		w := RowOf(bits, nb)
		w.Look(&neighbourhood.Members(nb)[0], x, int32(c.i))
		if w.Priced != c.priced {
			t.Errorf("%s: %d prices, want %d", name, w.Priced, c.priced)
		}
	}
	w := Row{Steps: own.NewOrdering(12, 1)}
	if w.Insertions(walking.Identity(12), 5, 2, 10); w.Priced != 7 {
		t.Errorf("8 places, one of them the element's own: %d prices", w.Priced)
	}
}

// touchy prices steps of two elements by where they stand, those of others by themselves alone.
type touchy struct{ first, second int32 }

func (p touchy) InsertDelta(x []int32, i, j int32) int64 {
	d := int64(10*x[i] - x[j])
	if x[i] == p.first && x[j] == p.second {
		d += int64(i)
	}
	return d
}

func (touchy) Space() multiwalk.Space { return multiwalk.Permutation(LeastPairs) }
func (touchy) Cost([]int32) int64     { return 0 }

// Of a short order nearly all pairs are tried in several surroundings, and not only those of one order, which are three.
func TestRow_TriesThePairsOfAShortOrder(t *testing.T) {
	found := 0
	for first := range int32(LeastPairs) {
		for second := range int32(LeastPairs) {
			p := touchy{first, second}
			switch pairs := (&Row{Steps: p}).ByPairs(p); {
			case !pairs && first == second:
				t.Errorf("%d past itself is no step", first)
			case !pairs:
				found++
			}
		}
	}
	if found < 10 {
		t.Errorf("that a step depends on its place is noticed of %d pairs of 12", found)
	}
}
