package walk_test

import (
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/walk"
)

// A first run's kernels take longer to compile than its time limit, and yet it has all of the limit to search in.
func TestMinimize_TheClockStandsStillWhileKernelsCompile(t *testing.T) {
	const limit, compiling = 200 * time.Millisecond, time.Second
	var compiled atomic.Bool
	fake := gputest.Computer(t, 1, gputest.Kernels)
	fake.SlowCompiler(func() { time.Sleep(compiling); compiled.Store(true) })
	for run, said := range []int{1, 0} {
		var told []string
		began := time.Now()
		if run == 0 {
			began = began.Add(compiling)
		}
		r, err := multiwalk.Minimize(background, gputest.NewGuess(20), gputest.Climber{}, multiwalk.Settings{Device: device.GPU(0),
			Stop: []multiwalk.Stop{multiwalk.Time(limit)}, Observe: func(e multiwalk.Event) {
				if e.Kind == multiwalk.EventLoading {
					told = append(told, e.Message)
				}
				if most := time.Since(began); compiled.Load() && e.Elapsed > most {
					t.Errorf("run %d: event %s after %v, at most %v", run, e.Kind, e.Elapsed, most)
				}
			}})
		if err != nil || r.Status != multiwalk.TimeLimit || len(r.History) < 2 {
			t.Fatalf("run %d: %v, %v, %d rounds", run, err, r, r.Rounds)
		}
		if r.Elapsed < limit/2 || r.Elapsed > time.Since(began) || said > 0 != (r.Loading >= compiling) {
			t.Errorf("run %d: %v on the clock, %v of loading", run, r.Elapsed, r.Loading)
		}
		if len(told) != said || said > 0 && !strings.Contains(told[0], "compiling the kernels of gputest for gpu:0") {
			t.Errorf("run %d was told %q", run, told)
		}
	}
}

// Nobody waits for a compiler whose work is no longer wanted, nor is what it makes lost.
func TestMinimize_CancelWhileKernelsCompile(t *testing.T) {
	release := make(chan struct{})
	fake := gputest.Computer(t, 1, gputest.Kernels)
	fake.SlowCompiler(func() { <-release })
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	s := multiwalk.Settings{Device: device.GPU(0), Stop: []multiwalk.Stop{multiwalk.Time(time.Hour)}, Observe: func(e multiwalk.Event) {
		if e.Kind == multiwalk.EventLoading {
			cancel()
		}
	}}
	r, err := multiwalk.Minimize(ctx, gputest.NewGuess(20), gputest.Climber{}, s)
	if err != nil || r.Status != multiwalk.Cancelled || r.Best == nil {
		t.Errorf("%v, %v", err, r)
	}
	close(release)
	s.Observe, s.Stop = nil, []multiwalk.Stop{multiwalk.Work(2)}
	if r, err := multiwalk.Minimize(background, gputest.NewGuess(20), gputest.Climber{}, s); err != nil || r.Rounds != 2 {
		t.Errorf("the next run: %v, %v", err, r)
	}
	if n := fake.Compiled(); n != 1 {
		t.Errorf("compiled %d times", n)
	}
}

// slowly is a problem whose quick solution is there before anything else is.
type slowly struct {
	value
	until func(stop func() bool)
}

func (s slowly) Construct(r *multiwalk.Rand, x []int32) { s.ConstructUntil(r, x, nil) }

func (s slowly) ConstructUntil(_ *multiwalk.Rand, x []int32, stop func() bool) {
	if x[0] = 500; stop == nil || !stop() {
		s.until(stop)
	}
}

// A run that is over before its preparation is has the best of what was found on the way, and stops preparing.
func TestMinimize_ReserveOfARunWithoutWalks(t *testing.T) {
	synctest.Test(t, reserveOfARunWithoutWalks)
}

func reserveOfARunWithoutWalks(t *testing.T) {
	for _, better := range []bool{false, true} {
		stopped := make(chan bool, 1)
		p := slowly{value{1000}, func(stop func() bool) {
			for !stop() {
				time.Sleep(time.Millisecond)
			}
		}}
		m := script{prepare: func(plan walk.Plan) error {
			x := []int32{400}
			if better {
				if err := plan.Reserve(x); err != nil {
					return err
				}
			}
			plan.Begin(p, multiwalk.NewRand(0, 0), x)
			stopped <- plan.Aborted()
			return walk.ErrAborted
		}}
		r, err := multiwalk.Minimize(background, p, m, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(20 * time.Millisecond)}})
		want := int64(500)
		if better {
			want = 400
		}
		if err != nil || r.Status != multiwalk.TimeLimit || r.Cost != want || !r.Partial || len(r.History) != 1 {
			t.Errorf("%v, %v", err, r)
		}
		if !<-stopped {
			t.Error("the construction ended, but the plan does not say that it was aborted")
		}
	}
}

// More walks than there is memory for are refused with numbers, before they are made.
func TestMinimize_RefusesWalksThatDoNotFit(t *testing.T) {
	for _, walks := range []int{1 << 20, 1<<31 - 1} {
		made := 0
		_, err := multiwalk.Minimize(background, value{1000}, heavy{bytes: 8 << 20, made: &made}, multiwalk.Settings{Walks: walks, Workers: 1,
			Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if err == nil || !strings.Contains(err.Error(), "do not fit") || !strings.Contains(err.Error(), "use fewer walks") {
			t.Errorf("%d walks: %v", walks, err)
		}
		if made > 200 {
			t.Errorf("%d walks: %d were made before they were refused", walks, made)
		}
	}
	made := 0
	if _, err := multiwalk.Minimize(background, value{1000}, heavy{bytes: 1 << 20, garbage: 32 << 20, made: &made}, multiwalk.Settings{Walks: 32,
		Workers: 1, Stop: []multiwalk.Stop{multiwalk.Work(1)}}); err != nil || made != 32 {
		t.Errorf("%d walks that fit: %v", made, err)
	}
}

// heavy is a method whose walks hold memory, and make garbage when they begin.
type heavy struct {
	bytes, garbage int
	made           *int
}

func (heavy) Name() string { return "heavy" }
func (heavy) Slice() int   { return 1 }

func (h heavy) Prepare(multiwalk.Problem, walk.Plan) (walk.Search, error) { return h, nil }

func (h heavy) NewWalk(id int) (walk.Walk, error) {
	*h.made++
	garbage := make([]byte, h.garbage)
	w, err := script{}.search().NewWalk(id)
	runtime.KeepAlive(garbage)
	return &heavyWalk{w, make([]byte, h.bytes)}, err
}

type heavyWalk struct {
	walk.Walk
	held []byte
}

func (m script) search() walk.Search { return scripted{m, 1000} }
