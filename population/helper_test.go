package population_test

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// shortest is the cost of the best tour, by trying all that begin at city 0 and are not worse already.
func shortest(p *tsp.Instance) int64 {
	best := int64(math.MaxInt64)
	var extend func(last int32, seen uint32, cost int64)
	extend = func(last int32, seen uint32, cost int64) {
		if seen == 1<<p.N-1 {
			best = min(best, cost+p.EdgeCost(last, 0))
		}
		for c := range int32(p.N) {
			if next := cost + p.EdgeCost(last, c); seen&(1<<c) == 0 && next < best {
				extend(c, seen|1<<c, next)
			}
		}
	}
	extend(0, 1, 0)
	return best
}

// oneWay is an instance in which it matters which way an edge is taken.
func oneWay(tb testing.TB, n int) *tsp.Instance {
	tb.Helper()
	m := make([]int32, n*n)
	for i := range m {
		m[i] = int32(1 + (i*7919+i/n)%1000)
	}
	p := must.Have(tsp.FromMatrix("one-way", n, m))(tb)
	if p.Symmetric() {
		tb.Fatal("the matrix is symmetric")
	}
	return p
}
