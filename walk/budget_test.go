package walk_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// seen is what the walks of a script saw of their progress, by walk, in order.
type seen struct {
	mu    sync.Mutex
	parts map[int][]float64
}

// watching returns a script that notes its progress in each unit, and whose costs depend on it.
func watching(slice int, wait time.Duration) (script, *seen) {
	s := &seen{parts: map[int][]float64{}}
	m := script{slice: slice, look: func(walk int, evaluations int64, slice *walk.Slice) int32 {
		part, ok := slice.Progress(evaluations)
		if !ok {
			part = -1
		}
		s.mu.Lock()
		s.parts[walk] = append(s.parts[walk], part)
		s.mu.Unlock()
		time.Sleep(wait)
		return int32(1000 - math.Floor(800*part))
	}}
	return m, s
}

func (s *seen) check(t *testing.T, what string) {
	t.Helper()
	if len(s.parts) == 0 {
		t.Errorf("%s: no walk worked", what)
	}
	for walk, parts := range s.parts {
		if !slices.IsSorted(parts) || parts[0] < 0 || parts[len(parts)-1] > 1 {
			t.Errorf("%s: walk %d saw %v", what, walk, parts)
		}
	}
}

// Under Work progress counts rounds and units, under Evaluations the share of each walk.
func TestSlice_ProgressIsExact(t *testing.T) {
	m, s := watching(4, 0)
	minimize(t, m, multiwalk.Settings{Walks: 1, Stop: stop(multiwalk.Work(5))})
	for k, part := range s.parts[0] {
		if want := float64(k) / 20; math.Abs(part-want) > 1e-15 {
			t.Errorf("unit %d of 20: progress %v, want %v", k, part, want)
		}
	}
	m, s = watching(4, 0)
	m.evaluations = func(int, int64) int64 { return 2 }
	minimize(t, m, multiwalk.Settings{Walks: 2, Stop: stop(multiwalk.Evaluations(41))})
	for walk, share := range []float64{21, 20} {
		for k, part := range s.parts[walk] {
			if want := float64(1+2*k) / share; math.Abs(part-want) > 1e-15 {
				t.Errorf("walk %d, unit %d: progress %v, want %v", walk, k, part, want)
			}
		}
	}
}

// With two limits the one counts of which more is spent; without any there is no progress.
func TestSlice_ProgressOfSeveralLimits(t *testing.T) {
	for _, c := range []struct {
		stop  []multiwalk.Stop
		units int
		last  float64
	}{
		{stop(multiwalk.Work(5), multiwalk.Evaluations(1000)), 20, 19.0 / 20},
		{stop(multiwalk.Work(50), multiwalk.Evaluations(10)), 9, 9.0 / 10},
		{stop(multiwalk.Work(5), multiwalk.Target(-5), multiwalk.NoImprovement(1000)), 20, 19.0 / 20},
		{stop(multiwalk.NoImprovement(10)), 11, -1},
	} {
		m, s := watching(4, 0)
		minimize(t, m, multiwalk.Settings{Walks: 1, Stop: c.stop})
		parts := s.parts[0]
		if last := parts[len(parts)-1]; len(parts) != c.units || math.Abs(last-c.last) > 1e-15 {
			t.Errorf("%v: %d units, the last at %v, want %d and %v", c.stop, len(parts), last, c.units, c.last)
		}
		if c.last >= 0 {
			s.check(t, fmt.Sprint(c.stop))
		}
	}
}

// timedRun is a run that Time ended after whole rounds. On a busy machine it may take several tries.
func timedRun(t *testing.T, m walk.Method, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	for range 20 {
		if r := minimize(t, m, s); !r.Partial && r.Rounds > 1 {
			return r
		}
	}
	t.Fatal("twenty times no whole round")
	return nil
}

// What a timed run took for its end is in its result; given that, Work does the same with any number of workers.
func TestMinimize_PaceRepeatsATimedRun(t *testing.T) { synctest.Test(t, paceRepeatsATimedRun) }

func paceRepeatsATimedRun(t *testing.T) {
	for _, walks := range []int{1, 3} {
		m, s := watching(5, 200*time.Microsecond)
		timed := timedRun(t, m, multiwalk.Settings{Walks: walks, Stop: stop(multiwalk.Time(100 * time.Millisecond))})
		if len(timed.Pace) < 2 || timed.Pace[0].Round != 0 {
			t.Errorf("the paces of a run whose rounds last a tenth of what was assumed: %+v", timed.Pace)
		}
		if walks > 0 && len(s.parts) != walks {
			t.Fatalf("%d walks, want %d", len(s.parts), walks)
		}
		for _, workers := range []int{1, 4} {
			m, s := watching(5, 0)
			again := minimize(t, m, multiwalk.Settings{Walks: walks, Workers: workers, Pace: timed.Pace, Stop: stop(multiwalk.Work(timed.Rounds))})
			again.Status = timed.Status
			same(t, fmt.Sprintf("the replay with %d workers", workers), again, timed)
			s.check(t, "the replay")
		}
	}
}

// Where units last hundreds of times as long as the search takes them to, a run that Time alone limits still knows how far it is: its rounds
// are parts of the search's. It is repeated by its paces. Work counts whole rounds.
func TestMinimize_SlowUnits(t *testing.T) { synctest.Test(t, slowUnits) }

func slowUnits(t *testing.T) {
	const slice = 100_000
	m, s := watching(slice, 100*time.Microsecond) // a whole round takes 10 s at least
	r := minimize(t, m, multiwalk.Settings{Walks: 1, Stop: stop(multiwalk.Time(time.Second))})
	if parts := s.parts[0]; !slices.IsSorted(parts) || parts[len(parts)-1] < 0.95 || r.Rounds < 2 || r.Pace[0].Halvings == 0 {
		t.Errorf("progress ends at %v after %d rounds; paces %+v", parts[len(parts)-1], r.Rounds, r.Pace)
	}
	m, s = watching(slice, 0)
	again := minimize(t, m, multiwalk.Settings{Walks: 1, Pace: r.Pace, Stop: stop(multiwalk.Work(r.Rounds))})
	if !r.Partial {
		again.Status = r.Status
		same(t, "the replay", again, r)
	} else if units := len(s.parts[0]); units >= slice {
		t.Errorf("the replay's %d rounds have %d units", again.Rounds, units)
	}
	m, _ = watching(slice, 100*time.Microsecond)
	list, _ := states(t, m, multiwalk.Settings{Walks: 1, Stop: stop(multiwalk.Time(time.Second))})
	r = minimize(t, m, multiwalk.Settings{Walks: 1, Resume: list[len(list)-1], Stop: stop(multiwalk.Time(300 * time.Millisecond))})
	for _, p := range r.Pace {
		if p.Halvings == 0 {
			t.Errorf("a run that is resumed has whole rounds, which last 10 s: %+v", r.Pace)
		}
	}
	m, s = watching(10, 0)
	minimize(t, m, multiwalk.Settings{Walks: 1, Stop: stop(multiwalk.Work(2), multiwalk.Time(time.Hour))})
	if units := len(s.parts[0]); units != 20 {
		t.Errorf("two rounds of 10 units were %d units", units)
	}
}

// A resumed run goes on from its progress; one that had come to its end begins at 0 again if it gets more, and both are
// repeated at a stretch by their paces.
func TestResume_Progress(t *testing.T) {
	m, _ := watching(3, 0)
	list, whole := states(t, m, multiwalk.Settings{Seed: 5, Walks: 2, Stop: stop(multiwalk.Work(10))})
	for _, c := range []struct {
		from  int
		stop  []multiwalk.Stop
		first float64
		paces int
	}{
		{4, stop(multiwalk.Work(10)), 0.4, 1},
		{4, stop(multiwalk.Work(16)), 0.4, 2},
		{10, stop(multiwalk.Work(16)), 0, 2},
		{4, stop(multiwalk.Evaluations(1000)), 0.4, 2},
		{10, stop(multiwalk.Evaluations(1000)), 0, 2},
		{4, stop(multiwalk.NoImprovement(40)), -1, 2},
	} {
		m, s := watching(3, 0)
		got := minimize(t, m, multiwalk.Settings{Resume: list[c.from], Stop: c.stop})
		if first := s.parts[0][0]; math.Abs(first-c.first) > 1e-15 || len(got.Pace) != c.paces {
			t.Errorf("from round %d by %v: progress begins with %v, want %v; paces %+v", c.from, c.stop, first, c.first, got.Pace)
		}
		if c.paces == 1 && !reflect.DeepEqual(logical(got), logical(whole)) {
			t.Errorf("from round %d: %v, want %v", c.from, got, whole)
		}
		again := minimize(t, m, multiwalk.Settings{Seed: 5, Walks: 2, Pace: got.Pace, Stop: c.stop})
		if !reflect.DeepEqual(logical(got), logical(again)) {
			t.Errorf("from round %d by %v:\n%+v\nat a stretch\n%+v", c.from, c.stop, logical(got), logical(again))
		}
	}
}

// A part sees 0 where its span begins and 1 where it ends, or where its own evaluations are spent.
func TestSlice_Span(t *testing.T) {
	m := script{slice: 10, unit: func(s *walk.Slice) {
		whole, _ := s.Progress(0)
		for _, c := range []struct {
			part *walk.Slice
			want float64
			ok   bool
		}{
			{s.Sub(1, math.MaxInt64, multiwalk.Counters{}, 0), whole, true},
			{s.Sub(1, math.MaxInt64, multiwalk.Counters{}, 0).Span(0.2, 0.6), min(1, max(0, (whole-0.2)/0.4)), true},
			{s.Sub(1, 50, multiwalk.Counters{}, 0), 0.4, true},
			{s.Sub(1, 50, multiwalk.Counters{}, 0).Span(0.2, 0.6), max(0.4, min(1, max(0, (whole-0.2)/0.4))), true},
			{s.Sub(1, 50, multiwalk.Counters{}, 0).Span(0, 0), 0, false},
			{s.Sub(1, math.MaxInt64, multiwalk.Counters{}, 0).Span(0.2, 0.6).Sub(1, math.MaxInt64, multiwalk.Counters{}, 0).Span(0.5, 1),
				min(1, max(0, (whole-0.4)/0.2)), true},
		} {
			if part, ok := c.part.Progress(20); ok != c.ok || math.Abs(part-c.want) > 1e-12 {
				t.Errorf("whole at %v: a part's progress is %v, %v, want %v, %v", whole, part, ok, c.want, c.ok)
			}
		}
	}}
	minimize(t, m, multiwalk.Settings{Walks: 1, Stop: stop(multiwalk.Work(5))})
	part := walk.NewSlice(10).Sub(1, 50, multiwalk.Counters{}, 0)
	if got, ok := part.Progress(20); got != 0.4 || !ok {
		t.Errorf("a part with its own limit, of a whole without: %v, %v", got, ok)
	}
}

func TestPlan_Budget(t *testing.T) {
	var got walk.Budget
	m := script{slice: 3, ends: 2, prepare: func(plan walk.Plan) error {
		got = plan.Budget
		return nil
	}}
	for _, c := range []struct {
		stop []multiwalk.Stop
		want walk.Budget
	}{
		{nil, walk.Budget{}},
		{stop(multiwalk.Target(3), multiwalk.NoImprovement(9)), walk.Budget{}},
		{stop(multiwalk.Time(time.Hour), multiwalk.Evaluations(7), multiwalk.Work(8)), walk.Budget{Time: time.Hour, Evaluations: 4, Rounds: 8}},
	} {
		minimize(t, m, multiwalk.Settings{Walks: 2, Stop: c.stop})
		if got != c.want || got.Limited() != (c.stop != nil && c.want != walk.Budget{}) {
			t.Errorf("%v: %+v, want %+v", c.stop, got, c.want)
		}
	}
}

func TestSettings_RefusePaces(t *testing.T) {
	for _, list := range [][]multiwalk.Pace{
		{{Round: 0, Rounds: 3, Halvings: 31}}, {{Round: 0, Rounds: 3, Halvings: -1}},
		{{Round: -1}}, {{Round: 3, Rounds: 3}}, {{Rounds: 4, Evaluations: -1}}, {{Rounds: 4}, {Round: 0, Rounds: 5}},
	} {
		if err := (multiwalk.Settings{Pace: list}).Validate(); err == nil {
			t.Errorf("%+v was accepted", list)
		}
	}
}
