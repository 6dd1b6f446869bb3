package lightweight

import (
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/neighbourhood"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
	"testing"
)

// The lazy copy of Algorithm 2 must not lose the incumbent: at any cut, Best is the least cost that was current.
func TestLightWeight_LazyBestIsTheLeast(t *testing.T) {
	for _, name := range []string{"", "insert", "swap"} {
		c := trial.NewCircle(30)
		s := must.Have(LightWeight{Start: 500, Alpha: 0.9, Neighbourhood: name}.Prepare(c, walk.Plan{Seed: 3}))(t)
		made := must.Have(s.NewWalk(0))(t)
		w := made.(*lightWalk)
		least := w.cost
		for range 3000 {
			w.body.anneal(w, 1, walk.NewSlice(1)) // one iteration, so that the test sees every current solution
			if c.Cost(w.body.solution()) != w.cost {
				t.Fatalf("the current solution costs %d, not %d", c.Cost(w.body.solution()), w.cost)
			}
			if least = min(least, w.cost); min(w.least, w.cost) != least {
				t.Fatalf("stored %d, current %d, least ever %d", w.least, w.cost, least)
			}
			w.Next()
		}
		if x, cost := w.Best(); cost != least || c.Cost(x) != cost {
			t.Errorf("best costs %d, said to be %d, least ever %d", c.Cost(x), cost, least)
		}
	}
}

// Table 1 of "Parallel neighbourhood search on many-core platforms".
func TestLightWeight_DefaultsAreThePapers(t *testing.T) {
	s := must.Have(LightWeight{}.Prepare(assignment.Uniform(30, 1), walk.Plan{Walks: 1, Warn: func(string) {}}))(t)
	l := s.(*lightSearch)
	want, err := cooling.NewSchedule("lightweight", 10000, 0.1, 0.99, 10, 1, 30, true)
	if err != nil || l.schedule != want || l.m.Moves != 1 {
		t.Errorf("%+v, %d moves; want %+v, %v", l.schedule, l.m.Moves, want, err)
	}
}

// A unit of a walk that cools over the run has the moves that it is for, and one iteration at least.
func TestLightWeight_UnitsOverABudget(t *testing.T) {
	nb := must.Have(neighbourhood.ByName(assignment.Uniform(5, 1), "swap"))(t)
	for _, c := range []struct {
		quota, moves int
		want         int64
	}{{256, 1, 256}, {256, 100, 2}, {16, 16, 1}, {16, 10, 1}, {16, 17, 1}, {16, 1000, 1}} {
		w := &lightWalk{budgeted: true, quota: c.quota, moves: c.moves, from: 3, to: 1, body: &proposer{nb: nb}}
		s := walk.NewSlice(1)
		s.Course(0.5)
		if got, cools := w.unitLength(s); got != c.want || !cools {
			t.Errorf("%d moves of %d: %d iterations, want %d; it cools: %v", c.moves, c.quota, got, c.want, cools)
		}
	}
}
