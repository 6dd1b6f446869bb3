package main

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
)

func TestMakespan_Conforms(t *testing.T) {
	for _, n := range []int{1, 20} {
		conformance.Problem(t, &Makespan{Generate(n, 3, 3).Scheduling})
	}
}

// Local search gains on what it begins with, and repeats itself.
func TestLocal_Gains(t *testing.T) {
	p := Generate(80, 6, 1)
	start := make([]int32, 80)
	run := func(seed uint64) *multiwalk.Result {
		res, err := multiwalk.Minimize(context.Background(), &Makespan{p.Scheduling}, Local{}, multiwalk.Settings{Seed: seed, Walks: 2,
			Start: start, Stop: []multiwalk.Stop{multiwalk.Evaluations(4_000_000)}})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	res, again, other := run(1), run(1), run(2)
	if last := p.Verify(res.Best) * p.Scale; last > 1.015*float64(p.Bound) || !slices.Equal(res.Best, again.Best) {
		t.Errorf("it ends at %v, bound %d: %v, %v", last, p.Bound, res, again)
	}
	if slices.Equal(res.Best, other.Best) {
		t.Error("another seed finds the same")
	}
}

// Local search comes to the optimum of small instances, whatever it begins with. One machine has all tasks, and there is nothing to do.
func TestLocal_SolvesFew(t *testing.T) {
	for seed := range uint64(8) {
		machines := 1 + int(seed)%4
		p, least, x := Generate(7, machines, seed), int64(math.MaxInt64), make([]int32, 7)
		q := &Makespan{p.Scheduling}
		for k := range 1 << 14 {
			for i := range x {
				x[i] = int32(k >> (2 * i) & 3 % machines)
			}
			least = min(least, q.Cost(x))
		}
		res, err := multiwalk.Minimize(context.Background(), q, Local{}, multiwalk.Settings{Seed: seed,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(500_000)}})
		if err != nil || res.Cost != least {
			t.Errorf("seed %d, %d machines: %v (%v), the optimum is %d", seed, machines, res, err, least)
		}
	}
}
