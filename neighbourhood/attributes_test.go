package neighbourhood

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// attributeCases are spaces and a kind of move of each.
func attributeCases(t *testing.T) map[string]struct {
	space multiwalk.Space
	m     Member
} {
	t.Helper()
	cases := map[string]struct {
		space multiwalk.Space
		m     Member
	}{}
	two := multiwalk.Product(multiwalk.Permutation(7), multiwalk.Permutation(7))
	for name, space := range map[string]multiwalk.Space{"flip": multiwalk.Binary(9), "flip2": multiwalk.Binary(9), "flip3": multiwalk.Binary(9),
		"change": multiwalk.Integers(6, -2, 3), "swap": multiwalk.Permutation(9), "jointswap": two, "insert": multiwalk.Permutation(9),
		"blockswap": multiwalk.Permutation(9), "2opt": multiwalk.Tour(9), "oropt": multiwalk.Tour(9), "3opt": multiwalk.Tour(9)} {
		_, members := bound(t, space, name)
		cases[name] = struct {
			space multiwalk.Space
			m     Member
		}{space, members[0]}
	}
	return cases
}

// What a move brings is there after it, and what it takes before it and, but for elements that are joined again, no more after it.
func TestAttributes_ComeAndGo(t *testing.T) {
	for name, c := range attributeCases(t) {
		x, b := make([]int32, c.space.Len()), c.m
		c.space.Random(multiwalk.NewRand(4, 0), x)
		has := func(x []int32, i, v int32) bool {
			if !b.joins() {
				return x[i] == v
			}
			at := int32(slices.Index(x, i-b.At))
			return x[b.round(at-1)] == v || x[b.round(at+1)] == v
		}
		for k := range b.Size() {
			m := b.Move(k)
			if b.Op == OpTwoOpt && m.J-m.I == b.N-1 {
				continue // the whole cycle turned round is the same
			}
			y := slices.Clone(x)
			b.Do(y, m)
			brings, takes := int32(0), int32(0)
			for i, v, ok := b.Brings(x, m, 0); ok; i, v, ok = b.Brings(x, m, brings) {
				if brings++; !has(y, i, v) {
					t.Errorf("%s: %+v brings %d at %d, which is not in %v", name, m, v, i, y)
				}
			}
			again := 0
			for i, v, ok := b.Takes(x, m, 0); ok; i, v, ok = b.Takes(x, m, takes) {
				takes++
				if has(y, i, v) {
					again++
				}
				if !has(x, i, v) {
					t.Errorf("%s: %+v takes %d at %d, which is not in %v", name, m, v, i, x)
				}
			}
			if brings != takes || brings < 1 || brings > MostAttributes || again == int(takes) && !b.joins() {
				t.Errorf("%s: %+v brings %d, takes %d, of which %d stay", name, m, brings, takes, again)
			}
		}
	}
}

// Attributes have places of their own.
func TestPlaces_DoNotMeet(t *testing.T) {
	p, seen := Places{Stride: 6, Lo: -2}, map[uint64]bool{}
	for i := range int32(5) {
		for v := int32(-2); v < 4; v++ {
			seen[p.Of(i, v)] = true
		}
	}
	if len(seen) != 30 || !seen[0] || !seen[29] {
		t.Errorf("30 attributes have %d places", len(seen))
	}
	if p.Shift = 60; p.Of(7, 3) > 15 {
		t.Errorf("place %d of 16", p.Of(7, 3))
	}
}

// The move some steps on is that of the number.
func TestAfter_IsAt(t *testing.T) {
	for _, n := range []int{3, 4, 5, 9, 17, 40} {
		for name, space := range map[string]multiwalk.Space{"flip+flip3": multiwalk.Binary(n), "flip3+flip2": multiwalk.Binary(n),
			"2opt+insert+swap": multiwalk.Permutation(n), "jointswap+swap": multiwalk.Product(multiwalk.Permutation(n), multiwalk.Permutation(n)),
			"2opt+oropt": multiwalk.Tour(n), "3opt": multiwalk.Tour(n)} {
			_, members := bound(t, space, name)
			size := members[len(members)-1].End
			for _, steps := range []int32{1, 2, 7, 32, 1000} {
				for k := int64(0); k+int64(steps) < size; k += 1 + k%5 {
					which, m := At(members, k)
					again, after := After(members, k+int64(steps), steps, which, m)
					if want, move := At(members, k+int64(steps)); again != want || after != move {
						t.Fatalf("%s of %d: %d behind %d is %v, want %v", name, n, steps, k, after, move)
					}
				}
			}
		}
	}
}
