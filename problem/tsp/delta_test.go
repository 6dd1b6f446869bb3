package tsp

import (
	"fmt"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// smallInstances are all sizes from 1 to 7 of three kinds: by coordinates, by a symmetric and an asymmetric matrix.
func smallInstances(t *testing.T) []*Instance {
	t.Helper()
	var all []*Instance
	for n := 1; n <= 7; n++ {
		r := randomStream(uint64(n))
		symmetric, asymmetric := make([]int32, n*n), make([]int32, n*n)
		for i := range n {
			for j := range n {
				c := int32(r.IntN(2000)) - 1000
				symmetric[i*n+j], symmetric[j*n+i] = c, c
				asymmetric[i*n+j] = int32(r.IntN(2000)) - 1000
			}
		}
		s := must.Have(FromMatrix(fmt.Sprintf("symmetric%d", n), n, symmetric))(t)
		a := must.Have(FromMatrix(fmt.Sprintf("asymmetric%d", n), n, asymmetric))(t)
		all = append(all, Random(n, uint64(n)), s, a)
	}
	return all
}

// checkMove compares a delta with the full evaluation of the tour after the move.
func checkMove(t *testing.T, p *Instance, x, after []int32, delta int64, move string) {
	t.Helper()
	if want := p.Cost(after) - p.Cost(x); delta != want {
		t.Fatalf("%s, %v: %s: delta %d, full evaluation %d", p.Name(), x, move, delta, want)
	}
}

func TestTwoOptDelta_AllMoves(t *testing.T) {
	for _, p := range smallInstances(t) {
		forTours(p, func(x []int32) {
			for i := range int32(p.N) {
				for j := i + 1; j < int32(p.N); j++ {
					after := slices.Clone(x)
					slices.Reverse(after[i : j+1])
					checkMove(t, p, x, after, p.TwoOptDelta(x, i, j), fmt.Sprintf("2-opt %d %d", i, j))
				}
			}
		})
	}
}

func TestSwapDelta_AllMoves(t *testing.T) {
	for _, p := range smallInstances(t) {
		forPairs(p, func(x []int32, i, j int32) {
			after := slices.Clone(x)
			after[i], after[j] = after[j], after[i]
			checkMove(t, p, x, after, p.SwapDelta(x, i, j), fmt.Sprintf("swap %d %d", i, j))
		})
	}
}

func TestInsertDelta_AllMoves(t *testing.T) {
	for _, p := range smallInstances(t) {
		forPairs(p, func(x []int32, i, j int32) {
			after := slices.Insert(slices.Delete(slices.Clone(x), int(i), int(i)+1), int(j), x[i])
			checkMove(t, p, x, after, p.InsertDelta(x, i, j), fmt.Sprintf("insert %d %d", i, j))
		})
	}
}

func TestOrOptDelta_AllMoves(t *testing.T) {
	for _, p := range smallInstances(t) {
		n := int32(p.N)
		forPairs(p, func(x []int32, i, k int32) {
			for j := i; j < n; j++ {
				if i <= k && k <= j || k == p.prev(i) {
					continue
				}
				for _, reversed := range []bool{false, true} {
					after := orOpt(x, i, j, k, reversed)
					checkMove(t, p, x, after, p.OrOptDelta(x, i, j, k, reversed), fmt.Sprintf("or-opt %d..%d to %d, reversed %v", i, j, k, reversed))
				}
			}
		})
	}
}

// orOpt moves x[i..j] to after the city x[k], the plain way.
func orOpt(x []int32, i, j, k int32, reversed bool) []int32 {
	segment := slices.Clone(x[i : j+1])
	if reversed {
		slices.Reverse(segment)
	}
	rest := slices.Delete(slices.Clone(x), int(i), int(j)+1)
	return slices.Insert(rest, slices.Index(rest, x[k])+1, segment...)
}

// forTours calls f with a few random tours.
func forTours(p *Instance, f func(x []int32)) {
	x, r := make([]int32, p.N), randomStream(7)
	for range 4 {
		p.Space().Random(r, x)
		f(x)
	}
}

func forPairs(p *Instance, f func(x []int32, i, j int32)) {
	forTours(p, func(x []int32) {
		for i := range int32(p.N) {
			for j := range int32(p.N) {
				if i != j {
					f(x, i, j)
				}
			}
		}
	})
}
