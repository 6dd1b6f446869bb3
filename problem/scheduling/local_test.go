package scheduling

import (
	"context"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/walk"
)

func TestMakespan_Conforms(t *testing.T) {
	for _, n := range []int{1, 20} {
		conformance.Problem(t, Generate(n, 3, 3).Makespan())
	}
}

// Local search gains on what it begins with, and repeats itself. In the end two seeds may find the same schedule, but not at first.
func TestLocal_Gains(t *testing.T) {
	p := Generate(80, 6, 1)
	start := make([]int32, 80)
	run := func(seed uint64, evaluations int64) *multiwalk.Result {
		return must.Have(multiwalk.Minimize(context.Background(), p.Makespan(), Local{}, multiwalk.Settings{Seed: seed, Walks: 2,
			Start: start, Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}))(t)
	}
	res, again := run(1, 4_000_000), run(1, 4_000_000)
	if last := p.Last(res.Best) * p.Scale; last > 1.015*float64(p.Bound) || !slices.Equal(res.Best, again.Best) {
		t.Errorf("it ends at %v, bound %d: %v, %v", last, p.Bound, res, again)
	}
	if slices.Equal(run(1, 200_000).Best, run(2, 200_000).Best) {
		t.Error("another seed finds the same")
	}
}

// Local search comes to the optimum of small instances, whatever it begins with. One machine has all tasks, and there is nothing to do.
func TestLocal_SolvesFew(t *testing.T) {
	for seed := range uint64(8) {
		machines := 1 + int(seed)%4
		q := Generate(7, machines, seed).Makespan()
		least := runtest.Least(q)
		res, err := multiwalk.Minimize(context.Background(), q, Local{}, multiwalk.Settings{Seed: seed,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(500_000)}})
		if err != nil || res.Cost != least {
			t.Errorf("seed %d, %d machines: %v (%v), the optimum is %d", seed, machines, res, err, least)
		}
	}
}

// Walks hear of the best schedule, and one that stands still goes on from it; the others do not.
func TestLocal_GoesOnFromTheBest(t *testing.T) {
	in := Generate(30, 4, 1)
	p := in.Scheduling
	s := &localSearch{newMarket(in), in.Makespan(), walk.Plan{Seed: 1}}
	walks, said := make([]*local, 3), make([]walk.Message, 3)
	for i := range walks {
		w := must.Have(s.NewWalk(i))(t)
		walks[i] = w.(*local)
		for range 20 * i {
			walks[i].improve()
		}
		said[i] = walk.SaysOf(w, true)
	}
	best, least := walks[2].Best()
	if least >= said[0].Cost || least >= said[1].Cost {
		t.Fatalf("%d after 40 tries, %d and %d after fewer", least, said[0].Cost, said[1].Cost)
	}
	walks[0].vain, walks[1].vain = patient, patient-1
	for i, m := range s.Exchange(said) {
		walk.HearsOf(walks[i], m)
	}
	if x, cost := walks[0].Best(); cost != least || !slices.Equal(x, best) || !slices.Equal(walks[0].load, loadsOf(p, x)) {
		t.Errorf("a walk that stands still is at %d, not %d", cost, least)
	}
	if _, cost := walks[1].Best(); cost != said[1].Cost {
		t.Errorf("a walk that does not stand still goes from %d to %d", said[1].Cost, cost)
	}
}
