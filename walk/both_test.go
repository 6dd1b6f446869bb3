package walk_test

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/lending"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/walk"
)

// loner is the search of a script whose walks do not meet.
type loner struct{ walk.Search }

func alone(s walk.Search) walk.Search { return loner{s} }

// sided is a script on cores, and one on a machine, whose searches tell each other nothing.
func sided(cores, machines script) byDevice {
	return byDevice{placed{script: cores, search: alone}, placed{script: machines, search: alone}}
}

// onBoth is settings for two cores and an emulator.
func onBoth(stops ...multiwalk.Stop) multiwalk.Settings {
	return multiwalk.Settings{Seed: 7, Device: device.Both(device.CPU(2), device.Emulator()), Stop: stops}
}

func TestBoth_EachSideDoesItsRounds(t *testing.T) {
	var told [2]walk.Plan
	var mu sync.Mutex
	tell := func(side int) func(walk.Plan) error {
		return func(p walk.Plan) error {
			mu.Lock()
			defer mu.Unlock()
			told[side] = p
			return nil
		}
	}
	m := sided(script{slice: 10, find: noise, prepare: tell(0)},
		script{slice: 1, find: func(w int, u int64) int32 { return noise(w+9, 30*u) }, prepare: tell(1),
			evaluations: func(int, int64) int64 { return 1000 }})
	for _, c := range []struct{ walks, cores, searches int }{{0, 1, 0}, {3, 2, 1}, {102, 2, 100}} {
		s := onBoth(multiwalk.Work(5))
		s.Walks = c.walks
		r := minimize(t, m, s)
		if told[0].Walks != c.cores || told[1].Walks != c.searches || told[0].Seed != 7 || told[1].Seed == 7 ||
			told[0].Device.String() != "cpu:2" || told[1].Device.String() != "emulator" {
			t.Errorf("%d walks: the cores were told %+v, the machine %+v", c.walks, told[0], told[1])
		}
		a, b := r.Sides[0], r.Sides[1]
		if a.Units != int64(50*c.cores) || b.Units != 5 || b.DeltaEvaluations != 5000 || a.Walks != c.cores || b.Workers != 1 {
			t.Errorf("%d walks: %+v", c.walks, r.Sides)
		}
		if a.Incumbents+b.Incumbents != len(r.History) || a.Incumbents < 1 || b.Incumbents < 1 || a.Walks+b.Walks != r.Walks ||
			a.Evaluations()+b.Evaluations() != r.Evaluations() || a.Method != "script" || b.Device != "emulator" {
			t.Errorf("%d walks: %+v of %+v", c.walks, r.Sides, r)
		}
		if want := (multiwalk.Balance{Units: 10, Launches: 1}); len(r.Balance) != 1 || !reflect.DeepEqual(r.Balance[0], want) {
			t.Errorf("%d walks: balance %v, want %v", c.walks, r.Balance, want)
		}
		for range 5 {
			same(t, "the same run", minimize(t, m, s), r)
		}
		runtest.Decreasing(t, r)
	}
}

// A search on cores that limits its walks leaves those of the machine alone. At least one walk is on a core.
func TestBoth_WalkLimiter(t *testing.T) {
	for _, v := range []struct{ most, cores int }{{0, 1}, {1, 1}, {2, 2}, {9, 2}} {
		m := sided(script{slice: 10, find: noise}, script{slice: 1, find: noise})
		m.cores = placed{script: script{slice: 10, find: noise}, search: func(s walk.Search) walk.Search { return fewSearch{s.(scripted), v.most} }}
		r := minimize(t, m, onBoth(multiwalk.Target(990), multiwalk.Time(time.Hour)))
		if r.Sides[0].Walks != v.cores || r.Sides[1].Workers != 1 {
			t.Errorf("at most %d walks on two cores: %+v", v.most, r.Sides)
		}
	}
}

// A machine makes a hundred times the evaluations of a core: they get what they can use, and all are made, by no clock.
func TestBoth_Evaluations(t *testing.T) {
	var mu sync.Mutex
	last := map[string]float64{}
	look := func(name string) func(int, int64, *walk.Slice) int32 {
		return func(walk int, made int64, s *walk.Slice) int32 {
			mu.Lock()
			defer mu.Unlock()
			key, part := fmt.Sprint(name, walk), 0.0
			if part, _ = s.Progress(made); part < last[key] {
				t.Errorf("%s: progress fell from %v to %v", key, last[key], part)
			}
			last[key] = part
			return int32(1000 - made/1000)
		}
	}
	m := sided(script{slice: 10, look: look("core")},
		script{slice: 1, look: look("machine"), evaluations: func(int, int64) int64 { return 1000 }})
	var first *multiwalk.Result
	for range 5 {
		clear(last)
		r := minimize(t, m, onBoth(multiwalk.Evaluations(100_000)))
		if n := r.Evaluations(); r.Status != multiwalk.EvaluationLimit || n < 100_000 || n > 101_000 || r.Rounds > 110 {
			t.Errorf("%d evaluations in %d rounds, %s", n, r.Rounds, r.Status)
		}
		if part := float64(r.Sides[0].DeltaEvaluations) / float64(r.Evaluations()); part < 0.005 || part > 0.03 {
			t.Errorf("cores made a part of %v, and 0.01 is what they make in a round", part)
		}
		if last["core0"] < 0.9 || last["machine0"] < 0.9 {
			t.Errorf("the last that walks heard of their progress: %v", last)
		}
		if first == nil {
			first = r
		}
		same(t, "the same run", r, first)
	}
}

// until waits for a condition.
func until(t *testing.T, what string, met func() bool) {
	for end := time.Now().Add(10 * time.Second); !met(); runtime.Gosched() {
		if time.Now().After(end) {
			t.Error(what)
			return
		}
	}
}

// Where one side meets the target, what the other would do later in logical time counts no more, and it is told to stop.
func TestBoth_TargetEndsTheOtherSide(t *testing.T) {
	hit := func(at int64) func(int, int64) int32 {
		return func(_ int, unit int64) int32 {
			if unit == at {
				return 0
			}
			return 1000
		}
	}
	waits := func(s *walk.Slice) { until(t, "a unit was not told of the target", s.Aborted) }
	core := minimize(t, sided(script{slice: 10, find: hit(5)}, script{unit: waits, find: hit(1)}), onBoth(multiwalk.Target(0), multiwalk.Work(9)))
	if core.Status != multiwalk.TargetReached || core.Walk != 0 || core.History[len(core.History)-1].Evaluations != 6 || core.Partial {
		t.Errorf("a core came first: %+v", core)
	}
	late := func(s *walk.Slice) { // the second half of the round of a core comes after the first of two launches
		if s.Left() < 5 {
			waits(s)
		}
	}
	machine := minimize(t, sided(script{slice: 10, unit: late, find: hit(9)}, script{slice: 2, find: hit(1)}),
		onBoth(multiwalk.Target(0), multiwalk.Work(9)))
	if machine.Status != multiwalk.TargetReached || machine.Walk != 1 || machine.Sides[1].Incumbents != 1 || machine.Sides[0].Units > 6 {
		t.Errorf("the machine came first: %+v", machine)
	}
}

// What a core does beyond the units that a round was to have comes after all that machines do in it: where one of these meets the target,
// the history is the same however far the core came by then.
func TestBoth_TargetBeforeWhatIsBeyondTheRound(t *testing.T) {
	var first *multiwalk.Result
	for _, far := range []int64{1, 100, 140, 200} {
		var units atomic.Int64
		m := sided(script{slice: 10, unit: func(*walk.Slice) { units.Add(1) }, find: func(_ int, unit int64) int32 {
			if unit == 135 {
				return 500
			}
			return 999
		}}, script{unit: func(*walk.Slice) {
			until(t, "the core stands still", func() bool { return units.Load() >= far })
		}, find: func(int, int64) int32 { return 0 }})
		s := onBoth(multiwalk.Target(0), multiwalk.Work(1))
		s.Walks, s.Workers, s.Balance = 2, 1, []multiwalk.Balance{{Units: 1, Steps: []int{200}, Launches: 1}}
		r := minimize(t, m, s)
		if first == nil {
			first = r
		}
		if r.Walk != 1 || !reflect.DeepEqual(timeless(r).History, timeless(first).History) {
			t.Errorf("the core did %d units: %+v, want %+v", far, r.History, first.History)
		}
	}
}

// pause takes a time as work does, on a clock that stands still otherwise (synctest).
func pause(d time.Duration) func(*walk.Slice) { return func(*walk.Slice) { time.Sleep(d) } }

// Under a time limit rounds are divided by what was measured, and the division, which the clock has decided, is all that a
// replay needs.
func TestBoth_BalancesByMeasurement(t *testing.T) { synctest.Test(t, balancesByMeasurement) }

func balancesByMeasurement(t *testing.T) {
	m := sided(script{slice: 10, find: noise, unit: pause(50 * time.Microsecond)},
		script{slice: 1, find: func(w int, u int64) int32 { return noise(w+9, 10*u) }, unit: pause(4 * time.Millisecond)})
	s := onBoth(multiwalk.Time(300 * time.Millisecond))
	s.Workers = 1
	r := minimize(t, m, s)
	if len(r.Balance) < 2 {
		t.Fatalf("nothing was balanced: %+v", r.Balance)
	}
	if last := r.Balance[len(r.Balance)-1]; last.Units*last.Steps[0] <= 10*last.Launches {
		t.Errorf("a launch lasts as long as 80 units, and the last balance is %+v", last)
	}
	if err := walk.CheckBalances(r.Balance, 1); err != nil {
		t.Error(err)
	}
	s.Stop, s.Pace, s.Balance = []multiwalk.Stop{multiwalk.Work(r.Rounds)}, r.Pace, r.Balance
	s.Walks = r.Walks
	again := minimize(t, m, s)
	again.Status = r.Status
	if !r.Partial {
		same(t, "the replay", again, r)
	}
}

// A checkpoint of a timed run has how far walks on cores came in each round. Under a time limit a resumed run measures on, also on another
// number of cores, which have as many walks as before; else it repeats the last round. What it did in all is repeated from the beginning.
func TestBoth_ResumesATimedRun(t *testing.T) { synctest.Test(t, resumesATimedRun) }

func resumesATimedRun(t *testing.T) {
	m := sided(script{slice: 10, find: noise, unit: pause(50 * time.Microsecond)},
		script{slice: 1, find: func(w int, u int64) int32 { return noise(w+9, 10*u) }, unit: pause(4 * time.Millisecond)})
	list, first := states(t, m, onBoth(multiwalk.Time(150*time.Millisecond)))
	if len(list) < 4 {
		t.Fatalf("%d checkpoints of %d rounds", len(list), first.Rounds)
	}
	for _, saved := range []*checkpoint.Saved{list[0], list[len(list)/2], list[len(list)-1]} {
		before := slices.DeleteFunc(slices.Clone(first.Balance), func(b multiwalk.Balance) bool { return b.Round >= saved.Rounds })
		if int64(len(before)) != saved.Rounds {
			t.Fatalf("%d balances of %d rounds", len(before), saved.Rounds)
		}
		for _, c := range []struct {
			cores int
			until multiwalk.Stop
		}{{2, multiwalk.Time(60 * time.Millisecond)}, {1, multiwalk.Time(60 * time.Millisecond)}, {2, multiwalk.Work(saved.Rounds + 3)}} {
			s := onBoth(c.until)
			s.Device, s.Resume = device.Both(device.CPU(c.cores), device.Emulator()), saved
			got := minimize(t, m, s)
			what := fmt.Sprintf("after round %d, on %d cores, by %v", saved.Rounds, c.cores, c.until)
			if len(got.Balance) < len(before) || len(before) > 0 && !reflect.DeepEqual(got.Balance[:len(before)], before) {
				t.Fatalf("%s: balances %+v, and the first run had %+v", what, got.Balance, before)
			}
			if !got.Partial && got.Rounds <= saved.Rounds || got.Sides[0].Walks != 2 {
				t.Errorf("%s: %d rounds, %+v", what, got.Rounds, got.Sides)
			}
			if c.until.Kind == multiwalk.StopTime {
				for i, b := range got.Balance[len(before):] {
					if b.Round != saved.Rounds+int64(i) || len(b.Steps) != 2 {
						t.Errorf("%s: %+v is noted", what, b)
					}
				}
			}
			s = multiwalk.Settings{Seed: 7, Device: s.Device, Walks: got.Walks, Workers: 2, Pace: got.Pace, Balance: got.Balance,
				Stop: []multiwalk.Stop{multiwalk.Work(got.Rounds)}}
			again := minimize(t, m, s)
			if again.Status = got.Status; !got.Partial {
				same(t, what, again, got)
			}
		}
	}
}

// Walks that are told to go on from a solution go on from that of the other side where it is better, and no others.
func TestBoth_SidesExchange(t *testing.T) {
	best := func(said []walk.Message) []walk.Message {
		heard := make([]walk.Message, len(said))
		heard[0] = walk.Message{Best: []int32{900}, Cost: 900}
		return heard
	}
	none := func(said []walk.Message) []walk.Message { return make([]walk.Message, len(said)) }
	at := func(cost int32) func(int, int64) int32 { return func(int, int64) int32 { return cost } }
	var mu sync.Mutex
	bests := map[string][]int32{}
	watched := func(name string, m script) walk.Method {
		return placed{script: m, search: func(s walk.Search) walk.Search { return spying{s.(scripted), &mu, name, bests} }}
	}
	m := byDevice{watched("cores", script{find: at(500), exchange: best}),
		watched("machine", script{find: at(300), every: 2, exchange: none})}
	s := onBoth(multiwalk.Work(2))
	s.Walks = 3
	minimize(t, m, s)
	if got := fmt.Sprint(bests); got != "map[cores0:[500 300] cores1:[500 500] machine0:[300 300]]" {
		t.Errorf("at the beginning of the two exchanges, and after them: %s", got)
	}
}

// spying notes the incumbents of its walks after each round.
type spying struct {
	scripted
	mu    *sync.Mutex
	name  string
	bests map[string][]int32
}

func (s spying) NewWalk(id int) (walk.Walk, error) {
	w, err := s.scripted.NewWalk(id)
	return &spiedWalk{w.(*scriptedWalk), s}, err
}

type spiedWalk struct {
	*scriptedWalk
	s spying
}

func (w *spiedWalk) Step(s *walk.Slice) bool {
	goesOn := w.scriptedWalk.Step(s)
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	key := fmt.Sprint(w.s.name, w.id)
	w.s.bests[key] = append(w.s.bests[key], w.best[0])
	return goesOn
}

func TestBoth_Refuses(t *testing.T) {
	prepared := errors.New("multiwalk: not on cores")
	works := sided(script{ends: 3}, script{ends: 3})
	for _, c := range []struct {
		m      walk.Method
		change func(s *multiwalk.Settings)
		says   string
	}{
		{script{ends: 1}, func(*multiwalk.Settings) {}, "method script cannot run on emulator: it has no kernels"},
		{sided(script{prepare: func(walk.Plan) error { return prepared }}, script{}), func(*multiwalk.Settings) {}, "not on cores"},
		{sided(script{}, script{prepare: func(walk.Plan) error { return prepared }}), func(*multiwalk.Settings) {}, "not on cores"},
		{works, func(s *multiwalk.Settings) { s.Walks = 2 }, "2 walks on cpu:2+emulator leave none for its machines"},
		{works, func(s *multiwalk.Settings) { s.Device = multiwalk.Both{Cores: device.CPU(1)} }, "no machines"},
		{works, func(s *multiwalk.Settings) {
			s.Device = multiwalk.Both{Cores: device.Emulator(), Machines: device.Emulator()}
		}, "in the place of cores"},
		{works, func(s *multiwalk.Settings) { s.Balance = []multiwalk.Balance{{Round: 0, Units: 0, Launches: 1}} }, "0 units"},
		{works, func(s *multiwalk.Settings) { s.Balance = []multiwalk.Balance{{Round: 3, Units: 1, Launches: 1}} }, "out of order"},
		{works, func(s *multiwalk.Settings) {
			s.Balance = []multiwalk.Balance{{Units: 1, Steps: []int{1, 2}, Launches: 1}}
		}, "steps of 2 walks on cores, and there are 1"},
		{works, func(s *multiwalk.Settings) {
			s.Balance = []multiwalk.Balance{{Units: 1, Steps: []int{}, Launches: 1}}
		}, "steps of 0 walks on cores, and there are 1"},
		{works, func(s *multiwalk.Settings) {
			s.Balance = []multiwalk.Balance{{Units: 1, Steps: []int{-1}, Launches: 1}}
		}, "-1 steps of walk 0"},
	} {
		s := onBoth(multiwalk.Work(3))
		c.change(&s)
		if r, err := multiwalk.Minimize(background, value{1000}, c.m, s); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q is not in %v, %v", c.says, err, r)
		}
	}
}

// All walks and searches are closed, wherever they are, also where one side refuses.
func TestBoth_Closes(t *testing.T) {
	closed := make(chan string, 10)
	bound := func(prepare func(walk.Plan) error) placed {
		return placed{script: script{ends: 2, prepare: prepare}, search: func(s walk.Search) walk.Search { return closing{s, 5, closed} }}
	}
	_, err := multiwalk.Minimize(background, value{1000}, byDevice{bound(nil), bound(nil)}, onBoth(multiwalk.Work(3)))
	if err == nil || len(closed) != 4 {
		t.Errorf("%v, %d closed", err, len(closed))
	}
	closed = make(chan string, 10)
	no := errors.New("multiwalk: no")
	_, err = multiwalk.Minimize(background, value{1000}, byDevice{bound(nil),
		bound(func(walk.Plan) error { return no })}, onBoth(multiwalk.Work(3)))
	if !errors.Is(err, no) || len(closed) != 1 {
		t.Errorf("%v, %d closed", err, len(closed))
	}
}

// Walks on cores stop while the host's part of a machine's search borrows the cores.
func TestBoth_LendsCores(t *testing.T) {
	var units atomic.Int64
	borrows := func(*walk.Slice) {
		back := lending.Borrow()
		defer back()
		before := units.Load()
		pause(5 * time.Millisecond)(nil)
		if made := units.Load() - before; made > 2 { // one that was under way on each core
			t.Errorf("cores made %d units of 0.1 ms while they were lent for 5 ms", made)
		}
	}
	m := sided(script{slice: 20, unit: func(s *walk.Slice) { pause(100 * time.Microsecond)(s); units.Add(1) }}, script{slice: 1, unit: borrows})
	s := onBoth(multiwalk.Work(4))
	s.Walks = 3
	if r := minimize(t, m, s); r.Sides[0].Units != 160 || r.Sides[1].Units != 4 {
		t.Errorf("%+v", r.Sides)
	}
}
