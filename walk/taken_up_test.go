package walk_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

// over is a context that has ended.
func over() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// A limit below what the run has made is refused, whatever it limits; that which the run was under is not, though it may have passed
// it by a round.
func TestResume_RefusesLimitsThatArePassed(t *testing.T) {
	m := script{slice: 10, find: func(int, int64) int32 { return 5 }}
	list, first := states(t, m, multiwalk.Settings{Seed: 5, Walks: 2, Stop: stop(multiwalk.Work(7))})
	saved := list[len(list)-1]
	resume := func(saved *checkpoint.Saved, s multiwalk.Stop) (*multiwalk.Result, error) {
		return multiwalk.Minimize(context.Background(), value{1000}, m, multiwalk.Settings{Resume: saved, Stop: stop(s)})
	}
	idle := first.Units - 1
	for _, c := range []struct {
		limit multiwalk.Stop
		want  string // "": it is taken
	}{
		{multiwalk.Work(6), "up to 6 rounds: it has done 7; give a limit above that"},
		{multiwalk.Work(7), ""},
		{multiwalk.Evaluations(first.Evaluations() - 1), "up to 141 evaluations: it has made 142; give a limit above that"},
		{multiwalk.Evaluations(first.Evaluations()), ""},
		{multiwalk.NoImprovement(9), "up to 9 units without a new incumbent: it has done "},
		{multiwalk.NoImprovement(idle), ""},
	} {
		res, err := resume(saved, c.limit)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, multiwalk.ErrResume) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v, want %q", c.limit, err, c.want)
		}
		if c.want != "" && (res.Best != nil || res.History != nil || res.Evaluations() != 0) {
			t.Errorf("%v: refused, and its result is %+v", c.limit, res)
		}
	}
	list, first = states(t, m, multiwalk.Settings{Walks: 3, Stop: stop(multiwalk.Evaluations(1))})
	if first.Evaluations() <= 1 {
		t.Fatalf("%d evaluations", first.Evaluations())
	}
	if _, err := resume(list[len(list)-1], multiwalk.Evaluations(1)); err != nil {
		t.Errorf("the limit that the run was under: %v", err)
	}
}

// late is a method whose walks take longer to make than a run that is over waits for.
type late struct{ script }

func (m late) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.script.Prepare(p, plan)
	return lateSearch{s.(scripted), plan.Aborted}, err
}

type lateSearch struct {
	scripted
	over func() bool
}

func (s lateSearch) NewWalk(id int) (walk.Walk, error) {
	if s.over() {
		time.Sleep(400 * time.Millisecond)
	}
	return s.scripted.NewWalk(id)
}

// What a checkpoint has for the incumbent is evaluated before all else: also where the run is over before it is taken up. Then the
// result is that of the run before.
func TestResume_EvaluatesTheIncumbentInAnyCase(t *testing.T) {
	synctest.Test(t, evaluatesTheIncumbentInAnyCase)
}

func evaluatesTheIncumbentInAnyCase(t *testing.T) {
	defer time.Sleep(time.Second) // until walks are made
	m := late{script{slice: 3, find: noise}}
	list, first := states(t, m, multiwalk.Settings{Stop: stop(multiwalk.Work(2))})
	s := multiwalk.Settings{Resume: list[len(list)-1], Stop: stop(multiwalk.Work(5))}
	res, err := multiwalk.Minimize(over(), dearer{value{1000}}, m, s)
	if !errors.Is(err, multiwalk.ErrResume) || res != nil && res.Best != nil {
		t.Errorf("%v, %v", res, err)
	}
	told := false
	s.Observe = func(e multiwalk.Event) { told = told || e.Kind == multiwalk.EventIncumbent }
	res, err = multiwalk.Minimize(over(), value{1000}, m, s)
	if err != nil || res.Cost != first.Cost || res.Rounds != first.Rounds || !res.Partial || told {
		t.Errorf("%+v, %v; that there is an incumbent was told: %v", res, err, told)
	}
}

// A run that was over before its first round goes on from its checkpoint as if it had never been begun; where it is over again, it still
// has what it had found. So has one with a start.
func TestCheckpoint_BeforeTheFirstRound(t *testing.T) {
	m := script{slice: 10, find: noise}
	for _, start := range [][]int32{nil, {700}} {
		var content []byte
		keep := multiwalk.Checkpoint{Every: 1, Write: func(c []byte) error { content = c; return nil }}
		first, err := multiwalk.Minimize(over(), value{1000}, m, multiwalk.Settings{Seed: 5, Walks: 2, Start: start, Checkpoint: keep})
		if err != nil || first.Rounds != 0 {
			t.Fatalf("%v, %v", first, err)
		}
		saved, err := checkpoint.Parse(content)
		if err != nil || !saved.Fresh {
			t.Fatalf("%+v, %v", saved, err)
		}
		again, err := multiwalk.Minimize(over(), value{1000}, m, multiwalk.Settings{Resume: saved})
		if err != nil || again.Cost > first.Cost || again.Best == nil {
			t.Errorf("%+v, %v", again, err)
		}
		got := must.Have(multiwalk.Minimize(context.Background(), value{1000}, m, multiwalk.Settings{Resume: saved, Stop: stop(multiwalk.Work(9))}))(t)
		want, err := multiwalk.Minimize(context.Background(), value{1000}, m,
			multiwalk.Settings{Seed: 5, Walks: 2, Start: start, Stop: stop(multiwalk.Work(9))})
		if err != nil || !reflect.DeepEqual(logical(got), logical(want)) {
			t.Errorf("start %v: %v\n%+v\nwant\n%+v", start, err, logical(got), logical(want))
		}
	}
}

// The length of rounds follows from how long the last one took. A resumed run knows that, so it goes on with rounds as long as those
// that the run before would have made.
func TestResume_GoesOnWithRoundsOfTheSameLength(t *testing.T) {
	m := script{slice: 1 << 12, find: noise}
	in := func(list []multiwalk.Pace, round int64) (halvings int) {
		for _, p := range list {
			if p.Round <= round {
				halvings = p.Halvings
			}
		}
		return halvings
	}
	list, first := states(t, m, multiwalk.Settings{Walks: 2, Workers: 1, Stop: stop(multiwalk.Time(150 * time.Millisecond))})
	for _, saved := range list[:min(len(list)-1, 8)] {
		got := must.Have(multiwalk.Minimize(context.Background(), value{1000}, m,
			multiwalk.Settings{Resume: saved, Workers: 1, Stop: stop(multiwalk.Time(50 * time.Millisecond))}))(t)
		if got, want := in(got.Pace, saved.Rounds), in(first.Pace, saved.Rounds); got != want {
			t.Errorf("from round %d on, after one of %v: %d halvings, want %d", saved.Rounds, saved.Lap, got, want)
		}
	}
}

// What no run has counted is refused, in the header and in the state.
func TestResume_RefusesWhatNoRunCounts(t *testing.T) {
	m := script{slice: 10, find: noise}
	list, _ := states(t, m, multiwalk.Settings{Walks: 2, Stop: stop(multiwalk.Work(3))})
	for want, change := range map[string]func(*checkpoint.Saved){
		"is of round 9, and its state of round 3": func(s *checkpoint.Saved) { s.Rounds = 9 },
		"has 2 walks, and was begun with 7":       func(s *checkpoint.Saved) { s.Walks = 7 },
		"has 5 walks, and was begun with 2":       func(s *checkpoint.Saved) { s.Planned = 5 },
	} {
		saved := *list[len(list)-1]
		change(&saved)
		_, err := multiwalk.Minimize(context.Background(), value{1000}, m, multiwalk.Settings{Resume: &saved, Stop: stop(multiwalk.Work(12))})
		must.Fail(t, multiwalk.ErrResume, want)(err)
	}
}
