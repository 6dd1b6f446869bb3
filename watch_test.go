package multiwalk_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/single"
)

// trap does something at a call of one method, from the k-th on.
type trap struct {
	method string
	from   int64
	spring func()
	calls  *atomic.Int64
}

func (t trap) at(method string) {
	if method == t.method && t.calls.Add(1) >= t.from {
		t.spring()
	}
}

// ring is a tour of 12 cities on a line with most abilities, each of which may be a trap.
type ring struct {
	trap
	fixed [][2]int32
}

const ringCities = 12

func (p ring) Space() multiwalk.Space { p.at("Space"); return multiwalk.Tour(ringCities) }
func (p ring) Symmetric() bool        { p.at("Symmetric"); return true }
func (p ring) FixedEdges() [][2]int32 { p.at("FixedEdges"); return p.fixed }
func (p ring) Check([]int32) error    { p.at("Check"); return nil }
func (p ring) Name() string           { p.at("Name"); return "ring" }
func (p ring) EdgeCost(i, j int32) int64 {
	p.at("EdgeCost")
	return int64(max(i-j, j-i)) * int64(1+(i*j)%7)
}
func (p ring) Cost(x []int32) int64 {
	p.at("Cost")
	sum := int64(0)
	for i, c := range x {
		d := x[(i+1)%len(x)]
		sum += int64(max(c-d, d-c)) * int64(1+(c*d)%7)
	}
	return sum
}
func (p ring) Construct(r *multiwalk.Rand, x []int32) {
	p.at("Construct")
	for i := range x {
		x[i] = int32(i)
	}
}
func (p ring) Neighbours(k int) []int32 {
	p.at("Neighbours")
	var list []int32
	for i := range int32(ringCities) {
		for d := range int32(k) {
			list = append(list, (i+d+1)%ringCities)
		}
	}
	return list
}

var ringAbilities = []string{"Space", "Cost", "Symmetric", "FixedEdges", "Check", "Name", "EdgeCost", "Construct", "Neighbours"}

// Whatever method of a problem does not return, and from whichever call on, the run comes back.
func TestMinimize_AProblemThatBlocks(t *testing.T) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) }) // after the parallel subtests
	for _, method := range ringAbilities {
		for _, from := range []int64{1, 3, 40} {
			for name, m := range map[string]multiwalk.Method{"ils": single.ILS{}, "climb": single.Climb{Restarts: -1},
				"exchange": cooperate.Exchange{Method: single.Anneal{}, Every: 1}} {
				t.Run(fmt.Sprintf("%s/%d/%s", method, from, name), func(t *testing.T) {
					t.Parallel()
					p := ring{trap: trap{method, from, func() { <-release }, new(atomic.Int64)}}
					if name == "ils" {
						p.fixed = [][2]int32{{0, 1}, {4, 5}}
					}
					began := time.Now()
					r, err := multiwalk.Minimize(background, p, m, multiwalk.Settings{Workers: 2,
						Stop: []multiwalk.Stop{multiwalk.Time(20 * time.Millisecond)}})
					if took := time.Since(began); took > 10*prompt {
						t.Errorf("it took %v", took)
					}
					comesBack(t, r, err)
				})
			}
		}
	}
}

// comesBack checks what a run returned whose problem or method does not return.
func comesBack(t *testing.T, r *multiwalk.Result, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, multiwalk.ErrNoIncumbent) {
		t.Errorf("error %v", err)
	}
	if err == nil && (r.Best == nil || r.Status != multiwalk.TimeLimit) || r != nil && r.Best == nil && err == nil {
		t.Errorf("%v without an error", r)
	}
	if r != nil && r.Best != nil {
		decreasing(t, r)
	}
}

// stuck is a script whose walks, search and itself may be traps.
type stuck struct {
	script
	trap
}

func (m stuck) Name() string { m.at("Name"); return "stuck" }
func (m stuck) Ends() bool   { m.at("Ends"); return false }
func (m stuck) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	m.at("Prepare")
	s, err := m.script.Prepare(p, plan)
	return stuckSearch{s.(scripted), m}, err
}

type stuckSearch struct {
	scripted
	m stuck
}

func (s stuckSearch) Slice() int     { s.m.at("Slice"); return 5 }
func (s stuckSearch) MostWalks() int { s.m.at("MostWalks"); return 9 }
func (s stuckSearch) Walks() int     { s.m.at("Walks"); return 2 }
func (s stuckSearch) Close() error   { s.m.at("Close"); return nil }
func (s stuckSearch) Exchange(int64, []multiwalk.Walk) bool {
	s.m.at("Exchange")
	return false
}
func (s stuckSearch) NewWalk(id int) (multiwalk.Walk, error) {
	s.m.at("NewWalk")
	w, err := s.scripted.NewWalk(id)
	return stuckWalk{w.(*scriptedWalk), s.m}, err
}

type stuckWalk struct {
	*scriptedWalk
	m stuck
}

func (w stuckWalk) Step(s *multiwalk.Slice) bool { w.m.at("Step"); return w.scriptedWalk.Step(s) }
func (w stuckWalk) Best() ([]int32, int64)       { w.m.at("Best"); return w.scriptedWalk.Best() }
func (w stuckWalk) Counters() multiwalk.Counters {
	w.m.at("Counters")
	return w.scriptedWalk.Counters()
}

var methodCalls = []string{"Name", "Ends", "Prepare", "Slice", "MostWalks", "Walks", "Exchange", "NewWalk", "Step", "Best", "Counters"}

func TestMinimize_AMethodThatBlocks(t *testing.T) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) }) // after the parallel subtests
	for _, call := range methodCalls {
		for _, from := range []int64{1, 5} {
			t.Run(fmt.Sprintf("%s/%d", call, from), func(t *testing.T) {
				t.Parallel()
				m := stuck{script{find: noise}, trap{call, from, func() { <-release }, new(atomic.Int64)}}
				began, last := time.Now(), multiwalk.EventKind("")
				r, err := multiwalk.Minimize(background, value{1000}, m, multiwalk.Settings{Workers: 2,
					Observe: func(e multiwalk.Event) { last = e.Kind }, Stop: []multiwalk.Stop{multiwalk.Time(20 * time.Millisecond)}})
				if took := time.Since(began); took > 10*prompt {
					t.Errorf("it took %v", took)
				}
				comesBack(t, r, err)
				if r != nil && last != multiwalk.EventEnd {
					t.Errorf("the last event was %q", last)
				}
			})
		}
	}
}

// What has a longer grace does not keep the run either.
func TestMinimize_CloseAndObserveThatBlock(t *testing.T) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) }) // after the parallel subtests
	for _, kind := range []multiwalk.EventKind{"", multiwalk.EventStart, multiwalk.EventIncumbent, multiwalk.EventEnd} {
		t.Run("observe "+string(kind), func(t *testing.T) {
			t.Parallel()
			m, s := stuck{script: script{find: noise}}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(20 * time.Millisecond)}}
			want := "Observe has not returned"
			if kind == "" {
				m.trap, want = trap{"Close", 1, func() { <-release }, new(atomic.Int64)}, "Close has not returned"
			} else {
				s.Observe = func(e multiwalk.Event) {
					if e.Kind == kind {
						<-release
					}
				}
			}
			began := time.Now()
			r, err := multiwalk.Minimize(background, value{1000}, m, s)
			if took := time.Since(began); err == nil || !strings.Contains(err.Error(), want) || took > 10*prompt {
				t.Errorf("%v after %v, want %q", err, took, want)
			}
			if r == nil || r.Status != multiwalk.TimeLimit || r.Best == nil && kind != multiwalk.EventStart {
				t.Errorf("result %v", r)
			}
		})
	}
}

// A panic or the end of its goroutine anywhere is the error of the run, at the first call and at a later one.
func TestMinimize_CodeThatBreaks(t *testing.T) {
	breaks := map[string]func(){"it broke": func() { panic("it broke") }, "Goexit": runtime.Goexit}
	run := func(t *testing.T, want string, p multiwalk.Problem, m multiwalk.Method, tr trap, observe func(multiwalk.Event)) {
		r, err := multiwalk.Minimize(background, p, m, multiwalk.Settings{Workers: 2, Observe: observe,
			Stop: []multiwalk.Stop{multiwalk.Work(20)}})
		if sprung := tr.calls.Load() >= tr.from; sprung != (err != nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s, call %d of %d: %v", tr.method, tr.calls.Load(), tr.from, err)
		}
		if err != nil && r != nil && r.Status != multiwalk.Failed && tr.method != "Close" && r.Status != multiwalk.WorkLimit {
			t.Errorf("%s: status %s", tr.method, r.Status)
		}
	}
	for want, spring := range breaks {
		for _, from := range []int64{1, 2, 7} {
			if testing.Short() && from != 2 {
				continue
			}
			for _, method := range ringAbilities {
				tr := trap{method, from, spring, new(atomic.Int64)}
				run(t, want, ring{trap: tr, fixed: [][2]int32{{2, 3}}}, single.ILS{}, tr, nil)
			}
			for _, call := range append(methodCalls, "Close") {
				tr := trap{call, from, spring, new(atomic.Int64)}
				run(t, want, value{1000}, stuck{script{find: noise}, tr}, tr, nil)
			}
			tr := trap{"Observe", from, spring, new(atomic.Int64)}
			run(t, want, value{1000}, script{find: noise}, tr, func(multiwalk.Event) { tr.at("Observe") })
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

// moody is a problem whose Space is another one from some call on.
type moody struct {
	from  int64
	calls *atomic.Int64
}

func (p moody) Cost(x []int32) int64 { return int64(len(x)) - int64(x[0]) }
func (p moody) Space() multiwalk.Space {
	if p.calls.Add(1) >= p.from {
		return multiwalk.Integers(3, 0, 1)
	}
	return multiwalk.Binary(3)
}

func TestMinimize_ArgumentsThatCannotBe(t *testing.T) {
	stop := multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(3)}}
	var noContext = background
	noContext = nil
	for want, v := range map[string]struct {
		p multiwalk.Problem
		m multiwalk.Method
	}{
		"the problem is a nil *multiwalk_test.nothing": {(*nothing)(nil), script{}},
		"the method is a nil *multiwalk_test.script":   {value{9}, (*script)(nil)},
		"the method, a multiwalk_test.nameless":        {value{9}, nameless{}},
		"no context given":                             {value{9}, script{}},
	} {
		ctx := background
		if strings.Contains(want, "context") {
			ctx = noContext
		}
		if r, err := multiwalk.Minimize(ctx, v.p, v.m, stop); r != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v; want %q", r, err, want)
		}
	}
	for _, from := range []int64{2, 3, 4} {
		_, err := multiwalk.Minimize(background, moody{from, new(atomic.Int64)}, single.Climb{}, stop)
		if err == nil || !strings.Contains(err.Error(), "multiwalk: the problem's Space was binary of 3") {
			t.Errorf("a space that changes at call %d: %v", from, err)
		}
	}
}

type nameless struct{ script }

func (nameless) Name() string { return "" }
