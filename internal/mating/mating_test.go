package mating

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// Partners, cuts and swaps are in range, and each comes as often as any other.
func TestOf_IsUniform(t *testing.T) {
	const size, n, rounds = 5, 4, 60000
	partner, cuts, swaps, mutants := map[int32]int{}, map[[2]int32]int{}, map[[2]int32]int{}, 0
	for g := range uint64(rounds) {
		draw := rng.At(3, 1, g, 2)
		m := Of(draw, 2, size, n)
		partner[m.Partner]++
		cuts[[2]int32{m.Cut1, m.Cut2}]++
		if Mutates(draw, Rate(0.1)) {
			mutants++
		}
		i, j := Swap(rng.At(3, 1, g, Again(2)), n)
		swaps[[2]int32{i, j}]++
	}
	if len(partner) != size-1 || partner[2] != 0 || len(cuts) != n*(n-1)/2 || len(swaps) != n*(n-1) {
		t.Fatalf("partners %v, cuts %v, swaps %v", partner, cuts, swaps)
	}
	even := func(what any, count, kinds int) {
		if want := rounds / float64(kinds); math.Abs(float64(count)-want) > 5*math.Sqrt(want) {
			t.Errorf("%v came %d times, want %.0f", what, count, want)
		}
	}
	for p, c := range partner {
		even(p, c, size-1)
	}
	for p, c := range cuts {
		if even(p, c, n*(n-1)/2); p[0] < 0 || p[0] >= p[1] || p[1] >= n {
			t.Errorf("cuts %v", p)
		}
	}
	for p, c := range swaps {
		even(p, c, n*(n-1))
	}
	even("mutation", mutants, 10)
}

// A permutation of one element has one cut; probabilities of 0 and 1 are kept.
func TestOf_Ends(t *testing.T) {
	for g := range uint64(1000) {
		if m := Of(rng.At(1, 1, g, 0), 0, 2, 1); m != (Mating{Partner: 1, Cut2: 1}) {
			t.Fatal(m)
		}
		if draw := rng.At(1, 1, g, 1); !Mutates(draw, Rate(1)) || Mutates(draw, Rate(0)) {
			t.Fatal("mutates by chance")
		}
	}
}

// Shuffles of different generations share no step, and none with the generations' own draws.
func TestBirth_IsApart(t *testing.T) {
	seen := map[uint64]bool{}
	for _, g := range []int64{0, 1, 2, 1 << 40} {
		for k := int32(0); k < 1<<18; k += 4 {
			step := Birth(g, k)
			if seen[step] || step < 1<<63 {
				t.Fatalf("generation %d, element %d: step %x", g, k, step)
			}
			seen[step] = true
		}
	}
	if Again(0) == 0 || Again(1<<20) == 1<<20 {
		t.Error("second draws are first ones")
	}
}

// Every order of three elements comes as often as any other.
func TestPlace_Shuffles(t *testing.T) {
	count := map[[3]int32]int{}
	for i := range uint32(12000) {
		var x [3]int32
		for k := range int32(3) {
			j := Place(rng.At(9, 1, Birth(0, k), i), k)
			x[k], x[j] = x[j], k
		}
		count[x]++
	}
	for x, c := range count {
		if len(count) != 6 || math.Abs(float64(c)-2000) > 220 {
			t.Errorf("%v came %d times", x, c)
		}
	}
}
