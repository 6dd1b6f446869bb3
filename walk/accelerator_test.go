package walk_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

// placed is a script that has a GPU half, which says what it was told.
type placed struct {
	script
	place  func(p multiwalk.Problem, d multiwalk.Accelerator) error
	search func(walk.Search) walk.Search
}

func (m placed) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if m.place == nil {
		return nil
	}
	return m.place(p, d)
}

func (m placed) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.script.Prepare(p, plan)
	if err == nil && m.search != nil {
		s = m.search(s)
	}
	return s, err
}

// closing is a search that counts its walks and is told of its end.
type closing struct {
	walk.Search
	walks  int
	closed chan string
}

func (s closing) Walks() int { return s.walks }
func (s closing) NewWalk(id int) (walk.Walk, error) {
	w, err := s.Search.NewWalk(id)
	return closingWalk{w, s.closed}, err
}
func (s closing) Close() error {
	s.closed <- "search"
	return errors.New("the search does not close")
}

type closingWalk struct {
	walk.Walk
	closed chan string
}

func (w closingWalk) Close() error {
	w.closed <- "walk"
	return nil
}

// Machines whose kernels do nothing end a run that would go on for ever; on cores a method may think for so long.
func TestAccelerator_ThatDoesNothing(t *testing.T) {
	m := placed{script: script{slice: 1, evaluations: func(_ int, unit int64) int64 { return max(0, 3-unit) }}}
	s := multiwalk.Settings{Device: device.Emulator(), Stop: stop(multiwalk.Evaluations(1000), multiwalk.Work(5000))}
	if r, err := multiwalk.Minimize(t.Context(), value{1000}, m, s); err == nil || !strings.Contains(err.Error(), "do nothing") || r.Rounds < 1000 || r.Rounds > 1010 {
		t.Errorf("%+v, %v", r, err)
	}
	s.Device, s.Walks = nil, 1
	if r, err := multiwalk.Minimize(t.Context(), value{1000}, m, s); err != nil || r.Rounds != 5000 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAccelerator_OneWalkAMachine(t *testing.T) {
	for _, walks := range []int{0, 1, 1000} {
		d := device.Emulators(3)
		closed := make(chan string, 10)
		var told walk.Plan
		m := placed{script: script{slice: 1, ends: 5, prepare: func(plan walk.Plan) error { told = plan; return nil }},
			search: func(s walk.Search) walk.Search { return closing{s, 77, closed} }}
		s := multiwalk.Settings{Device: d, Walks: walks, Workers: 1, Stop: []multiwalk.Stop{multiwalk.Work(4)}}
		r, err := multiwalk.Minimize(context.Background(), value{1000}, m, s)
		if err == nil || !strings.Contains(err.Error(), "the search does not close") || r.Status != multiwalk.WorkLimit {
			t.Errorf("%v, %v", r, err)
		}
		if told.Walks != walks || told.Device != multiwalk.Device(d) {
			t.Errorf("of %d walks on %v the method was told %+v", walks, d, told)
		}
		if r.Walks != 77 || r.Workers != 3 || s.WalkCount() != 3 || r.Units != 12 || r.Rounds != 4 {
			t.Errorf("%+v", r)
		}
		if got := []string{<-closed, <-closed, <-closed, <-closed}; !slices.Equal(got, []string{"walk", "walk", "walk", "search"}) || len(closed) > 0 {
			t.Errorf("closed were %v", got)
		}
	}
}

// What is left behind at the end of a run is closed when it comes back.
func TestAccelerator_ClosesWhatItLeft(t *testing.T) { synctest.Test(t, closesWhatItLeft) }

func closesWhatItLeft(t *testing.T) {
	closed, release := make(chan string, 10), make(chan struct{})
	m := placed{script: script{slice: 1, unit: func(*walk.Slice) { <-release }},
		search: func(s walk.Search) walk.Search { return closing{s, 1, closed} }}
	r, err := multiwalk.Minimize(context.Background(), value{1000}, m,
		multiwalk.Settings{Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Time(10 * time.Millisecond)}})
	if err != nil || !r.Partial || len(closed) > 0 {
		t.Fatal(r, err, len(closed))
	}
	close(release)
	if a, b := <-closed, <-closed; a != "walk" || b != "search" {
		t.Errorf("closed were %s and %s", a, b)
	}
}

func TestAccelerator_Refuses(t *testing.T) {
	gputest.Computer(t, 0, nil)
	refused := errors.New("multiwalk: not today")
	no := func(multiwalk.Problem, multiwalk.Accelerator) error { return refused }
	for _, c := range []struct {
		m     walk.Method
		d     multiwalk.Device
		wraps error
		says  string
	}{
		{script{ends: 1}, device.Emulator(), multiwalk.ErrNoKernel, "method script cannot run on emulator: it has no kernels"},
		{script{ends: 1}, device.GPU(), multiwalk.ErrNoKernel, "method script cannot run on gpu:0"},
		{placed{script: script{ends: 1}, place: no}, device.Emulator(), refused, "not today"},
		{placed{script: script{ends: 1}}, device.GPU(), device.ErrNoGPU, "no GPU"},
		{gputest.Climber{}, device.Emulator(), multiwalk.ErrNoKernel, "the problem is no Guess"},
		{placed{script: script{ends: 1}, place: func(multiwalk.Problem, multiwalk.Accelerator) error { panic("broken") }}, device.Emulator(), nil, "broken"},
	} {
		_, err := multiwalk.Minimize(context.Background(), value{1000}, c.m, multiwalk.Settings{Device: c.d, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if err == nil || c.wraps != nil && !errors.Is(err, c.wraps) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error %v, want one that wraps %v and says %q", err, c.wraps, c.says)
		}
	}
	if err := walk.Place(value{1000}, script{}, nil); err != nil {
		t.Errorf("no device: %v", err)
	}
	if err := walk.Place(value{1000}, script{}, device.CPU(1)); err != nil {
		t.Errorf("a CPU: %v", err)
	}
}

// on runs climbers on n machines.
func on(t *testing.T, d multiwalk.Device, m gputest.Climber, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	s.Device, s.Seed = d, 3
	r := must.Have(multiwalk.Minimize(context.Background(), gputest.NewGuess(40), m, s))(t)
	if c := gputest.NewGuess(40).Cost(r.Best); c != r.Cost {
		t.Fatalf("the best costs %d, not %d", c, r.Cost)
	}
	return r
}

// Emulators and GPUs give the same run, with machines that cooperate and with machines that do not.
func TestAccelerator_SameRunEverywhere(t *testing.T) {
	s := multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(12)}}
	if real, err := device.AllGPUs(); err == nil {
		same(t, "the GPUs of this machine and emulators",
			on(t, real, gputest.Climber{}, s), on(t, device.Emulators(real.Workers()), gputest.Climber{}, s))
	}
	for _, machines := range []int{1, 2} {
		for _, alone := range []bool{false, true} {
			m := gputest.Climber{Alone: alone}
			want := on(t, device.Emulators(machines), m, s)
			if want.Walks != 40*machines || want.Rounds != 12 || want.DeltaEvaluations != int64(12*64*40*machines) || len(want.History) < 3 {
				t.Errorf("%+v", want)
			}
			fake := gputest.Computer(t, machines, gputest.Kernels)
			d := must.Have(device.AllGPUs())(t)
			got := on(t, d, m, s)
			same(t, "GPUs and emulators", got, want)
			if last := slices.MaxFunc(want.History, func(a, b multiwalk.Point) int { return a.Walk - b.Walk }); last.Walk != machines-1 {
				t.Errorf("of %d machines, number %d found nothing new", machines, machines-1)
			}
			buffers, flags := fake.Count("cuMemAlloc")-fake.Count("cuMemFree"), fake.Count("cuMemHostAlloc")-fake.Count("cuMemFreeHost")
			if buffers != 0 || flags > machines { // a machine keeps its flag for the next run
				t.Errorf("%d buffers and %d flags were not freed", buffers, flags)
			}
		}
	}
}

// A machine whose walks adopt from another is never behind it.
func TestAccelerator_MachinesCooperate(t *testing.T) {
	var exchanges int
	r := on(t, device.Emulators(2), gputest.Climber{Walks: 1}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(20)},
		Observe: func(e multiwalk.Event) {
			if e.Kind == multiwalk.EventExchange {
				exchanges++
			}
		}})
	alone := on(t, device.Emulators(2), gputest.Climber{Walks: 1, Alone: true}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(20)}})
	if exchanges < 10 || reflect.DeepEqual(timeless(r), timeless(alone)) {
		t.Errorf("%d exchanges; %v, and alone %v", exchanges, r, alone)
	}
}

// The last launch is cut to what is left of the evaluations.
func TestAccelerator_Evaluations(t *testing.T) {
	for _, limit := range []int64{1, 100, 40*64 + 2, 10_000} {
		r := on(t, device.Emulators(2), gputest.Climber{}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Evaluations(limit)}})
		if n := r.Evaluations(); n < limit || n > limit+2*(40+1) || r.Status != multiwalk.EvaluationLimit {
			t.Errorf("%d evaluations, want %d: %v", n, limit, r)
		}
	}
}

// A launch far longer than the run is told to stop; what it had found by then counts. On a busy machine it may not answer
// before the run goes on without it, so there are several tries.
func TestAccelerator_StopsLaunches(t *testing.T) {
	for name, d := range map[string]func(t *testing.T) multiwalk.Device{
		"emulator": func(*testing.T) multiwalk.Device { return device.Emulator() },
		"fake":     func(t *testing.T) multiwalk.Device { gputest.Computer(t, 1, gputest.Kernels); return device.GPU() },
		"gpu":      func(*testing.T) multiwalk.Device { return device.GPU() },
	} {
		t.Run(name, func(t *testing.T) {
			if err := device.GPU().Ready(); err != nil && name == "gpu" {
				t.Skip(err)
			}
			on := d(t)
			for _, cancelled := range []bool{false, true} {
				limit := 60 * time.Millisecond
				wrong := stopsLaunch(t, on, limit, cancelled)
				for ; wrong != "" && limit < 20*time.Second; wrong = stopsLaunch(t, on, limit, cancelled) {
					t.Log("once more, after " + wrong)
					limit *= 2
				}
				if wrong != "" {
					t.Error(wrong)
				}
			}
		})
	}
}

// stopsLaunch ends a run in its first launch, by a time limit or by cancelling it, and says what is wrong with the result.
func stopsLaunch(t *testing.T, on multiwalk.Device, limit time.Duration, cancelled bool) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s, want := multiwalk.Settings{Device: on, Stop: []multiwalk.Stop{multiwalk.Time(limit)}}, multiwalk.TimeLimit
	if cancelled {
		s.Stop, want = nil, multiwalk.Cancelled
		time.AfterFunc(limit, cancel)
	}
	r := must.Have(multiwalk.Minimize(ctx, gputest.NewGuess(40), gputest.Climber{Iterations: 1 << 40}, s))(t)
	t.Logf("the run ended %v after its limit", r.Elapsed-limit)
	first := gputest.NewGuess(40).Cost(make([]int32, 40))
	switch {
	case !r.Partial || r.Status != want:
		return fmt.Sprintf("%v, partial: %v", r, r.Partial)
	case r.Cost >= first || len(r.History) != 2:
		return fmt.Sprintf("%v, from cost %d: what the launch found is lost: %+v", r, first, r.History)
	}
	return ""
}

// A device that fails ends the run with its error, and what was found before is kept.
func TestAccelerator_Fails(t *testing.T) {
	gone := errors.New("multiwalk: gpu:0: gone")
	r, err := multiwalk.Minimize(context.Background(), gputest.NewGuess(40), gputest.Climber{Fails: gone},
		multiwalk.Settings{Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Work(9)}})
	if err == nil || err.Error() != gone.Error() || !errors.Is(err, gone) || r.Status != multiwalk.Failed ||
		r.Cost >= gputest.NewGuess(40).Cost(make([]int32, 40)) {
		t.Errorf("%v, %v", r, err)
	}
	fake := gputest.Computer(t, 1, gputest.Kernels)
	for _, symbol := range []string{"cuDevicePrimaryCtxRetain", "cuMemAlloc"} {
		fake.Fail(symbol, 0, cuda.OutOfMemory)
		r, err := multiwalk.Minimize(context.Background(), gputest.NewGuess(40), gputest.Climber{},
			multiwalk.Settings{Device: device.GPU(), Stop: []multiwalk.Stop{multiwalk.Work(9)}})
		if !errors.Is(err, cuda.ErrOutOfMemory) || r.Best != nil {
			t.Errorf("%s: %v, %v", symbol, r, err)
		}
	}
	if left := fake.Count("cuMemAlloc") - 1 - fake.Count("cuMemFree"); left != 0 {
		t.Errorf("%d buffers were not freed", left)
	}
}

// Of a walk made of walks, the tightest limit counts.
func TestSlice_EvaluationsLeft(t *testing.T) {
	whole := walk.NewSlice(10)
	part := whole.Sub(5, 100, multiwalk.Counters{DeltaEvaluations: 7}, 0)
	loose := part.Sub(5, 1000, multiwalk.Counters{FullEvaluations: 20}, 0)
	for _, c := range []struct {
		s          *walk.Slice
		made, left int64
	}{{whole, 5, math.MaxInt64 - 5}, {part, 30, 70}, {part, 100, 0}, {part, 130, 0}, {loose, 30, 50}, {loose, 990, 0}} {
		if got := c.s.EvaluationsLeft(c.made); got != c.left {
			t.Errorf("after %d evaluations %d are left, want %d", c.made, got, c.left)
		}
	}
}

// What was prepared is closed, too, when the first solution of a walk is none.
func TestAccelerator_ClosesWhatItCannotUse(t *testing.T) {
	closed := make(chan string, 10)
	m := placed{script: script{slice: 1, ends: 5}, search: func(s walk.Search) walk.Search { return closing{s, 1, closed} }}
	_, err := multiwalk.Minimize(context.Background(), value{10}, m, multiwalk.Settings{Device: device.Emulator()}) // walks begin at 1000
	if err == nil || !strings.Contains(err.Error(), "made no solution") || len(closed) != 2 {
		t.Errorf("%v, %d were closed, want a walk and its search", err, len(closed))
	}
}
