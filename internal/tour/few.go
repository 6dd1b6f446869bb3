package tour

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// SolveFew finds the best tour of fewer than MinKick cities by trying all (n-1)! of them, and returns it with its cost
// and how many were evaluated. Tours without a fixed edge do not count.
func SolveFew(p multiwalk.Problem) (best []int32, cost, evaluated int64) {
	n := p.Space().Len()
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(i)
	}
	var try func(at int)
	try = func(at int) {
		if at >= n {
			if !keepsFixed(p, x) {
				return
			}
			evaluated++
			if c := p.Cost(x); best == nil || c < cost {
				best, cost = append(best[:0], x...), c
			}
			return
		}
		for i := at; i < n; i++ {
			x[at], x[i] = x[i], x[at]
			try(at + 1)
			x[at], x[i] = x[i], x[at]
		}
	}
	try(min(1, n))
	return best, cost, evaluated
}

func keepsFixed(p multiwalk.Problem, x []int32) bool {
	f, ok := p.(multiwalk.FixedEdger)
	if !ok {
		return true
	}
	edges, ok := p.(multiwalk.EdgeCoster)
	oneWay := ok && !edges.Symmetric()
	for _, e := range f.FixedEdges() {
		i, j := slices.Index(x, e[0]), slices.Index(x, e[1])
		if d := (j - i + len(x)) % len(x); d != 1 && (oneWay || d != len(x)-1) {
			return false
		}
	}
	return true
}
