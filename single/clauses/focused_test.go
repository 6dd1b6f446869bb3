package clauses_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/clauses"
	"github.com/multiwalk/multiwalk/walk"
)

// partial is a random weighted instance of n variables: hard clauses of three, soft ones of one to four.
func partial(t testing.TB, n, hard, soft int, seed uint64) *maxsat.Instance {
	t.Helper()
	r := multiwalk.NewRand(seed, 0)
	var list []maxsat.Clause
	for k := range hard + soft {
		c := maxsat.Clause{Hard: k < hard, Weight: int64(1 + r.IntN(30))}
		for range map[bool]int{true: 3, false: 1 + r.IntN(4)}[c.Hard] {
			c.Literals = append(c.Literals, (1+r.IntN(n))*(1-2*r.IntN(2)))
		}
		list = append(list, c)
	}
	return must.Have(maxsat.New(fmt.Sprintf("partial-%d", n), n, list))(t)
}

// Methods over clauses keep their contract: resumed runs are the same, workers change nothing.
func TestClauses_Conform(t *testing.T) {
	unraced.Test(t)
	for _, p := range []multiwalk.Problem{instance(t, "sat:n40-r4.2"), instance(t, "sat:n25-r22-k5"), instance(t, "xorsat:n8"),
		partial(t, 30, 60, 80, 1), partial(t, 1, 0, 3, 2), partial(t, 5, 0, 0, 3)} {
		conformance.Method(t, clauses.Focused{}, p, conformance.Budget(30_000), conformance.Refuses(clauses.Focused{Bias: -1},
			clauses.Focused{Bias: math.NaN()}, clauses.Focused{Bias: 101}))
		conformance.Method(t, clauses.Weighting{}, p, conformance.Budget(30_000), conformance.Refuses(clauses.Weighting{Samples: -1},
			clauses.Weighting{Rise: -1}, clauses.Weighting{Limit: 1 << 17}))
	}
}

// Of small instances both find the optimum that trying all finds, unless hard clauses mislead the one that weighs none.
func TestClauses_FindTheOptimum(t *testing.T) {
	for seed := range uint64(20) {
		p := partial(t, 12, int(seed%3)*8, 40, seed)
		want := runtest.Least(p)
		for _, m := range []walk.Method{clauses.Focused{}, clauses.Weighting{}} {
			r, err := multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 1, Walks: 1, Stop: []multiwalk.Stop{
				multiwalk.Target(want), multiwalk.Evaluations(400_000)}})
			if err != nil || r.Cost != want {
				t.Errorf("seed %d, %s: %v, want %d: %v", seed, m.Name(), r, want, err)
			}
		}
	}
}

func TestClauses_NeedClauses(t *testing.T) {
	for _, m := range []walk.Method{clauses.Focused{}, clauses.Weighting{}} {
		if _, err := m.Prepare(qap.Uniform(8, 1), walk.Plan{}); !errors.Is(err, multiwalk.ErrNoDelta) {
			t.Errorf("%s on an assignment problem: %v", m.Name(), err)
		}
	}
}

// naive is the search as its paper has it, without a state: for each flip it looks at all clauses.
func naive(p *maxsat.Instance, x []int32, seed uint64, flips int) []int32 {
	c := p.Clauses()
	look := func() (now []int32) {
		for k := range int32(c.Len()) {
			if !slices.ContainsFunc(c.Of(k), func(l int32) bool { return x[l>>1] != l&1 }) {
				now = append(now, k)
			}
		}
		return now
	}
	violated := look()
	for f := range uint64(flips) {
		if len(violated) == 0 {
			break
		}
		u := rng.At(seed, 0, f>>6, uint32(f>>1&31))
		own := c.Of(violated[uint64(u[f&1*2])*uint64(len(violated))>>32])
		odds, sum := []uint64{}, uint64(0)
		for _, l := range own {
			breaks := 0
			for _, k := range c.With(l ^ 1) {
				held := 0
				for _, m := range c.Of(k) {
					if x[m>>1] != m&1 {
						held++
					}
				}
				if held == 1 {
					breaks++
				}
			}
			odds = append(odds, uint64(clauses.Chance(p.Clauses(), breaks)))
			sum += odds[len(odds)-1]
		}
		at, which := uint64(u[f&1*2+1])*sum>>32, 0
		for at >= odds[which] {
			at -= odds[which]
			which++
		}
		l := own[which]
		x[l>>1] = 1 - x[l>>1]
		now := look()
		for _, k := range c.With(l) { // those that are satisfied now leave, each for the last
			if at := slices.Index(violated, k); at >= 0 {
				violated[at] = violated[len(violated)-1]
				violated = violated[:len(violated)-1]
			}
		}
		for _, k := range now {
			if !slices.Contains(violated, k) {
				violated = append(violated, k)
			}
		}
	}
	return x
}

// The walk flips what the plain search flips.
func TestFocused_IsThePaper(t *testing.T) {
	for _, name := range []string{"sat:n50-r4.6", "sat:n30-r12-k4-s2", "xorsat:n20"} {
		p := instance(t, name)
		for _, flips := range []int{1, 2, 63, 64, 65, 500} {
			x := make([]int32, p.Space().Len())
			walk.Plan{}.Begin(p, multiwalk.NewRand(5, 0), x)
			want := naive(p, slices.Clone(x), 5, flips)
			if got := clauses.FlipFocused(t, p, 5, flips); !slices.Equal(got, want) {
				t.Fatalf("%s: after %d flips %v, want %v", name, flips, got, want)
			}
		}
	}
}
