package qap

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
)

// A bound is the least cost, of flat instances, of sparse ones and of those with negative numbers.
func TestLowerBound_IsTheOptimum(t *testing.T) {
	told := 0
	for seed := range uint64(400) {
		r := multiwalk.NewRand(seed, 0)
		n := 1 + r.IntN(6)
		draw := func() []int32 {
			m, kind := make([]int32, n*n), r.IntN(4)
			for k := range m {
				switch {
				case kind == 0: // flat
					m[k] = int32(kind + 2*int(seed%3) - 2)
				case kind == 1 && k/n != k%n: // flat beside the diagonal
					m[k] = 3
				case kind == 2 && r.IntN(4) == 0: // sparse
					m[k] = int32(r.IntN(5))
				case kind == 3:
					m[k] = int32(r.IntN(5) - 1)
				}
			}
			return m
		}
		q := must.Have(New("", n, draw(), draw()))(t)
		if got := q.LowerBound(); got != multiwalk.NoBound {
			if told++; got != runtest.Least(q) {
				t.Errorf("seed %d: bound %d, optimum %d, of %v and %v", seed, got, runtest.Least(q), q.Flow, q.Dist)
			}
		}
	}
	if told < 150 || told > 380 {
		t.Errorf("%d of 400 have a bound", told)
	}
}

func TestLowerBound_IsToldWhereItIsEvident(t *testing.T) {
	const n = 40
	zeros, some := make([]int32, n*n), Uniform(n, 1)
	few, hole := make([]int32, n*n), slices.Repeat([]int32{4}, n*n)
	for i := range 5 {
		for j := range 5 {
			few[7*i*n+7*j] = 1          // among five facilities
			hole[(30+2*i)*n+30+2*j] = 0 // between five locations
		}
	}
	for name, c := range map[string]struct {
		flow, dist []int32
		want       int64
	}{
		"no flow":          {zeros, some.Dist, 0},
		"no distance":      {some.Flow, zeros, 0},
		"a place for few":  {few, hole, 0},
		"and back":         {hole, few, 0},
		"no place for few": {few, some.Dist, multiwalk.NoBound},
		"uniform":          {some.Flow, some.Dist, multiwalk.NoBound},
	} {
		q := must.Have(New(name, n, c.flow, c.dist))(t)
		if got := q.LowerBound(); got != c.want {
			t.Errorf("%s: bound %d, want %d", name, got, c.want)
		}
	}
}
