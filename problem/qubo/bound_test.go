package qubo

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
)

// A bound is the least cost. Weights with few signs and few pairs often have one, and others seldom.
func TestLowerBound_IsTheOptimum(t *testing.T) {
	told := 0
	for seed := range uint64(600) {
		r := multiwalk.NewRand(seed, 0)
		n := 2 + r.IntN(7)
		var terms []Term
		for range r.IntN(4 * n) {
			i, j := int32(r.IntN(n)), int32(r.IntN(n))
			if w := int64(r.IntN(7) - 3 + int(seed%3)*2); i != j || seed%2 == 0 {
				terms = append(terms, Term{i, j, w})
			}
		}
		construct := New
		if seed%2 == 1 {
			construct = func(n int, _ []int64, terms []Term) (*Instance, error) { return MaxCut(n, terms) }
		}
		p := must.Have(construct(n, nil, terms))(t)
		if got := p.LowerBound(); got != multiwalk.NoBound {
			if told++; got != runtest.Least(p) {
				t.Errorf("seed %d: bound %d, optimum %d of %v", seed, got, runtest.Least(p), terms)
			}
		}
	}
	if told < 100 || told > 500 {
		t.Errorf("%d of 600 have a bound", told)
	}
}

func TestLowerBound_IsToldWhereItIsEvident(t *testing.T) {
	cycle := func(n int, weight func(i int) int64) []Term {
		var edges []Term
		for i := range n {
			edges = append(edges, Term{int32(i), int32((i + 1) % n), weight(i)})
		}
		return edges
	}
	three := func(int) int64 { return 3 }
	diagonal := make([]int64, 100)
	for i := range diagonal {
		diagonal[i] = int64(i - 40)
	}
	cut := func(n int, edges []Term) (*Instance, error) { return MaxCut(n, edges) }
	plain := func(n int, terms []Term) (*Instance, error) { return New(n, nil, terms) }
	for name, c := range map[string]struct {
		make  func(n int, terms []Term) (*Instance, error)
		n     int
		terms []Term
		want  int64
	}{
		"an even cycle":                 {cut, 50, cycle(50, three), -150},
		"an odd cycle":                  {cut, 51, cycle(51, three), multiwalk.NoBound},
		"an odd cycle that is balanced": {cut, 51, cycle(51, func(i int) int64 { return int64(min(2*i-1, 1)) }), -50},
		"no edge":                       {cut, 50, nil, 0},
		"negative edges":                {cut, 51, cycle(51, func(int) int64 { return -2 }), 0},
		"no negative weight":            {plain, 51, cycle(51, three), 0},
		"no positive weight":            {plain, 51, cycle(51, func(int) int64 { return -3 }), -153},
		"great weights":                 {plain, 51, cycle(51, func(int) int64 { return math.MaxInt64 / 51 }), 0},
		"great weights of both":         {cut, 4, cycle(4, func(int) int64 { return 1 << 58 }), -1 << 60},
		"diagonal":                      {func(n int, _ []Term) (*Instance, error) { return New(n, diagonal, nil) }, 100, nil, -820},
	} {
		p, err := c.make(c.n, c.terms)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := p.LowerBound(); got != c.want {
			t.Errorf("%s: bound %d, want %d", name, got, c.want)
		}
	}
	linear, terms := random(40, 30, 9, 1)
	p, err := New(40, linear, terms)
	if err != nil || p.LowerBound() != multiwalk.NoBound {
		t.Errorf("random weights: bound %d, %v", p.LowerBound(), err)
	}
}
