package qubo

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/single"
)

// random draws terms up to a weight, each pair with a chance in per cent, some of them twice.
func random(n, percent int, most int64, seed uint64) (linear []int64, terms []Term) {
	r := multiwalk.NewRand(seed, 0)
	weight := func() int64 { return int64(r.Uint64()%uint64(2*most+1)) - most }
	for i := range n {
		linear = append(linear, weight())
		for j := range i + 1 {
			for r.IntN(100) < percent {
				terms = append(terms, Term{int32(i), int32(j), weight()}, Term{int32(j), int32(i), weight()})
			}
		}
	}
	return linear, terms
}

// costOf is the definition.
func costOf(x []int32, linear []int64, terms []Term) (sum int64) {
	for i, w := range linear {
		sum += w * int64(x[i])
	}
	for _, t := range terms {
		sum += t.Weight * int64(x[t.I]*x[t.J])
	}
	return sum
}

// All layouts and both widths cost what the definition says, and keep the contract.
func TestNew_EveryLayout(t *testing.T) {
	for _, v := range []struct {
		n, percent int
		most       int64
		layout     string
	}{
		{1, 30, 9, "*qubo.dense[int32]"}, {2, 50, 9, "*qubo.dense[int32]"}, {30, 50, 100, "*qubo.dense[int32]"},
		{30, 50, 1 << 50, "*qubo.dense[int64]"}, {60, 2, 100, "*qubo.sparse[int32]"}, {60, 2, 1 << 40, "*qubo.sparse[int64]"},
		{9, 0, 5, "*qubo.sparse[int32]"},
	} {
		linear, terms := random(v.n, v.percent, v.most, 1)
		p := must.Have(New(v.n, linear, terms))(t)
		if layout := fmt.Sprintf("%T", p.form); v.n > 2 && layout != v.layout {
			t.Errorf("%d bits, %d %%: %s, want %s", v.n, v.percent, layout, v.layout)
		}
		r, x := multiwalk.NewRand(2, 0), make([]int32, v.n)
		for range 20 {
			p.Space().Random(r, x)
			if got, want := p.Cost(x), costOf(x, linear, terms); got != want {
				t.Fatalf("%T: cost %d, want %d", p.form, got, want)
			}
		}
		conformance.Problem(t, p, conformance.Moves(60))
	}
}

func TestMatrix_IsTheSumOverAllPairs(t *testing.T) {
	q := []int64{1, -2, 3, 4, 5, 0, -7, 0, 9}
	p := must.Have(Matrix(3, q))(t)
	for k := range int32(8) {
		x, want := []int32{k & 1, k >> 1 & 1, k >> 2}, int64(0)
		for i, v := range x {
			for j, w := range x {
				want += q[3*i+j] * int64(v*w)
			}
		}
		if c := p.Cost(x); c != want {
			t.Errorf("%v costs %d, want %d", x, c, want)
		}
	}
}

func TestNew_Refuses(t *testing.T) {
	for _, v := range []struct {
		n      int
		linear []int64
		terms  []Term
		says   string
	}{
		{0, nil, nil, "binary has length 0"},
		{3, []int64{1}, nil, "3 bits have 1 linear weights; give one for each, or nil"},
		{3, nil, []Term{{0, 1, 1}, {1, 3, 1}}, "term 1 is of bits 1 and 3; they must be from 0 to 2"},
		{3, nil, []Term{{-1, 1, 1}}, "term 0 is of bits -1 and 1"},
		{2, []int64{math.MaxInt64, 1}, nil, "with linear weight 1, 1, the weights add up"},
		{2, []int64{math.MinInt64, 0}, nil, "with linear weight 0, -9223372036854775808, the weights add up"},
		{2, []int64{1 << 62, 0}, []Term{{0, 1, -1 << 61}, {1, 1, 1 << 61}}, "with the weight of term 1, 2305843009213693952, the weights add up"},
	} {
		_, err := New(v.n, v.linear, v.terms)
		if err == nil || !strings.HasPrefix(err.Error(), "multiwalk: ") || !strings.Contains(err.Error(), v.says) {
			t.Errorf("%v, want %q", err, v.says)
		}
	}
	must.Fail(t, "has 3 numbers; it must have 2*2")(Matrix(2, make([]int64, 3)))
	if p, err := New(2, []int64{math.MaxInt64 - 1, 0}, []Term{{0, 1, -1}}); err != nil || p.Cost([]int32{1, 1}) != math.MaxInt64-2 {
		t.Errorf("%v: weights that just fit", err)
	}
}

// stateless is an instance without its states.
type stateless struct{ p *Instance }

func (s stateless) Space() multiwalk.Space             { return s.p.Space() }
func (s stateless) Cost(x []int32) int64               { return s.p.Cost(x) }
func (s stateless) FlipDelta(x []int32, i int32) int64 { return s.p.FlipDelta(x, i) }

// Annealing walks by flips alike with and without a state.
func TestState_WalksWhereDeltasDo(t *testing.T) {
	linear, terms := random(80, 30, 50, 3)
	p := must.Have(New(80, linear, terms))(t)
	a, b := annealed(t, p, 200_000), annealed(t, stateless{p}, 200_000)
	if a.Cost != b.Cost || a.Counters != b.Counters {
		t.Errorf("with states %v %+v, without %v %+v", a, a.Counters, b, b.Counters)
	}
}

func annealed(t testing.TB, p multiwalk.Problem, evaluations int64) *multiwalk.Result {
	t.Helper()
	return must.Have(multiwalk.Minimize(t.Context(), p, single.Anneal{Neighbourhood: "flip"}, multiwalk.Settings{Seed: 1, Walks: 1,
		Workers: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}))(t)
}

// BenchmarkAnneal cools once over 1000 bits whose pairs nearly all have weights, by a million proposals, with states
// and by FlipDelta alone.
func BenchmarkAnneal(b *testing.B) {
	linear, terms := random(1000, 50, 100, 1)
	p := must.Have(New(1000, linear, terms))(b)
	m := single.Anneal{Start: 5000, End: 100, Alpha: 0.962, Sweeps: 10, Neighbourhood: "flip", Once: true}
	for _, v := range []struct {
		name string
		p    multiwalk.Problem
	}{{"state", p}, {"delta", stateless{p}}} {
		b.Run(v.name, func(b *testing.B) {
			for range b.N {
				r := must.Have(multiwalk.Minimize(b.Context(), v.p, m, multiwalk.Settings{Seed: 1, Walks: 1, Workers: 1}))(b)
				b.ReportMetric(float64(r.Cost), "cost")
				b.ReportMetric(float64(r.Moves)/float64(r.Evaluations()), "accepted")
			}
		})
	}
}
