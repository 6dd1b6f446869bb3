package tune_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/tune"
	"github.com/multiwalk/multiwalk/walk"
)

func instances(from, to int) (list []tune.Instance) {
	for i := from; i < to; i++ {
		list = append(list, tune.Instance{Name: fmt.Sprint("uniform", i), Problem: qap.Uniform(20, uint64(i))})
	}
	return list
}

var evaluations = []multiwalk.Stop{multiwalk.Evaluations(3000)}

// A default that never moves loses to annealing; among equals the default stays.
func TestRace_TakesWhatIsBetter(t *testing.T) {
	bad := single.Anneal{Start: 1e-90, End: 1e-91, Sweeps: 1 << 20} // it only descends
	hot := single.Anneal{Start: 1e99, End: 1e98, Sweeps: 1 << 20}   // it walks at random
	o, err := tune.Race(t.Context(), []walk.Method{hot, bad, hot}, instances(0, 4), instances(4, 8), tune.Settings{Stop: evaluations})
	if err != nil || o.Best != 1 || o.Leader != 1 || o.Wins != 20 || o.Losses != 0 || o.Chance > 1e-5 || o.Rounds != 5 {
		t.Errorf("%+v, %v", o, err)
	}
	o, err = tune.Race(t.Context(), []walk.Method{bad, bad, hot}, instances(0, 4), nil, tune.Settings{Stop: evaluations, Rounds: 7})
	if err != nil || o.Best != 0 || fmt.Sprint(o.Left) != "[0 1]" || o.Rounds != 7 || o.Chance != 1 {
		t.Errorf("%+v, %v", o, err)
	}
}

// What wins the training must win the test: a method that is good on the instances of training alone does not.
func TestRace_TestsOnOtherInstances(t *testing.T) {
	descent, hot := single.Anneal{Start: 1e-90, End: 1e-91, Sweeps: 1 << 20}, single.Anneal{Start: 1e99, End: 1e98, Sweeps: 1 << 20}
	test := []tune.Instance{{Name: "large", Problem: qap.Uniform(30, 1)}}
	o, err := tune.Race(t.Context(), []walk.Method{descent, fitted{descent, hot}, hot}, instances(0, 3), test,
		tune.Settings{Stop: evaluations, Rounds: 9, Tests: 8})
	if err != nil || o.Leader != 1 || o.Best != 0 || o.Losses != 8 || o.Wins != 0 {
		t.Errorf("%+v, %v", o, err)
	}
}

// fitted is better than its rivals with 20 positions, by a solution that it knows, and worse with others.
type fitted struct{ good, bad single.Anneal }

func (fitted) Name() string { return "fitted" }
func (f fitted) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if p.Space().Len() != 20 {
		return f.bad.Prepare(p, plan)
	}
	r, err := multiwalk.Minimize(context.Background(), p, single.Tabu{}, multiwalk.Settings{Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(100_000)}})
	if err != nil {
		return nil, err
	}
	plan.Start = r.Best
	return f.good.Prepare(p, plan)
}

// A race that is interrupted goes on from its log, makes no run twice, and ends as the uninterrupted one.
func TestRace_GoesOnFromItsLog(t *testing.T) {
	candidates := []walk.Method{single.Anneal{}, single.Anneal{Alpha: 0.5}, single.Climb{Restarts: -1}}
	path := filepath.Join(t.TempDir(), "race.jsonl")
	s := tune.Settings{Stop: evaluations, Rounds: 6, Tests: 3}
	whole := must.Have(tune.Race(t.Context(), candidates, instances(0, 3), instances(3, 5), s))(t)
	ctx, cancel := context.WithCancel(t.Context())
	made := 0
	s.Log, s.Observe = path, func(tune.Run) {
		if made++; made == 5 {
			cancel()
		}
	}
	if _, err := tune.Race(ctx, candidates, instances(0, 3), instances(3, 5), s); err == nil {
		t.Fatal("an interrupted race has an outcome")
	}
	content, err := os.ReadFile(path)
	if err != nil || strings.Count(string(content), "\n") != 6 {
		t.Fatalf("a head and five runs are not in the log: %s, %v", content, err)
	}
	must.Do(t, os.WriteFile(path, append(content, `{"round":1,"cand`...), 0o666))
	s.Observe = nil
	again, err := tune.Race(t.Context(), candidates, instances(0, 3), instances(3, 5), s)
	if err != nil || fmt.Sprint(*again) != fmt.Sprint(*whole) {
		t.Errorf("%+v, %v; the uninterrupted one: %+v", again, err, whole)
	}
	all, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(all), string(content)) {
		t.Errorf("the log lost what it had: %v", err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(all)) {
		if seen[line] {
			t.Errorf("made twice: %s", line)
		}
		seen[line] = true
	}
	must.Fail(t, "another race")(tune.Race(t.Context(), candidates[:2], instances(0, 3), instances(3, 5), s))
}

func TestRace_Refuses(t *testing.T) {
	two := []walk.Method{single.Anneal{}, single.Climb{}}
	for want, c := range map[string]struct {
		m []walk.Method
		i []tune.Instance
		s tune.Settings
	}{
		"race of 1 candidates":       {two[:1], instances(0, 1), tune.Settings{Stop: evaluations}},
		"candidate 1 of the race":    {[]walk.Method{two[0], nil}, instances(0, 1), tune.Settings{Stop: evaluations}},
		"without instances":          {two, nil, tune.Settings{Stop: evaluations}},
		"would not end":              {two, instances(0, 1), tune.Settings{}},
		"-1 rounds":                  {two, instances(0, 1), tune.Settings{Stop: evaluations, Rounds: -1}},
		`instance 1 of the race, "u`: {two, append(instances(0, 1), instances(0, 1)...), tune.Settings{Stop: evaluations}},
		"on uniform0":                {[]walk.Method{two[0], single.Climb{Rule: "x"}}, instances(0, 1), tune.Settings{Stop: evaluations}},
	} {
		if _, err := tune.Race(t.Context(), c.m, c.i, nil, c.s); err == nil || !strings.HasPrefix(err.Error(), "multiwalk: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestGo(t *testing.T) {
	m := cooperate.Restart{Method: single.Anneal{Alpha: 0.5, Once: true, Neighbourhood: "swap"}, Every: 7}
	if got, want := tune.Go(m), `cooperate.Restart{Method: single.Anneal{Alpha: 0.5, Neighbourhood: "swap", Once: true}, Every: 7}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A log is of the instances' content, whatever they are called, and of one program; a pipe is none.
func TestRace_LogKnowsContents(t *testing.T) {
	two := []walk.Method{single.Anneal{}, single.Climb{}}
	path := filepath.Join(t.TempDir(), "race.jsonl")
	s := tune.Settings{Stop: evaluations, Rounds: 2, Tests: 1, Log: path, Program: "v1"}
	race := func(in []tune.Instance) error {
		_, err := tune.Race(t.Context(), two, in, nil, s)
		return err
	}
	must.Do(t, race(instances(0, 1)))
	other := instances(1, 2)
	other[0].Name = "uniform0"
	must.Fail(t, "uniform0 has changed since, from costs:")(race(other))
	other = instances(0, 1)
	other[0].Hash = "sha256:1"
	must.Fail(t, "to sha256:1; give another file, or remove this one")(race(other))
	if s.Program = "v2"; race(instances(0, 1)) == nil {
		t.Error("the log of another program was taken")
	}
	if s.Program = "v1"; race(instances(0, 1)) != nil {
		t.Error("the same race was refused")
	}
	s.Log = os.DevNull
	must.Fail(t, "is no plain file")(race(instances(0, 1)))
}

// Means of costs over real vectors are those of the real costs, not of the whole numbers that stand for them.
func TestRace_MeansOfReals(t *testing.T) {
	p := must.Have(continuous.Of(continuous.Func{Lower: []float64{3, 4}, Upper: []float64{3, 4}, F: func(x []float64) float64 { return x[0] + x[1] }}))(t)
	o, err := tune.Race(context.Background(), []walk.Method{continuous.Swarm{}, continuous.CMAES{}}, []tune.Instance{{Name: "fixed", Problem: p}},
		nil, tune.Settings{Stop: []multiwalk.Stop{multiwalk.Evaluations(10)}, Rounds: 2, Tests: 1})
	if err != nil || o.Trials[0].Mean != 7 || o.Trials[1].LeaderMean != 7 {
		t.Errorf("%+v, %v", o, err)
	}
}
