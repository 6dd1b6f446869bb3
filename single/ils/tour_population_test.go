package ils_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/walk"
)

// populations is a run in which each of two walks recombines several populations, and hears of the other one.
func populations(n int) (*tsp.Instance, multiwalk.Settings) {
	return tsp.Random(n, 3), multiwalk.Settings{Seed: 2, Walks: 2, Workers: 2,
		Stop: []multiwalk.Stop{multiwalk.Evaluations(int64(n) * 2 * 40000)}}
}

func TestILS_WalksMergeTheirTours(t *testing.T) {
	p, s := populations(60)
	exchanges := 0
	s.Observe = func(e multiwalk.Event) {
		if e.Kind == multiwalk.EventExchange {
			exchanges++
		}
	}
	res, err := multiwalk.Minimize(context.Background(), p, ils.ILS{}, s)
	if err != nil {
		t.Fatal(err)
	}
	if exchanges < 2 || res.Restarts < 40 {
		t.Errorf("walks met %d times and began %d tours anew", exchanges, res.Restarts)
	}
}

func TestILS_PopulationsDoNotDependOnWorkers(t *testing.T) {
	p, s := populations(40)
	var want []multiwalk.Point
	for workers := 1; workers <= 2; workers++ {
		s.Workers = workers
		res, err := multiwalk.Minimize(context.Background(), p, ils.ILS{}, s)
		if err != nil {
			t.Fatal(err)
		}
		for i := range res.History {
			res.History[i].Elapsed = 0
		}
		if want != nil && !reflect.DeepEqual(res.History, want) {
			t.Errorf("with %d workers %v, with one %v", workers, res.History, want)
		}
		want = res.History
	}
}

func TestILS_PopulationsResume(t *testing.T) {
	unraced.Test(t)
	for _, p := range []multiwalk.Problem{tsp.Random(20, 3), oneWay(t, 12)} {
		for _, walks := range []int{1, 2} {
			s := multiwalk.Settings{Seed: 2, Walks: walks, Stop: []multiwalk.Stop{multiwalk.Evaluations(int64(walks) * 600000)}}
			if err := conformance.CheckResume(ils.ILS{}, p, s); err != nil {
				t.Error(err)
			}
		}
	}
}

// A run that knows its budget ends no worse than one of as many evaluations that does not.
func TestILS_KnowsItsBudget(t *testing.T) {
	unraced.Test(t)
	const n, evaluations = 300, 300 * 12000
	knows, doesNot := int64(0), int64(0)
	for seed := range uint64(4) {
		p := tsp.Random(n, seed)
		res, err := multiwalk.Minimize(context.Background(), p, ils.ILS{}, multiwalk.Settings{Seed: seed,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}})
		if err != nil {
			t.Fatal(err)
		}
		knows += res.Cost
		s, err := ils.ILS{}.Prepare(p, walk.Plan{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		w, err := s.NewWalk(0)
		for err == nil && w.Counters().Evaluations() < evaluations {
			w.Step(walk.NewSlice(10))
		}
		_, cost := w.Best()
		doesNot += cost
	}
	if knows > doesNot {
		t.Errorf("four tours are %d long if the budget is known, else %d", knows, doesNot)
	}
}
