package single

import (
	"context"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/tools/own"
)

// A table says of all places of an element, and of any window, what the problem says.
func TestPairTable_IsTheProblem(t *testing.T) {
	for _, p := range []multiwalk.Problem{own.NewOrdering(40, 1), own.NewTrade(40, 1), sample.NewOrder(12, 1)} {
		nb, err := neighbourhood.ByName(p, "insert")
		if err != nil {
			t.Fatal(err)
		}
		n := int32(p.Space().Len())
		row := rowOf(p, nb)
		table := row.tabulate(p)
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
			if want := row.insertions(x, i, from, to); !slices.Equal(got, want) {
				t.Fatalf("element at %d, places %d to %d: %v, want %v", i, from, to, got, want)
			}
		}
	}
}

// nearly is an order by pairs but for one beginning, which costs more.
type nearly struct{ *own.Ordering }

func (p nearly) Cost(x []int32) int64 {
	cost := p.Ordering.Cost(x)
	if x[0] == 3 && x[1] == 5 && x[2] == 7 {
		cost += 40
	}
	return cost
}

func (p nearly) InsertDelta(x []int32, i, j int32) int64 { return insertedFully(p, x, i, j) }
func (p nearly) SwapDelta(x []int32, i, j int32) int64   { return swappedFully(p, x, i, j) }

// insertedFully and swappedFully are deltas by two full evaluations.
func insertedFully(p multiwalk.Problem, x []int32, i, j int32) int64 {
	y := slices.Delete(slices.Clone(x), int(i), int(i)+1)
	return p.Cost(slices.Insert(y, int(j), x[i])) - p.Cost(x)
}

func swappedFully(p multiwalk.Problem, x []int32, i, j int32) int64 {
	y := slices.Clone(x)
	y[i], y[j] = y[j], y[i]
	return p.Cost(y) - p.Cost(x)
}

// A problem that is no order by pairs, but looks like one, is searched by its own deltas as soon as that shows, and resumes so.
func TestPairTable_IsDroppedWhereItIsWrong(t *testing.T) {
	unraced.Test(t)
	p := nearly{own.NewOrdering(10, 2)}
	if b := bathOf(t, p, multiwalk.Budget{}); b.row.pairs.over == nil {
		t.Fatal("the problem is seen through at once: the test tests nothing")
	}
	s := multiwalk.Settings{Seed: 1, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(1_000_000)}}
	res, err := multiwalk.Minimize(context.Background(), p, Anneal{}, s)
	if err != nil || res.Cost != p.Cost(res.Best) {
		t.Fatal(res, err)
	}
	if err := conformance.CheckResume(Anneal{}, p, s); err != nil {
		t.Error(err)
	}
	w := annealWalk{bath: bathOf(t, p, multiwalk.Budget{})}
	x := []int32{0, 3, 5, 7, 1, 2, 4, 6, 8, 9}
	deltas := w.bath.row.insertions(x, 0, 0, 10)
	if d := w.bath.confirm(x, 0, 9, deltas[9]); d != deltas[9]+40 || w.bath.row.pairs.over != nil {
		t.Errorf("the table says %d, the problem %d; it is kept: %v", deltas[9], d, w.bath.row.pairs.over != nil)
	}
}

// Steps that do not cancel out, and orders that are too long, have no table.
func TestPairTable_IsRefused(t *testing.T) {
	nb, err := neighbourhood.ByName(own.NewFlowShop(8, 3, 1), "insert")
	if err != nil {
		t.Fatal(err)
	}
	row := rowOf(own.NewFlowShop(8, 3, 1), nb)
	if row.tabulate(own.NewFlowShop(8, 3, 1)).over != nil {
		t.Error("a flow shop has a table")
	}
	long := own.NewOrdering(mostTabled+1, 1)
	row = rowOf(long, nb)
	if row.tabulate(long).over != nil {
		t.Error("an order that is too long has a table")
	}
}

// The best place is the one that a look at one place after the other finds, whatever the length, and with ties.
func TestPairTable_FindsTheBestPlace(t *testing.T) {
	r := multiwalk.NewRand(5, 0)
	for n := int32(1); n < 24; n++ {
		for range 50 {
			p, x := pairTable{n, make([]int32, n*n), true}, make([]int32, n)
			for a := range n {
				for b := range a {
					d := int32(r.IntN(9) - 4)
					p.over[a*n+b], p.over[b*n+a] = d, -d
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
			if place, d := p.best(x, i, make([]int32, n)); place != j || d != least {
				t.Fatalf("element at %d of %v: place %d gains %d, want %d and %d", i, x, place, d, j, least)
			}
		}
	}
}

func BenchmarkPairTable_Best(b *testing.B) {
	const n = 250
	r, p, x := multiwalk.NewRand(1, 0), pairTable{n, make([]int32, n*n), true}, make([]int32, n)
	for a := range int32(n) {
		for c := range a {
			d := int32(r.IntN(20001) - 9000)
			p.over[a*n+c], p.over[c*n+a] = d, -d
		}
	}
	multiwalk.Permutation(n).Random(r, x)
	sums := make([]int32, n)
	for i := 0; b.Loop(); i++ {
		p.best(x, int32(i%n), sums)
	}
}
