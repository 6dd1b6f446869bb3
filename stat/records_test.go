package stat

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/record"
)

// finished is a run of two walks that went from cost 90 down to 50 and ended after 8 seconds, 4,000 evaluations and 9 rounds.
func finished(status multiwalk.Status) record.Run {
	return record.Run{Header: record.Header{Walks: 2, Workers: 2, Method: record.Method{Name: "tabu", Settings: []byte("{}")}}, At: "a:1",
		History: []record.Incumbent{
			{Cost: 90, Walk: -1},
			{Cost: 70, Round: 2, Evaluations: 300, Elapsed: 1.5},
			{Cost: 50, Walk: 1, Round: 6, Evaluations: 1200, Elapsed: 4},
		},
		End: &record.End{Status: status, Cost: 50, Rounds: 9, Elapsed: 8,
			Counters: multiwalk.Counters{DeltaEvaluations: 3990, FullEvaluations: 10}},
	}
}

func TestObserve_TimesToTheTarget(t *testing.T) {
	run := finished(multiwalk.TimeLimit)
	for _, c := range []struct {
		target int64
		unit   Unit
		want   Observation
	}{
		{90, Seconds, Observation{1e-6, false, "a:1"}},
		{90, Evaluations, Observation{1, false, "a:1"}},
		{75, Seconds, Observation{1.5, false, "a:1"}},
		{70, Evaluations, Observation{300, false, "a:1"}},
		{50, Work, Observation{6, false, "a:1"}},
		{49, Seconds, Observation{8, true, "a:1"}},
		{49, Evaluations, Observation{2000, true, "a:1"}},
		{49, Work, Observation{9, true, "a:1"}},
	} {
		got, err := Observe([]record.Run{run}, c.target, c.unit)
		if err != nil || got.Observations[0] != c.want {
			t.Errorf("target %d in %s: %+v, %v, want %+v", c.target, c.unit, got, err, c.want)
		}
	}
}

func TestObserve_CountsWhatIsDoubtful(t *testing.T) {
	ended := finished(multiwalk.MethodEnded)
	killed := record.Run{Header: ended.Header, At: "b:1", Last: &record.Snapshot{Cost: 60, Elapsed: 2, Round: 3, Counters: multiwalk.Counters{DeltaEvaluations: 800}}}
	silent := record.Run{Header: ended.Header, At: "c:1"}
	got, err := Observe([]record.Run{ended, killed, silent}, 49, Seconds)
	if err != nil || got.Ended != 1 || got.Killed != 2 || got.Observations[1] != (Observation{2, true, "b:1"}) ||
		got.Observations[2] != (Observation{1e-6, true, "c:1"}) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, _ = Observe([]record.Run{killed}, 49, Evaluations); got.Observations[0].Time != 400 {
		t.Errorf("%+v", got)
	}
	// By a logical record's last incumbent, where it has no counters.
	logical := finished(multiwalk.TimeLimit).Logical()
	logical.End.Counters = multiwalk.Counters{}
	if got, err = Observe([]record.Run{logical}, 49, Evaluations); err != nil || got.Observations[0] != (Observation{1200, true, "a:1"}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestObserve_Refuses(t *testing.T) {
	easy := finished(multiwalk.TargetReached)
	easy.Stop = []multiwalk.Stop{multiwalk.Target(50)}
	lost := finished(multiwalk.TimeLimit)
	lost.History = nil
	for _, c := range []struct {
		run    record.Run
		target int64
		unit   Unit
		want   string
	}{
		{finished(multiwalk.TimeLimit).Logical(), 50, Seconds, "a:1: a logical record"},
		{easy, 49, Seconds, "a:1: the run stopped at its own target 50; how long it would have taken to 49 nobody knows"},
		{lost, 50, Seconds, "its history never reaches the target 50"},
		{record.Run{At: "b:1", Last: &record.Snapshot{Cost: 50}}, 50, Seconds, "b:1: the run was killed"},
	} {
		must.Fail(t, c.want)(Observe([]record.Run{c.run}, c.target, c.unit))
	}
}

func TestAlike_NamesTheDifference(t *testing.T) {
	base := finished(multiwalk.TimeLimit)
	all := []Unit{Seconds, Evaluations, Work}
	for _, c := range []struct {
		name   string
		change func(*record.Run)
		units  []Unit // in which it matters
		want   string
	}{
		{"seed", func(r *record.Run) { r.Seed = 5 }, nil, ""},
		{"limit", func(r *record.Run) { r.Stop = []multiwalk.Stop{multiwalk.Work(3)} }, nil, ""},
		{"method", func(r *record.Run) { r.Method.Name = "ils" }, all, "a:1 and b:1 differ in method: tabu and ils"},
		{"settings", func(r *record.Run) { r.Method.Settings = []byte(`{"Tenure":3}`) }, all, `differ in settings: {} and {"Tenure":3}`},
		{"walks", func(r *record.Run) { r.Walks = 3 }, all, "number of walks: 2 and 3"},
		{"start", func(r *record.Run) { r.Start = make([]int32, 1000) }, all, "start solution: [] and [0 0 0"},
		{"workers", func(r *record.Run) { r.Workers = 7 }, []Unit{Seconds}, "number of workers: 2 and 7"},
		{"device", func(r *record.Run) { r.Device = "gpu:0" }, []Unit{Seconds}, "device: none and gpu:0"},
	} {
		other := base
		other.At = "b:1"
		c.change(&other)
		for _, unit := range all {
			err := Alike([]record.Run{base, base, other}, unit)
			if matters := slices.Contains(c.units, unit); (err != nil) != matters || matters && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s in %s: %v, want %q", c.name, unit, err, c.want)
			}
		}
	}
}

func TestSameInstance(t *testing.T) {
	a := finished(multiwalk.TimeLimit)
	a.Instance, a.Hash = "kra30a", "sha256:1"
	b := a
	must.Do(t, SameInstance([]record.Run{a, b}))
	b.Hash = "sha256:2"
	must.Fail(t, "content of the instance: sha256:1 and sha256:2")(SameInstance([]record.Run{a, b}))
}

func TestIndependent(t *testing.T) {
	a := finished(multiwalk.TimeLimit)
	a.Seed = 3
	b := a
	must.Fail(t, "runs with one seed, 3")(Independent([]record.Run{a, b}))
	b.Walks = 4
	must.Do(t, Independent([]record.Run{a, b}))
}

func TestTarget(t *testing.T) {
	stop := func(list ...multiwalk.Stop) record.Run { return record.Run{Header: record.Header{Stop: list}} }
	for _, c := range []struct {
		runs []record.Run
		want int64
		ok   bool
	}{
		{nil, 0, false},
		{[]record.Run{stop(multiwalk.Work(1), multiwalk.Target(7)), stop(multiwalk.Target(7))}, 7, true},
		{[]record.Run{stop(multiwalk.Target(7)), stop(multiwalk.Target(8))}, 0, false},
		{[]record.Run{stop(multiwalk.Target(7)), stop(multiwalk.Work(8))}, 0, false},
	} {
		if got, ok := Target(c.runs); ok != c.ok || ok && got != c.want {
			t.Errorf("%v: %d, %v", c.runs, got, ok)
		}
	}
}

func TestUnitNamed(t *testing.T) {
	for _, u := range []Unit{Seconds, Evaluations, Work} {
		if got, err := UnitNamed(string(u)); got != u || err != nil {
			t.Errorf("%s: %v", u, err)
		}
	}
	if _, err := UnitNamed("years"); err == nil {
		t.Error("takes years")
	}
}

// FuzzObserve takes whatever the reader of records takes. It must not panic, and what it observes must make a sample or none.
func FuzzObserve(f *testing.F) {
	var b bytes.Buffer
	run := finished(multiwalk.TimeLimit)
	run.N, run.Format = 1, 1
	record.Write(&b, run)
	f.Add(b.String(), int64(60), "evaluations")
	f.Add(b.String()+b.String(), int64(40), "work")
	f.Add(`{"line":"run","format":1,"n":1}`+"\n"+`{"line":"live","cost":3}`, int64(2), "seconds")
	f.Add(`{"line":"run","format":1,"n":1}`+"\n"+`{"line":"incumbent","cost":3,"elapsed_seconds":-1e300}`, int64(4), "seconds")
	for i, s := range boundedtest.Seeds(
		`{"line":"run","format":1,"n":1,"walks":#}` + "\n" + `{"line":"incumbent","cost":#,"round":#,"evaluations":#}` + "\n" +
			`{"line":"end","status":"target_reached","cost":#,"rounds":#,"full_evaluations":#,"delta_evaluations":#,"elapsed_seconds":#}`,
	) {
		f.Add(string(s), int64(math.MaxInt64), []string{"evaluations", "work", "seconds"}[i%3])
		f.Add(string(s), int64(math.MinInt64), []string{"work", "seconds", "evaluations"}[i%3])
	}
	f.Fuzz(func(t *testing.T, text string, target int64, unit string) {
		var runs []record.Run
		var err error
		boundedtest.Linear(t, len(text), func() { runs, err = record.Read(strings.NewReader(text), "fuzz") })
		if err != nil {
			return
		}
		u, err := UnitNamed(unit)
		if err != nil {
			return
		}
		SameInstance(runs)
		Alike(runs, u)
		Independent(runs)
		observed, err := Observe(runs, target, u)
		if err != nil {
			return
		}
		if len(observed.Observations) != len(runs) {
			t.Fatalf("%d observations of %d runs", len(observed.Observations), len(runs))
		}
		s, err := NewSample(observed.Observations)
		if err != nil {
			return
		}
		for _, p := range []float64{1, 30} {
			if m := s.Fastest(p); !(m >= s.Min()*(1-1e-9) && m <= s.Max()*(1+1e-9)) {
				t.Fatalf("M(%g) is %g, between %g and %g", p, m, s.Min(), s.Max())
			}
		}
	})
}
