package walk_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

type spaced struct{ s multiwalk.Space }

func (p spaced) Space() multiwalk.Space { return p.s }
func (spaced) Cost([]int32) int64       { return 0 }

// Every refusal names the value and a way out.
func TestMinimize_Refuses(t *testing.T) {
	ok := []multiwalk.Stop{multiwalk.Work(1)}
	for _, v := range []struct {
		p    multiwalk.Problem
		m    walk.Method
		s    multiwalk.Settings
		want string
	}{
		{nil, script{}, multiwalk.Settings{Stop: ok}, "no problem given"},
		{value{9}, nil, multiwalk.Settings{Stop: ok}, "no method given; auto.For(problem) picks one"},
		{value{9}, script{}, multiwalk.Settings{}, "method script would run for ever: give a Stop, such as multiwalk.Time"},
		{value{9}, script{}, multiwalk.Settings{Stop: ok, Workers: -2}, "workers -2 is outside [0, 65536]; use 0 for all cores"},
		{value{9}, script{}, multiwalk.Settings{Stop: ok, Walks: -1}, "walks -1 is outside [0, 2147483647]; use 0"},
		{value{9}, script{}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(-time.Second)}}, "stop criterion time -1s must be above 0"},
		{value{9}, script{}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(5)}}, "a time limit of 5ns is below a microsecond; for seconds use multiwalk.Time(5 * time.Second)"},
		{value{9}, script{}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Evaluations(0)}}, "stop criterion evaluations 0 must be above 0"},
		{value{9}, script{}, multiwalk.Settings{Stop: []multiwalk.Stop{{Kind: "beer"}}}, `unknown stop criterion "beer"; use Time`},
		{value{9}, script{}, multiwalk.Settings{Stop: ok, Start: []int32{10}}, "start solution does not fit: multiwalk: solution has 10 at position 0, outside [0, 9]"},
		{value{9}, script{}, multiwalk.Settings{Stop: ok, Start: []int32{1, 2}}, "solution has 2 elements, integers of 1 in [0, 9] needs 1"},
		{spaced{}, script{}, multiwalk.Settings{Stop: ok}, "the zero Space has no solutions; use Permutation"},
		{spaced{multiwalk.Permutation(0)}, script{}, multiwalk.Settings{Stop: ok}, "space of permutation has length 0; it must be from 1"},
		{spaced{multiwalk.Tour(-3)}, script{}, multiwalk.Settings{Stop: ok}, "length -3"},
		{spaced{multiwalk.Integers(3, 2, 1)}, script{}, multiwalk.Settings{Stop: ok}, "lo 2 is above hi 1"},
		{spaced{multiwalk.Product()}, script{}, multiwalk.Settings{Stop: ok}, "length 0"},
		{spaced{multiwalk.Product(multiwalk.Product(multiwalk.Binary(1)))}, script{}, multiwalk.Settings{Stop: ok}, "part 0 of the product is itself a product"},
	} {
		r, err := multiwalk.Minimize(background, v.p, v.m, v.s)
		if err == nil || r != nil || !strings.HasPrefix(err.Error(), "multiwalk: ") || !strings.Contains(err.Error(), v.want) {
			t.Errorf("%v, %v; want an error with %q", r, err, v.want)
		}
	}
}

// A list of criteria means the tightest of each kind, and the target that is met first.
func TestStop_TheTightestCounts(t *testing.T) {
	r := minimize(t, script{slice: 1, find: noise}, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{
		multiwalk.Work(50), multiwalk.Work(9), multiwalk.Work(30), multiwalk.Evaluations(1000)}})
	if r.Status != multiwalk.WorkLimit || r.Rounds != 9 {
		t.Errorf("%v after %d rounds, want 9", r, r.Rounds)
	}
	r = minimize(t, script{slice: 1, find: noise}, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Target(900), multiwalk.Target(990)}})
	if r.Cost > 990 || r.Cost < 950 {
		t.Errorf("%v, want the first cost below 990", r)
	}
}

// The number of walks does not depend on the machine where the budget is one of work.
func TestSettings_Walks(t *testing.T) {
	for _, v := range []struct {
		s    multiwalk.Settings
		want int
	}{
		{multiwalk.Settings{Workers: 3, Stop: []multiwalk.Stop{multiwalk.Time(time.Millisecond)}}, 3},
		{multiwalk.Settings{Workers: 3, Stop: []multiwalk.Stop{multiwalk.Work(1)}}, 1},
		{multiwalk.Settings{Workers: 3, Stop: []multiwalk.Stop{multiwalk.Evaluations(1)}}, 1},
		{multiwalk.Settings{Workers: 3, Walks: 5, Stop: []multiwalk.Stop{multiwalk.Work(1)}}, 5},
		{multiwalk.Settings{Device: cores(2), Stop: []multiwalk.Stop{multiwalk.Time(time.Millisecond)}}, 2},
	} {
		if r := minimize(t, script{find: noise}, v.s); r.Walks != v.want || r.Workers > r.Walks {
			t.Errorf("%+v: %d walks on %d workers, want %d", v.s, r.Walks, r.Workers, v.want)
		}
	}
}

type cores int

func (cores) String() string { return "cores" }
func (c cores) Workers() int { return int(c) }

// Whatever a limit is, the run is refused or comes to its end.
func TestMinimize_LimitsAtTheEndsOfTheirRange(t *testing.T) {
	const most = 1<<63 - 1
	three := multiwalk.Work(3)
	for _, v := range []struct {
		s      multiwalk.Settings
		status multiwalk.Status // "": refused
	}{
		{multiwalk.Settings{Stop: []multiwalk.Stop{three, multiwalk.NoImprovement(most)}}, multiwalk.WorkLimit},
		{multiwalk.Settings{Stop: []multiwalk.Stop{three, multiwalk.NoImprovement(most - 1)}, Walks: 3}, multiwalk.WorkLimit},
		{multiwalk.Settings{Stop: []multiwalk.Stop{three, multiwalk.Evaluations(most)}}, multiwalk.WorkLimit},
		{multiwalk.Settings{Stop: []multiwalk.Stop{three, multiwalk.Time(most)}}, multiwalk.WorkLimit},
		{multiwalk.Settings{Stop: []multiwalk.Stop{three, multiwalk.Target(-most - 1)}}, multiwalk.WorkLimit},
		{multiwalk.Settings{Stop: []multiwalk.Stop{three, multiwalk.Target(most)}}, multiwalk.TargetReached},
		{multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(most), multiwalk.Evaluations(1)}}, multiwalk.EvaluationLimit},
		{multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(most), multiwalk.NoImprovement(1)}}, multiwalk.ImprovementLimit},
		{multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(time.Microsecond)}}, multiwalk.TimeLimit},
		{multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(time.Microsecond - 1)}}, ""},
		{multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(-1)}}, ""},
		{multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(0)}}, ""},
		{multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Evaluations(-most - 1)}}, ""},
		{multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(-1)}}, ""},
		{multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.NoImprovement(-1)}}, ""},
		{multiwalk.Settings{Stop: []multiwalk.Stop{three}, Workers: 1 << 20}, ""},
		{multiwalk.Settings{Stop: []multiwalk.Stop{three}, Workers: -1}, ""},
		{multiwalk.Settings{Stop: []multiwalk.Stop{three}, Walks: -1}, ""},
		{multiwalk.Settings{Stop: []multiwalk.Stop{three}, Walks: 1<<31 - 1}, ""},
		{multiwalk.Settings{Stop: []multiwalk.Stop{three}, Workers: 1 << 16, Walks: 2}, multiwalk.WorkLimit},
	} {
		ctx, cancel := context.WithTimeout(background, time.Minute)
		r, err := multiwalk.Minimize(ctx, value{1000}, script{slice: 5}, v.s)
		cancel()
		if v.status == "" {
			if err == nil || !strings.Contains(err.Error(), "use ") && !strings.Contains(err.Error(), "leave ") {
				t.Errorf("%+v: %v", v.s, err)
			}
		} else if err != nil || r.Status != v.status {
			t.Errorf("%+v: %v, %v", v.s, err, r)
		}
	}
}
