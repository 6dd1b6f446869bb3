package tabu

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Tenures lie about the one that is asked for, a tenth less or more; where none is, they are those of the literature.
func TestTabu_TenuresLieInTheirRange(t *testing.T) {
	flips := []neighbourhood.Member{{Op: neighbourhood.OpFlip, N: 200, End: 200}}
	swaps := []neighbourhood.Member{{Op: neighbourhood.OpSwap, N: 50, End: 1225}}
	for name, c := range map[string]struct {
		tenure            int
		members           []neighbourhood.Member
		free              int64
		op                neighbourhood.Op
		shortest, longest int64
	}{
		"given": {20, flips, 200, neighbourhood.OpFlip, 18, 22},
		"one":   {1, flips, 200, neighbourhood.OpFlip, 1, 2},
		"own":   {0, nil, 0, neighbourhood.OpOwn, 1, 10},
		"flips": {0, flips, 200, neighbourhood.OpFlip, 3, 12}, // Glover, Lu and Hao 2010: n/100 and 1 to 10 more
		"few":   {0, flips, 20, neighbourhood.OpFlip, 1, 5},
		"swaps": {0, swaps, 50, neighbourhood.OpSwap, 46, 56},
	} {
		w := &tabuMovesWalk{s: &tabuMoves{m: Tabu{Tenure: c.tenure}}, random: multiwalk.NewRand(3, 0), members: c.members,
			free: []int64{c.free}, memory: newAttributes(c.members, 200)}
		shortest, longest, sum := int64(1<<40), int64(0), int64(0)
		const draws = 20_000
		for range draws {
			k := w.tenure(neighbourhood.Move{Op: c.op, I: 1, J: 2})
			shortest, longest, sum = min(shortest, k), max(longest, k), sum+k
		}
		if mean := float64(sum) / draws; c.tenure == 0 && math.Abs(mean-float64(w.mean())) > 0.6 {
			t.Errorf("%s: the mean is said to be %d, and is %.2f", name, w.mean(), mean)
		}
		if shortest != c.shortest || longest != c.longest {
			t.Errorf("%s: tenures from %d to %d, want %d to %d", name, shortest, longest, c.shortest, c.longest)
		}
	}
}

// Each attribute has a place of its own, over parts with different least values and numbers of values; an or-opt move takes away the
// three edges that it breaks.
func TestAttributes_HavePlacesOfTheirOwn(t *testing.T) {
	members := []neighbourhood.Member{{Op: neighbourhood.OpChange, N: 3, Lo: -5, Values: 4}, {Op: neighbourhood.OpChange, At: 3, N: 2, Lo: 7, Values: 9}}
	a := newAttributes(members, 5)
	seen := map[int]bool{}
	for _, b := range members {
		for i := b.At; i < b.At+b.N; i++ {
			for v := b.Lo; v < b.Lo+int32(b.Values); v++ {
				k := a.place(i, v)
				if k < 0 || k >= len(a.until) || seen[k] {
					t.Fatalf("value %d at %d has place %d of %d, which was taken or is none", v, i, k, len(a.until))
				}
				seen[k] = true
			}
		}
	}
	tour := []neighbourhood.Member{{Op: neighbourhood.OpOrOpt, N: 8, Variants: 1, End: 100}}
	a = newAttributes(tour, 8)
	x := []int32{3, 1, 4, 0, 5, 2, 7, 6}
	p := a.taken(x, 0, neighbourhood.Move{Op: neighbourhood.OpOrOpt, I: 1, J: 2, K: 7})
	want := []int{a.place(1, 3), a.place(0, 4), a.place(3, 6)} // 3-1, 4-0 and 6-3, across the end
	for k, at := range want {
		if p.n != 3 || p.at[k] != at {
			t.Errorf("edge %d of %d is at %d, want %d of 3 at %d", k, p.n, p.at[k], k, at)
		}
	}
}

// A move is tabu if all that it brings is, and not by one of its attributes alone.
func TestAttributes_ForbidWhenAllAreTabu(t *testing.T) {
	p := sample.NewOrder(5, 1)
	nb := must.Have(neighbourhood.ByName(p, "swap"))(t)
	a, x := newAttributes(neighbourhood.Kinds(nb), 5), []int32{0, 1, 2, 3, 4}
	swap := func(i, j int32) neighbourhood.Move { return neighbourhood.Move{Op: neighbourhood.OpSwap, I: i, J: j} }
	a.made(x, 0, swap(0, 1), 10)
	x[0], x[1] = 1, 0
	if !a.forbids(x, 0, swap(0, 1)) {
		t.Error("the swap back brings 0 and 1 to where they were, and is not tabu")
	}
	a.made(x, 0, swap(1, 2), 10)
	x[1], x[2] = 2, 0
	if a.forbids(x, 0, swap(0, 2)) {
		t.Error("0 goes back to where it was, but 1 to where it never was, and that is tabu")
	}
}
