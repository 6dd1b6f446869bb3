package walk_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
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

func (w *scriptedWalk) Save(a *checkpoint.Archive) { a.Fields("script", &w.best, &w.counters) }

// states runs a method and returns what it kept after each round, and the result.
func states(t *testing.T, m walk.Method, s multiwalk.Settings) ([]*checkpoint.Saved, *multiwalk.Result) {
	t.Helper()
	var list []*checkpoint.Saved
	s.Checkpoint = multiwalk.Checkpoint{Every: 1, Instance: "a", Write: func(content []byte) error {
		saved, err := checkpoint.Parse(content)
		list = append(list, saved)
		return err
	}}
	res := must.Have(multiwalk.Minimize(context.Background(), value{1000}, m, s))(t)
	return list, res
}

func stop(s ...multiwalk.Stop) []multiwalk.Stop { return s }

func logical(r *multiwalk.Result) *multiwalk.Result {
	c := *r
	c.Elapsed, c.Ran = 0, nil
	c.History = append([]multiwalk.Point(nil), r.History...)
	for i := range c.History {
		c.History[i].Elapsed = 0
	}
	return &c
}

// A run that ended inside a round goes on from before it: its evaluations were spent there, or its target was met.
func TestResume_GoesOnBeyondTheFirstLimit(t *testing.T) {
	m := script{slice: 10, find: noise}
	for _, first := range []multiwalk.Stop{multiwalk.Work(7), multiwalk.Evaluations(155), multiwalk.Target(900)} {
		list, _ := states(t, m, multiwalk.Settings{Seed: 5, Walks: 2, Stop: stop(first)})
		for _, all := range []multiwalk.Stop{multiwalk.Work(30), multiwalk.Evaluations(700)} {
			got := must.Have(multiwalk.Minimize(context.Background(), value{1000}, m, multiwalk.Settings{Resume: list[len(list)-1], Stop: stop(all)}))(t)
			want := must.Have(multiwalk.Minimize(context.Background(), value{1000}, m,
				multiwalk.Settings{Seed: 5, Walks: 2, Pace: got.Pace, Stop: stop(all)}))(t)
			if !reflect.DeepEqual(logical(got), logical(want)) {
				t.Errorf("after %v, by %v:\n%+v\nwant\n%+v", first, all, logical(got), logical(want))
			}
		}
	}
}

// Time counts from the call on, and the clock goes on from where it was.
func TestResume_TimeIsOfThisCall(t *testing.T) { synctest.Test(t, timeIsOfThisCall) }

func timeIsOfThisCall(t *testing.T) {
	m := script{slice: 1, find: noise, unit: func(*walk.Slice) { time.Sleep(time.Millisecond) }}
	list, first := states(t, m, multiwalk.Settings{Walks: 1, Stop: stop(multiwalk.Time(200 * time.Millisecond))})
	got, err := multiwalk.Minimize(context.Background(), value{1000}, m,
		multiwalk.Settings{Resume: list[len(list)-1], Stop: stop(multiwalk.Time(240 * time.Millisecond))})
	if err != nil || got.Status != multiwalk.TimeLimit {
		t.Fatalf("%v, %v", got, err)
	}
	if more := got.Elapsed - list[len(list)-1].Elapsed; more < 100*time.Millisecond || got.Rounds <= first.Rounds {
		t.Errorf("it went on for %v, from round %d to %d", more, first.Rounds, got.Rounds)
	}
	for i := 1; i < len(got.History); i++ {
		if got.History[i].Elapsed < got.History[i-1].Elapsed {
			t.Errorf("the clock went back: %+v", got.History)
		}
	}
}

func TestResume_RefusesAnotherRun(t *testing.T) {
	m := script{slice: 3}
	list, _ := states(t, m, multiwalk.Settings{Seed: 5, Walks: 2, Stop: stop(multiwalk.Work(2))})
	keep := multiwalk.Checkpoint{Instance: "b", Write: func([]byte) error { return nil }}
	for want, change := range map[string]func(s *multiwalk.Settings, m *script, p *value){
		"up to 1 rounds: it has done": func(s *multiwalk.Settings, _ *script, _ *value) {
			s.Resume, s.Stop = list[len(list)-1], stop(multiwalk.Work(1))
		},
		"another seed":            func(s *multiwalk.Settings, _ *script, _ *value) { s.Seed = 6 },
		"another number of walks": func(s *multiwalk.Settings, _ *script, _ *value) { s.Walks = 3 },
		"another start":           func(s *multiwalk.Settings, _ *script, _ *value) { s.Start = []int32{1} },
		"another method":          func(_ *multiwalk.Settings, m *script, _ *value) { m.slice = 4 },
		"another space":           func(_ *multiwalk.Settings, _ *script, p *value) { p.hi = 999 },
		"another instance":        func(s *multiwalk.Settings, _ *script, _ *value) { s.Checkpoint = keep },
		"another device": func(s *multiwalk.Settings, _ *script, _ *value) {
			saved := *s.Resume
			saved.Device = "gpu"
			s.Resume = &saved
		},
		"ends before": func(s *multiwalk.Settings, _ *script, _ *value) {
			saved := *s.Resume
			saved.State = saved.State[:len(saved.State)-3]
			s.Resume = &saved
		},
	} {
		s, other, p := multiwalk.Settings{Resume: list[1], Stop: stop(multiwalk.Work(5))}, m, value{1000}
		change(&s, &other, &p)
		_, err := multiwalk.Minimize(context.Background(), p, other, s)
		must.Fail(t, multiwalk.ErrResume, want)(err)
	}
}

// dearer is value, where everything costs one more.
type dearer struct{ value }

func (d dearer) Cost(x []int32) int64 { return d.value.Cost(x) + 1 }
func (dearer) Name() string           { return "walk_test.value" }

func TestResume_EvaluatesTheIncumbent(t *testing.T) {
	list, _ := states(t, script{slice: 3}, multiwalk.Settings{Stop: stop(multiwalk.Work(2))})
	_, err := multiwalk.Minimize(context.Background(), dearer{value{1000}}, script{slice: 3},
		multiwalk.Settings{Resume: list[1], Stop: stop(multiwalk.Work(5))})
	must.Fail(t, multiwalk.ErrResume, "costs 1001 here")(err)
}

// mute is a method whose walks cannot be saved.
type mute struct{ script }

func (m mute) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.script.Prepare(p, plan)
	return muteSearch{s}, err
}

type muteSearch struct{ walk.Search }

func (s muteSearch) NewWalk(id int) (walk.Walk, error) {
	w, err := s.Search.NewWalk(id)
	return struct{ walk.Walk }{w}, err
}

func TestCheckpoint_NeedsSavers(t *testing.T) {
	s := multiwalk.Settings{Stop: stop(multiwalk.Work(2)), Checkpoint: multiwalk.Checkpoint{File: filepath.Join(t.TempDir(), "a")}}
	_, err := multiwalk.Minimize(context.Background(), value{1000}, mute{script{}}, s)
	must.Fail(t, checkpoint.ErrNoSaver, "method script")(err)
}

func TestCheckpoint_RefusesSettings(t *testing.T) {
	for _, c := range []multiwalk.Checkpoint{{Every: -1}, {File: "a", Write: func([]byte) error { return nil }}} {
		if _, err := multiwalk.Minimize(context.Background(), value{9}, script{}, multiwalk.Settings{Checkpoint: c}); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

// A checkpoint that cannot be written leaves the one before, and the result.
func TestCheckpoint_KeepsTheOneBefore(t *testing.T) {
	var content []byte
	calls, full := 0, errors.New("the disk is full")
	s := multiwalk.Settings{Stop: stop(multiwalk.Work(5)), Walks: 1, Checkpoint: multiwalk.Checkpoint{Every: 1, Write: func(c []byte) error {
		if calls++; calls > 3 {
			return full
		}
		content = c
		return nil
	}}}
	res, err := multiwalk.Minimize(context.Background(), value{1000}, script{slice: 2, find: noise}, s)
	if !errors.Is(err, multiwalk.ErrCheckpoint) || !errors.Is(err, full) || res == nil || res.Rounds != 5 {
		t.Fatalf("%v, %v", res, err)
	}
	if len(res.Notes) != 1 || !strings.Contains(res.Notes[0], full.Error()) {
		t.Errorf("notes %q", res.Notes)
	}
	if saved, err := checkpoint.Parse(content); err != nil || saved.Rounds != 2 {
		t.Errorf("%+v, %v", saved, err)
	}
}

// With the default interval a short run writes at its begin and at its end, to a file.
func TestCheckpoint_WritesAFileAtTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.state")
	ctx, cancel := context.WithCancel(context.Background())
	units := 0
	m := script{find: noise, unit: func(*walk.Slice) {
		if units++; units == 40 {
			cancel()
		}
	}}
	s := multiwalk.Settings{Walks: 1, Checkpoint: multiwalk.Checkpoint{File: path}}
	res, err := multiwalk.Minimize(ctx, value{1000}, m, s)
	if err != nil || res.Status != multiwalk.Cancelled {
		t.Fatalf("%v, %v", res, err)
	}
	saved, err := checkpoint.Read(path)
	if err != nil || saved.Rounds != res.Rounds {
		t.Errorf("%v: after round %d, the run had %d", err, saved.Rounds, res.Rounds)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("it leaves %v", files)
	}
}

// One run at a time writes a file: its own lock keeps others out until Minimize returns, or the caller's, which stays.
func TestCheckpoint_OneRunAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.state")
	try := func(c multiwalk.Checkpoint, unit func(*walk.Slice)) error {
		_, err := multiwalk.Minimize(context.Background(), value{1000}, script{unit: unit},
			multiwalk.Settings{Walks: 1, Stop: stop(multiwalk.Work(2)), Checkpoint: c})
		return err
	}
	refused := func(when string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "run.state is being written by process ") {
			t.Errorf("%s: %v", when, err)
		}
	}
	during := error(nil)
	must.Do(t, try(multiwalk.Checkpoint{File: path}, func(*walk.Slice) { during = try(multiwalk.Checkpoint{File: path}, nil) }))
	refused("during another run", during)
	lock, err := checkpoint.NewLock(path)
	if err != nil {
		t.Fatalf("after a run: %v", err)
	}
	refused("with another's lock", try(multiwalk.Checkpoint{File: path}, nil))
	if err := try(multiwalk.Checkpoint{File: path, Lock: lock}, nil); err != nil { // who has the lock may replace what is there
		t.Error(err)
	}
	refused("with another's lock, after a run with it", try(multiwalk.Checkpoint{File: path}, nil))
	must.Fail(t, "the lock of the same file")(try(multiwalk.Checkpoint{File: path + "2", Lock: lock}, nil))
	lock.Release()
	before, _ := os.ReadFile(path)
	must.Fail(t, "is there already: go on from it")(try(multiwalk.Checkpoint{File: path}, nil))
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Error("a run that was refused has changed the file")
	}
	must.Do(t, os.Truncate(path, 0))
	if err := try(multiwalk.Checkpoint{File: path}, nil); err != nil {
		t.Errorf("an empty file: %v", err)
	}
	none := filepath.Join(path, "x")
	if err := try(multiwalk.Checkpoint{File: none}, nil); err == nil || !strings.HasPrefix(err.Error(), "multiwalk: no checkpoint can be written: ") {
		t.Errorf("a file in no folder: %v", err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("there are %v", files)
	}
}
