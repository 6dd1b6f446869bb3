package rows

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/tools/own"
)

// A table says of all places of an element, and of any window, what the problem says.
func TestPairTable_IsTheProblem(t *testing.T) {
	for _, p := range []multiwalk.Problem{own.NewOrdering(40, 1), own.NewTrade(40, 1), own.NewOrdering(12, 1)} {
		nb := must.Have(neighbourhood.ByName(p, "insert"))(t)
		n := int32(p.Space().Len())
		row := RowOf(p, nb)
		table := row.Tabulate(p)
		if table.n != n {
			t.Fatalf("no table for %v", p.Space())
		}
		r, x := multiwalk.NewRand(3, 0), make([]int32, n)
		for range 50 {
			p.Space().Random(r, x)
			i := int32(r.IntN(int(n)))
			from, to := i-int32(r.IntN(int(i)+1)), i+1+int32(r.IntN(int(n-i)))
			got := make([]int64, to-from)
			table.insertions(x, i, from, to, got)
			if want := row.Insertions(x, i, from, to); !slices.Equal(got, want) {
				t.Fatalf("element at %d, places %d to %d: %v, want %v", i, from, to, got, want)
			}
		}
	}
}

// Steps that do not cancel out, and orders that are too long, have no table.
func TestPairTable_IsRefused(t *testing.T) {
	nb := must.Have(neighbourhood.ByName(own.NewFlowShop(8, 3, 1), "insert"))(t)
	row := RowOf(own.NewFlowShop(8, 3, 1), nb)
	if row.Tabulate(own.NewFlowShop(8, 3, 1)).Over != nil {
		t.Error("a flow shop has a table")
	}
	long := own.NewOrdering(mostTabled+1, 1)
	row = RowOf(long, nb)
	if row.Tabulate(long).Over != nil {
		t.Error("an order that is too long has a table")
	}
}

// The best place is the one that a look at one place after the other finds, whatever the length, and with ties.
func TestPairTable_FindsTheBestPlace(t *testing.T) {
	r := multiwalk.NewRand(5, 0)
	for n := int32(1); n < 24; n++ {
		for range 50 {
			p, x := PairTable{n, make([]int32, n*n), true}, make([]int32, n)
			for a := range n {
				for b := range a {
					d := int32(r.IntN(9) - 4)
					p.Over[a*n+b], p.Over[b*n+a] = d, -d
				}
			}
			multiwalk.Permutation(int(n)).Random(r, x)
			i := int32(r.IntN(int(n)))
			deltas := make([]int64, n)
			p.insertions(x, i, 0, n, deltas)
			j, least := i, int64(0)
			for k, d := range deltas {
				if d < least {
					j, least = int32(k), d
				}
			}
			if place, d := p.Best(x, i, make([]int32, n)); place != j || d != least {
				t.Fatalf("element at %d of %v: place %d gains %d, want %d and %d", i, x, place, d, j, least)
			}
		}
	}
}

func BenchmarkPairTable_Best(b *testing.B) {
	const n = 250
	r, p, x := multiwalk.NewRand(1, 0), PairTable{n, make([]int32, n*n), true}, make([]int32, n)
	for a := range int32(n) {
		for c := range a {
			d := int32(r.IntN(20001) - 9000)
			p.Over[a*n+c], p.Over[c*n+a] = d, -d
		}
	}
	multiwalk.Permutation(n).Random(r, x)
	sums := make([]int32, n)
	for i := 0; b.Loop(); i++ {
		p.Best(x, int32(i%n), sums)
	}
}
