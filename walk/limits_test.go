package walk_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/walk"
)

// prompt is how soon a run must be over, on a clock that stands still while anything works: 40 ms for its last round, 40 ms for its
// walks, and 50 ms for what is left, see watch.go. BenchmarkOvershoot in package auto measures how long it takes.
const prompt = 131 * time.Millisecond

func TestMinimize_TimeLimitInASlowUnit(t *testing.T) { synctest.Test(t, timeLimitInASlowUnit) }

func timeLimitInASlowUnit(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	deaf := func(*walk.Slice) { <-release }
	const quick = "endless quick units" // whose rounds are short until it is known how long they last
	polling := func(s *walk.Slice) {
		for !s.Aborted() {
			time.Sleep(time.Millisecond)
		}
	}
	for name, m := range map[string]script{
		"a unit that polls":          {find: noise, unit: polling},
		"a unit that does not":       {find: noise, unit: deaf},
		"a Prepare that is not done": {prepare: func(walk.Plan) error { <-release; return nil }},
		quick:                        {slice: 1 << 40, find: noise, unit: func(*walk.Slice) { time.Sleep(10 * time.Microsecond) }},
	} {
		for _, workers := range []int{1, 2} {
			for _, start := range [][]int32{nil, {300}} {
				began := time.Now()
				r, err := multiwalk.Minimize(background, value{1000}, m, multiwalk.Settings{Walks: 2, Workers: workers, Start: start,
					Stop: []multiwalk.Stop{multiwalk.Time(20 * time.Millisecond)}})
				if took := time.Since(began); err != nil || r.Status != multiwalk.TimeLimit || took > 20*time.Millisecond+prompt || !r.Partial && name != quick {
					t.Errorf("%s: %v, %v after %v, partial %v", name, err, r, took, r.Partial)
				}
				if r.Best == nil || start != nil && r.Cost > 300 {
					t.Errorf("%s: best %v with start %v", name, r.Best, start)
				}
			}
		}
	}
}

func TestMinimize_Cancel(t *testing.T) { synctest.Test(t, cancelled) }

func cancelled(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	for name, unit := range map[string]func(*walk.Slice){
		"deaf": func(*walk.Slice) { <-release }, "quick": func(*walk.Slice) { time.Sleep(100 * time.Microsecond) },
	} {
		ctx, cancel := context.WithCancel(background)
		var cancelled time.Time
		time.AfterFunc(20*time.Millisecond, func() { cancelled = time.Now(); cancel() })
		r, err := multiwalk.Minimize(ctx, value{1000}, script{find: noise, unit: unit}, multiwalk.Settings{Walks: 3,
			Stop: []multiwalk.Stop{multiwalk.Time(time.Hour)}})
		if took := time.Since(cancelled); err != nil || r.Status != multiwalk.Cancelled || took > prompt {
			t.Errorf("%s: %v, %v, %v after it was cancelled", name, err, r, took)
		}
		cancel()
	}
}

// The context's own deadline is a cancellation, the run's time limit is not, whichever comes first.
func TestMinimize_DeadlineOfTheContext(t *testing.T) { synctest.Test(t, deadlineOfTheContext) }

func deadlineOfTheContext(t *testing.T) {
	m := script{slice: 10, find: noise, unit: func(*walk.Slice) { time.Sleep(100 * time.Microsecond) }}
	for _, v := range []struct {
		ctx, limit time.Duration
		want       multiwalk.Status
	}{{10 * time.Millisecond, time.Hour, multiwalk.Cancelled}, {time.Hour, 10 * time.Millisecond, multiwalk.TimeLimit}} {
		ctx, cancel := context.WithTimeout(background, v.ctx)
		r, err := multiwalk.Minimize(ctx, value{1000}, m, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(v.limit)}})
		if err != nil || r.Status != v.want {
			t.Errorf("context %v, limit %v: %v, %v", v.ctx, v.limit, err, r)
		}
		cancel()
	}
}

func TestMinimize_LeavesNoGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		minimize(t, script{slice: 5, find: noise}, multiwalk.Settings{Walks: 4, Workers: 4, Stop: []multiwalk.Stop{multiwalk.Work(3)}})
	}
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
}

// broken is value with a Cost that fails from some solution on.
type broken struct {
	value
	below int32
	fail  func()
}

func (b broken) Cost(x []int32) int64 {
	if x[0] < b.below {
		b.fail()
	}
	return b.value.Cost(x)
}

func TestMinimize_PanicInCostKeepsTheBest(t *testing.T) {
	cause := errors.New("the cause")
	for name, fail := range map[string]func(){
		"an error": func() { panic(cause) }, "a string": func() { panic("the cause") },
	} {
		for _, walks := range []int{1, 4} {
			p := broken{value{1000}, 940, fail}
			r, err := multiwalk.Minimize(background, p, script{slice: 5, find: noise}, multiwalk.Settings{Walks: walks, Stop: []multiwalk.Stop{multiwalk.Work(100)}})
			if err == nil || !strings.Contains(err.Error(), "the cause") || !strings.Contains(err.Error(), "limits_test.go") {
				t.Fatalf("%s: error %v", name, err)
			}
			if name == "an error" && !errors.Is(err, cause) {
				t.Errorf("the error does not wrap its cause: %v", err)
			}
			if r == nil || r.Status != multiwalk.Failed || r.Best == nil || r.Cost < 940 || r.Cost > 990 {
				t.Errorf("%s, %d walks: result %v", name, walks, r)
			} else {
				runtest.Decreasing(t, r)
			}
		}
	}
}

// A panic in one walk's unit is the run's error, after what other walks found in that round was kept.
func TestMinimize_PanicInAStep(t *testing.T) {
	find := func(walk int, unit int64) int32 {
		if walk == 1 && unit == 8 {
			panic("walk 1 broke")
		}
		return noise(walk, unit)
	}
	for _, workers := range []int{1, 3} {
		r, err := multiwalk.Minimize(background, value{1000}, script{slice: 20, find: find}, multiwalk.Settings{Walks: 3, Workers: workers,
			Stop: []multiwalk.Stop{multiwalk.Work(9)}})
		if err == nil || !strings.Contains(err.Error(), "walk 1 broke") || r.Cost > 990 || r.Status != multiwalk.Failed {
			t.Fatalf("%d workers: %v, %v", workers, err, r)
		}
		runtest.Decreasing(t, r)
	}
}

func TestMinimize_PanicElsewhere(t *testing.T) {
	for name, m := range map[string]script{
		"prepare":  {prepare: func(walk.Plan) error { panic("it broke") }},
		"refusal":  {prepare: func(walk.Plan) error { return errors.New("it broke") }},
		"exchange": {find: noise, exchange: func([]walk.Message) []walk.Message { panic("it broke") }},
		"goexit":   {find: noise, unit: func(*walk.Slice) { runtime.Goexit() }},
	} {
		_, err := multiwalk.Minimize(background, value{1000}, m, multiwalk.Settings{Walks: 3, Workers: 1, Stop: []multiwalk.Stop{multiwalk.Work(9)}})
		if err == nil || !strings.Contains(err.Error(), "it broke") && !strings.Contains(err.Error(), "Goexit") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMinimize_LyingDeltas(t *testing.T) {
	for _, lie := range []int64{-5, 5} {
		r, err := multiwalk.Minimize(background, value{1000}, script{slice: 10, find: noise, lie: lie}, multiwalk.Settings{Walks: 2,
			Stop: []multiwalk.Stop{multiwalk.Work(9)}})
		if !errors.Is(err, multiwalk.ErrDeltaMismatch) || !strings.Contains(err.Error(), "conformance.Problem") {
			t.Fatalf("lie %d: %v", lie, err)
		}
		if int64(r.Best[0]) != r.Cost || r.Cost >= 1000 {
			t.Errorf("best %v, cost %d: want the true cost of what was found", r.Best, r.Cost)
		}
		runtest.Decreasing(t, r)
	}
}

// A solution outside the space is the method's fault, and is never the result.
func TestMinimize_NoSolution(t *testing.T) {
	find := func(int, int64) int32 { return -1 }
	r, err := multiwalk.Minimize(background, value{1000}, script{find: find}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	if err == nil || !strings.Contains(err.Error(), "method script made no solution: multiwalk: solution has -1") || r.Cost != 1000 {
		t.Errorf("%v, %v", err, r)
	}
}

func TestMinimize_Warnings(t *testing.T) {
	m := script{slice: 2, find: noise, prepare: func(plan walk.Plan) error {
		for range 200 { // more than the run keeps, and all the same
			plan.Warn("evaluates in full")
		}
		return nil
	}}
	var kinds []multiwalk.EventKind
	r := minimize(t, m, multiwalk.Settings{Walks: 2, Stop: []multiwalk.Stop{multiwalk.Work(2)},
		Observe: func(e multiwalk.Event) { kinds = append(kinds, e.Kind) }})
	if !slices.Equal(r.Notes, []string{"evaluates in full"}) {
		t.Errorf("notes %q", r.Notes)
	}
	if !slices.Equal(kinds[:3], []multiwalk.EventKind{multiwalk.EventStart, multiwalk.EventNote, multiwalk.EventIncumbent}) {
		t.Errorf("events %v", kinds)
	}
}

// wide is a problem of so many bits, whose full evaluation lasts as long as slow does.
type wide struct {
	n    int
	slow func(x []int32)
}

func (w wide) Space() multiwalk.Space { return multiwalk.Binary(w.n) }
func (w wide) Cost(x []int32) int64 {
	w.slow(x)
	return int64(len(x)) - int64(x[0])
}

// slowStart is a method whose walk finds its first solution in a unit that lasts until it is aborted, or at once.
type slowStart struct{ atOnce bool }

func (slowStart) Name() string { return "slowstart" }
func (m slowStart) Prepare(p multiwalk.Problem, _ walk.Plan) (walk.Search, error) {
	return &slowSearch{m: m, n: p.Space().Len()}, nil
}

type slowSearch struct {
	m slowStart
	n int
}

func (*slowSearch) Slice() int                       { return 1 }
func (s *slowSearch) NewWalk(int) (walk.Walk, error) { return &slowWalk{slowSearch: s}, nil }

type slowWalk struct {
	*slowSearch
	best []int32
}

func (w *slowWalk) Best() ([]int32, int64)       { return w.best, int64(w.n) - 1 }
func (w *slowWalk) Counters() multiwalk.Counters { return multiwalk.Counters{} }
func (w *slowWalk) Step(s *walk.Slice) bool {
	for s.Next(0) {
		for !w.m.atOnce && !s.Aborted() {
			time.Sleep(time.Millisecond)
		}
		if w.m.atOnce && w.best == nil {
			w.best = make([]int32, w.n)
			w.best[0] = 1
			s.Improved(int64(w.n)-1, multiwalk.Counters{})
		}
	}
	return true
}

// A run that is over before it has a first solution has a random one, unless that takes too long as well.
func TestMinimize_NoIncumbentInTime(t *testing.T) {
	limit := []multiwalk.Stop{multiwalk.Time(20 * time.Millisecond)}
	quick := func([]int32) {}
	r, err := multiwalk.Minimize(background, wide{100, quick}, slowStart{}, multiwalk.Settings{Stop: limit})
	if err != nil || r.Best == nil || r.Status != multiwalk.TimeLimit || !r.Partial {
		t.Errorf("a small problem: %v, %v", err, r)
	}
	release := make(chan struct{})
	defer close(release)
	first := make([]int32, 1<<22+1)
	stuck := func(x []int32) {
		if x[0] == 1 { // what the method found
			<-release
		}
	}
	for name, m := range map[string]slowStart{"a long start": {}, "a long evaluation": {atOnce: true}} {
		for _, start := range [][]int32{nil, first} {
			ctx, cancel := context.WithCancel(background)
			later := func() { time.AfterFunc(20*time.Millisecond, cancel) }
			if start == nil {
				later()
			}
			r, err := multiwalk.Minimize(ctx, wide{len(first), stuck}, m, multiwalk.Settings{Start: start, Observe: func(e multiwalk.Event) {
				if e.Kind == multiwalk.EventIncumbent { // the start is evaluated
					later()
				}
			}})
			if r.Status != multiwalk.Cancelled {
				t.Errorf("%s: %v", name, r.Status)
			}
			if start == nil && (!r.Partial || !errors.Is(err, multiwalk.ErrNoIncumbent) || r.Best != nil || len(r.History) > 0) {
				t.Errorf("%s: error %v, best of length %d", name, err, len(r.Best))
			}
			if start != nil && (err != nil || r.Cost != int64(len(first)) || len(r.History) != 1) {
				t.Errorf("%s, with a start: %v, cost %d, history %v", name, err, r.Cost, r.History)
			}
		}
	}
}

func Example_cutShort() {
	r, err := multiwalk.Minimize(background, value{1000}, script{slice: 3, find: func(int, int64) int32 { return 7 }},
		multiwalk.Settings{Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(3)}})
	fmt.Println(r.Cost, r.Status, r.Status.Early(), err)
	// Output: 7 evaluation_limit true <nil>
}
