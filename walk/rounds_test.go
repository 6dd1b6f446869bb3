package walk_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/walk"
)

var background = context.Background()

// minimize runs a script, and fails the test on an error.
func minimize(t *testing.T, m walk.Method, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	return must.Have(multiwalk.Minimize(background, value{1000}, m, s))(t)
}

// timeless is the result without what depends on the clock or on the number of workers.
func timeless(r *multiwalk.Result) multiwalk.Result {
	c := *r
	c.Elapsed, c.Loading, c.Workers, c.Ran = 0, 0, 0, nil // functions of a method equal nothing
	c.History = nil
	for _, p := range r.History {
		p.Elapsed = 0
		c.History = append(c.History, p)
	}
	return c
}

func same(t *testing.T, what string, got, want *multiwalk.Result) {
	t.Helper()
	if a, b := timeless(got), timeless(want); !reflect.DeepEqual(a, b) {
		t.Errorf("%s:\n got %+v\nwant %+v", what, a, b)
	}
}

// uneven makes walks take different numbers of evaluations a unit, so that their rounds differ in length.
func uneven(walk int, unit int64) int64 { return 1 + (int64(walk)*7+unit*3)%5 }

func TestMinimize_EvaluationBudgetIsTheSameForAnyWorkers(t *testing.T) {
	for _, walks := range []int{1, 2, 7} {
		for _, budget := range []int64{1, 5, 100, 1003} {
			var first *multiwalk.Result
			for _, workers := range []int{1, 2, 5} {
				r := minimize(t, script{slice: 10, find: noise, evaluations: uneven},
					multiwalk.Settings{Walks: walks, Workers: workers, Stop: []multiwalk.Stop{multiwalk.Evaluations(budget)}})
				if first == nil {
					first = r
				}
				same(t, fmt.Sprintf("%d walks, budget %d, %d workers", walks, budget, workers), r, first)
				runtest.Decreasing(t, r)
				if over := r.Evaluations() - max(budget, int64(walks)); r.Status != multiwalk.EvaluationLimit ||
					over < 0 || over > 5*int64(walks) {
					t.Errorf("status %s after %d evaluations, budget %d of %d walks", r.Status, r.Evaluations(), budget, walks)
				}
			}
		}
	}
}

func TestMinimize_TargetStopsAllTheSameWay(t *testing.T) {
	for _, walks := range []int{1, 2, 7} {
		for target := int64(1000); target >= 850; target -= 7 {
			var first *multiwalk.Result
			for _, workers := range []int{1, 2, 3} {
				slow := func(*walk.Slice) {}
				if workers == 2 { // the walks of a round meet in another order
					slow = func(*walk.Slice) { time.Sleep(time.Microsecond) }
				}
				r := minimize(t, script{slice: 50, find: noise, evaluations: uneven, unit: slow},
					multiwalk.Settings{Walks: walks, Workers: workers, Stop: []multiwalk.Stop{multiwalk.Target(target)}})
				r.Counters = multiwalk.Counters{} // how far the other walks came when one met the target is up to the machine
				if first == nil {
					first = r
				}
				same(t, fmt.Sprintf("%d walks, target %d, %d workers", walks, target, workers), r, first)
				runtest.Decreasing(t, r)
				if r.Status != multiwalk.TargetReached || r.Cost > target {
					t.Errorf("status %s, cost %d, target %d", r.Status, r.Cost, target)
				}
			}
		}
	}
}

// Of two walks that meet the target in one round, the one with fewer evaluations wins, not the one that runs first.
func TestMinimize_TargetGoesToTheFewestEvaluations(t *testing.T) {
	find := func(walk int, unit int64) int32 {
		if unit == int64(90-10*walk) {
			return int32(10 + walk)
		}
		return 500
	}
	for _, workers := range []int{1, 3} {
		r := minimize(t, script{slice: 100, find: find}, multiwalk.Settings{Walks: 3, Workers: workers, Stop: []multiwalk.Stop{multiwalk.Target(20)}})
		if r.Walk != 2 || r.Cost != 12 {
			t.Errorf("%d workers: walk %d won with cost %d, want walk 2 with 12", workers, r.Walk, r.Cost)
		}
	}
}

func TestMinimize_WorkReplaysATimedRun(t *testing.T) { synctest.Test(t, workReplaysATimedRun) }

func workReplaysATimedRun(t *testing.T) {
	m := script{slice: 20, find: noise, evaluations: uneven, unit: func(*walk.Slice) { time.Sleep(50 * time.Microsecond) },
		exchange: func(said []walk.Message) []walk.Message {
			heard := make([]walk.Message, len(said))
			heard[1] = walk.Message{Best: said[0].Best, Cost: said[0].Cost}
			return heard
		}}
	for _, walks := range []int{2, 5} {
		// On a busy machine the last round may be broken off, or no round finished: then a longer run is tried.
		var timed *multiwalk.Result
		for try := 0; timed == nil || timed.Partial || timed.Rounds == 0; try++ {
			if try == 20 {
				t.Fatalf("partial %v, %d rounds after %v, twenty times", timed.Partial, timed.Rounds, timed.Elapsed)
			}
			timed = minimize(t, m, multiwalk.Settings{Walks: walks, Stop: []multiwalk.Stop{multiwalk.Time(time.Duration(1+try) * 30 * time.Millisecond)}})
			if timed.Status != multiwalk.TimeLimit {
				t.Fatalf("status %s after %v", timed.Status, timed.Elapsed)
			}
		}
		again := minimize(t, m, multiwalk.Settings{Walks: walks, Workers: 1, Pace: timed.Pace,
			Stop: []multiwalk.Stop{multiwalk.Work(timed.Rounds)}})
		again.Status = timed.Status
		same(t, "the replay", again, timed)
	}
}

func TestMinimize_NoImprovement(t *testing.T) {
	stuck := func(walk int, unit int64) int32 { return int32(max(900, 1000-unit)) }
	r := minimize(t, script{slice: 7, find: stuck}, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.NoImprovement(50)}})
	if r.Status != multiwalk.ImprovementLimit || r.Cost != 900 || r.Units < 150 || r.Units > 160 {
		t.Errorf("%v after %d units, want cost 900 and 150 to 160 units", r, r.Units)
	}
}

func TestMinimize_MethodEndsWithItsLastWalk(t *testing.T) {
	r := minimize(t, script{slice: 7, find: noise, ends: 30}, multiwalk.Settings{Walks: 3})
	if r.Status != multiwalk.MethodEnded || r.Units != 90 || r.Status.Early() {
		t.Errorf("%v after %d units, want the method's end after 90", r, r.Units)
	}
}

func TestMinimize_StartIsHonoured(t *testing.T) {
	worse := func(int, int64) int32 { return 999 }
	r := minimize(t, script{find: worse}, multiwalk.Settings{Start: []int32{77}, Stop: []multiwalk.Stop{multiwalk.Work(3)}})
	if r.Cost != 77 || r.Best[0] != 77 || r.Walk != -1 || len(r.History) != 1 {
		t.Errorf("%v, walk %d, history %v: want the start solution", r, r.Walk, r.History)
	}
	start := []int32{5}
	r = minimize(t, script{find: noise}, multiwalk.Settings{Start: start, Stop: []multiwalk.Stop{multiwalk.Target(5)}})
	if r.Rounds != 0 || r.Status != multiwalk.TargetReached || start[0] != 5 {
		t.Errorf("%v after %d rounds, want none", r, r.Rounds)
	}
}

func TestMinimize_TheRunsBestOutlivesTheWalks(t *testing.T) {
	m := script{slice: 3, find: noise, exchange: func(said []walk.Message) []walk.Message {
		return slices.Repeat([]walk.Message{{Best: []int32{1000}, Cost: 1000}}, len(said)) // walks forget
	}}
	r := minimize(t, m, multiwalk.Settings{Walks: 2, Stop: []multiwalk.Stop{multiwalk.Work(20)}})
	runtest.Decreasing(t, r)
	if int64(r.Best[0]) != r.Cost {
		t.Errorf("best %v does not cost %d", r.Best, r.Cost)
	}
}

// few is a script that has a use for so many walks and no more.
type few struct {
	script
	most int
}

func (m few) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.script.Prepare(p, plan)
	return fewSearch{s.(scripted), m.most}, err
}

type fewSearch struct {
	scripted
	most int
}

func (s fewSearch) MostWalks() int { return s.most }

// A search that limits its walks gets no more, unless the user says how many.
func TestMinimize_WalkLimiter(t *testing.T) {
	for _, v := range []struct{ most, asked, walks int }{{1, 0, 1}, {2, 0, 2}, {9, 0, 3}, {0, 0, 1}, {1, 4, 4}} {
		m := few{script{slice: 5, find: noise}, v.most}
		stop := []multiwalk.Stop{multiwalk.NoImprovement(100), multiwalk.Time(time.Hour)} // which end runs after a round, unlike a target
		r := minimize(t, m, multiwalk.Settings{Workers: 3, Walks: v.asked, Stop: stop})
		if r.Walks != v.walks || r.Workers != min(3, v.walks) {
			t.Errorf("at most %d walks, %d asked for: %d walks, %d workers, want %d", v.most, v.asked, r.Walks, r.Workers, v.walks)
		}
		again := minimize(t, script{slice: 5, find: noise}, multiwalk.Settings{Walks: v.walks, Stop: stop})
		if again.Cost != r.Cost || again.Counters != r.Counters {
			t.Errorf("at most %d walks, %d asked for: %v, and without the limit %v", v.most, v.asked, r, again)
		}
	}
}
