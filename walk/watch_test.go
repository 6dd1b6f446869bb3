package walk_test

import (
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/walk"
)

// stuck is a script whose walks, search and itself may be traps.
type stuck struct {
	script
	runtest.Trap
}

func (m stuck) Name() string { m.At("Name"); return "stuck" }
func (m stuck) Ends() bool   { m.At("Ends"); return false }
func (m stuck) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	m.At("Prepare")
	s, err := m.script.Prepare(p, plan)
	return stuckSearch{s.(scripted), m}, err
}

type stuckSearch struct {
	scripted
	m stuck
}

func (s stuckSearch) Slice() int     { s.m.At("Slice"); return 5 }
func (s stuckSearch) MostWalks() int { s.m.At("MostWalks"); return 9 }
func (s stuckSearch) Walks() int     { s.m.At("Walks"); return 2 }
func (s stuckSearch) Close() error   { s.m.At("Close"); return nil }
func (s stuckSearch) Exchange(int64, []walk.Walk) bool {
	s.m.At("Exchange")
	return false
}
func (s stuckSearch) NewWalk(id int) (walk.Walk, error) {
	s.m.At("NewWalk")
	w, err := s.scripted.NewWalk(id)
	return stuckWalk{w.(*scriptedWalk), s.m}, err
}

type stuckWalk struct {
	*scriptedWalk
	m stuck
}

func (w stuckWalk) Step(s *walk.Slice) bool { w.m.At("Step"); return w.scriptedWalk.Step(s) }
func (w stuckWalk) Best() ([]int32, int64)  { w.m.At("Best"); return w.scriptedWalk.Best() }
func (w stuckWalk) Counters() multiwalk.Counters {
	w.m.At("Counters")
	return w.scriptedWalk.Counters()
}

var methodCalls = []string{"Name", "Ends", "Prepare", "Slice", "MostWalks", "Walks", "Exchange", "NewWalk", "Step", "Best", "Counters"}

func TestMinimize_AMethodThatBlocks(t *testing.T) {
	for _, call := range methodCalls {
		for _, from := range []int64{1, 5} {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				defer close(release)
				m := stuck{script{find: noise}, runtest.NewTrap(call, from, func() { <-release })}
				m.unit = func(*walk.Slice) { time.Sleep(time.Millisecond) }
				began, last := time.Now(), multiwalk.EventKind("")
				r, err := multiwalk.Minimize(background, value{1000}, m, multiwalk.Settings{Workers: 2,
					Observe: func(e multiwalk.Event) { last = e.Kind }, Stop: []multiwalk.Stop{multiwalk.Time(20 * time.Millisecond)}})
				if took := time.Since(began); took > 20*time.Millisecond+prompt {
					t.Errorf("%s, call %d: it took %v", call, from, took)
				}
				runtest.ComesBack(t, r, err)
				if r != nil && last != multiwalk.EventEnd {
					t.Errorf("%s, call %d: the last event was %q", call, from, last)
				}
			})
		}
	}
}

// What has a longer grace does not keep the run either. On a clock that stands still while anything works, it takes exactly as long as it may.
func TestMinimize_CloseAndObserveThatBlock(t *testing.T) {
	const most = 3 * time.Second
	for _, kind := range []multiwalk.EventKind{"", multiwalk.EventStart, multiwalk.EventIncumbent, multiwalk.EventEnd} {
		t.Run("observe "+string(kind), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				defer close(release)
				m, s := stuck{script: script{find: noise}}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(20 * time.Millisecond)}}
				m.unit = func(*walk.Slice) { time.Sleep(time.Millisecond) }
				want := "Observe has not returned"
				if kind == "" {
					m.Trap, want = runtest.NewTrap("Close", 1, func() { <-release }), "Close has not returned"
				} else {
					s.Observe = func(e multiwalk.Event) {
						if e.Kind == kind {
							<-release
						}
					}
				}
				began := time.Now()
				r, err := multiwalk.Minimize(background, value{1000}, m, s)
				if took := time.Since(began); err == nil || !strings.Contains(err.Error(), want) || took < 2*time.Second || took > most {
					t.Errorf("%v after %v, want %q", err, took, want)
				}
				if r == nil || r.Status != multiwalk.TimeLimit || r.Best == nil && kind != multiwalk.EventStart {
					t.Errorf("result %v", r)
				}
			})
		})
	}
}

// A panic or the end of its goroutine anywhere is the error of the run, at the first call and at a later one.
func TestMinimize_CodeThatBreaks(t *testing.T) {
	breaks := map[string]func(){"it broke": func() { panic("it broke") }, "Goexit": runtime.Goexit}
	run := func(t *testing.T, want string, p multiwalk.Problem, m walk.Method, tr runtest.Trap, observe func(multiwalk.Event)) {
		r, err := multiwalk.Minimize(background, p, m, multiwalk.Settings{Workers: 2, Observe: observe,
			Stop: []multiwalk.Stop{multiwalk.Work(20)}})
		tr.Broke(t, want, r, err)
	}
	for want, spring := range breaks {
		for _, from := range []int64{1, 2, 7} {
			if testing.Short() && from != 2 {
				continue
			}
			for _, call := range append(methodCalls, "Close") {
				tr := runtest.NewTrap(call, from, spring)
				run(t, want, value{1000}, stuck{script{find: noise}, tr}, tr, nil)
			}
			tr := runtest.NewTrap("Observe", from, spring)
			run(t, want, value{1000}, script{find: noise}, tr, func(multiwalk.Event) { tr.At("Observe") })
		}
	}
}

// An observer that has failed is not told of the end.
func TestMinimize_AnObserverThatPanicsHearsNoMore(t *testing.T) {
	calls := 0
	r, err := multiwalk.Minimize(background, value{1000}, script{find: noise}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(20)},
		Observe: func(e multiwalk.Event) {
			if calls++; e.Kind == multiwalk.EventIncumbent {
				panic("it broke")
			}
		}})
	if err == nil || strings.Count(err.Error(), "it broke") != 1 || calls != 2 || r.Status != multiwalk.Failed || r.Best == nil {
		t.Errorf("%d calls, %v: %v", calls, r, err)
	}
}

type nothing struct{ value }

func TestMinimize_ArgumentsThatCannotBe(t *testing.T) {
	stop := multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(3)}}
	var noContext = background
	noContext = nil
	for want, v := range map[string]struct {
		p multiwalk.Problem
		m walk.Method
	}{
		"the problem is a nil *walk_test.nothing": {(*nothing)(nil), script{}},
		"the method is a nil *walk_test.script":   {value{9}, (*script)(nil)},
		"the method, a walk_test.nameless":        {value{9}, nameless{}},
		"no context given":                        {value{9}, script{}},
	} {
		ctx := background
		if strings.Contains(want, "context") {
			ctx = noContext
		}
		if r, err := multiwalk.Minimize(ctx, v.p, v.m, stop); r != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v; want %q", r, err, want)
		}
	}
}

type nameless struct{ script }

func (nameless) Name() string { return "" }
