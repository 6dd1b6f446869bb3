package fleet_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

// script is a method's part that plays back what its launches leave, without a kernel.
type script struct {
	fleet.Walk
	leaves  [][]int64 // the cost of each search's incumbent after each launch
	hits    []int64   // the point at which the second search comes to the target in a launch; 0: it does not
	silent  bool      // no search says that it came to the target
	stop    int       // the launch that is broken off, from 1; 0: none
	failure error     // of the third launch
	launch  int
	costs   []int64
	spans   [][2]int64 // of the launches
	winners []int      // of the launches that counted
	ends    int        // the walk ends after so many launches that counted; 0: never
}

func newScript(t *testing.T, s script) *script {
	t.Helper()
	must.Do(t, s.Open(walk.Plan{Device: device.Emulator()}, 0, 1, &s))
	s.Enter(&s.Memory, 2)
	must.Do(t, s.Made())
	t.Cleanup(func() { s.Close() })
	return &s
}

func (s *script) Until(from, evaluations int64) int64 { return from + min(10, evaluations) }

func (s *script) Launch(from, until, target int64) error {
	s.spans = append(s.spans, [2]int64{from, until})
	if s.launch++; s.launch == 3 && s.failure != nil {
		return s.failure
	}
	if s.stop == s.launch {
		s.Stop.Set(1)
	}
	if s.launch > len(s.hits) || s.hits[s.launch-1] == 0 {
		return nil
	}
	at := s.hits[s.launch-1]
	if !s.silent {
		if err := s.Hits.Write([]int64{at}, 1); err != nil {
			return err
		}
	}
	return s.Goal.Write([]int64{at}, 0)
}

func (s *script) Read() error { s.costs = s.leaves[s.launch-1]; return nil }

func (s *script) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	s.winners = append(s.winners, winner)
	return multiwalk.Counters{DeltaEvaluations: to - from}, nil
}

func (s *script) Leader(search int) (int, int64) {
	if search < 0 {
		search = slices.Index(s.costs, slices.Min(s.costs))
	}
	return search, s.costs[search]
}

func (s *script) Incumbent(search int, x []int32) error { x[0] = int32(search); return nil }

func (s *script) Proceed() (bool, error) { return s.ends > 0 && len(s.winners) == s.ends, nil }

func TestWalk_CountsLaunchesAndTakesTheBest(t *testing.T) {
	w := newScript(t, script{leaves: [][]int64{{9, 8}, {7, 8}, {7, 8}}, ends: 3})
	if w.Step(walk.NewSlice(9)) {
		t.Error("the walk goes on after its end")
	}
	if x, cost := w.Best(); x[0] != 0 || cost != 7 {
		t.Errorf("best %v at %d, want that of search 0 at 7", x, cost)
	}
	if want := (multiwalk.Counters{DeltaEvaluations: 30, Units: 3}); w.Counters() != want || w.At != 30 {
		t.Errorf("%+v at %d, want %+v at 30", w.Counters(), w.At, want)
	}
	if want := [][2]int64{{0, 10}, {10, 20}, {20, 30}}; !slices.Equal(w.spans, want) {
		t.Errorf("launches %v, want %v", w.spans, want)
	}
}

// The launch counts up to where the first came to the target, and that search's incumbent counts, though another has a
// better one by then.
func TestWalk_StopsWhereTheTargetWasReached(t *testing.T) {
	w := newScript(t, script{leaves: [][]int64{{9, 8}, {3, 5}, {3, 5}}, hits: []int64{0, 14}, ends: 3})
	w.Step(walk.NewSlice(2))
	if x, cost := w.Best(); x[0] != 1 || cost != 5 {
		t.Errorf("best %v at %d, want that of search 1 at 5", x, cost)
	}
	if w.At != 15 || w.Counters().DeltaEvaluations != 15 || !slices.Equal(w.winners, []int{-1, 1}) {
		t.Errorf("at %d, %+v, winners %v; want 15 twice, and search 1 in the second launch", w.At, w.Counters(), w.winners)
	}
	w.Step(walk.NewSlice(1)) // hits and goal were cleared
	if _, cost := w.Best(); w.At != 25 || cost != 3 {
		t.Errorf("at %d with %d, want 25 with 3", w.At, cost)
	}
}

func TestWalk_SalvagesALaunchThatWasBrokenOff(t *testing.T) {
	w := newScript(t, script{leaves: [][]int64{{9, 8}, {4, 8}, {4, 3}}, hits: []int64{0, 12}, stop: 2})
	w.Step(walk.NewSlice(2))
	if x, cost := w.Best(); x[0] != 0 || cost != 4 || w.At != 10 || w.Counters().Units != 1 {
		t.Errorf("best %v at %d, %+v, at %d; want 0 at 4, one unit, at 10", x, cost, w.Counters(), w.At)
	}
	w.Step(walk.NewSlice(1))
	if _, cost := w.Best(); cost != 3 || w.At != 20 || w.Stopped() {
		t.Errorf("then %d at %d, stopped %v; want 3 at 20, and not stopped", cost, w.At, w.Stopped())
	}
}

func TestWalk_SaysWhatFailed(t *testing.T) {
	lost := errors.New("the machine is lost")
	for name, s := range map[string]script{
		"a launch":      {leaves: [][]int64{{9, 8}, {9, 8}, {9, 8}}, failure: lost},
		"a mute winner": {leaves: [][]int64{{9, 8}, {9, 8}, {9, 8}}, hits: []int64{0, 0, 22}, silent: true},
	} {
		w := newScript(t, s)
		ended, err := false, error(nil)
		for range 2 {
			if ended, err = w.Unit(walk.NewSlice(1)); ended || err != nil {
				t.Fatalf("%s: ended %v, %v", name, ended, err)
			}
		}
		if _, err = w.Unit(walk.NewSlice(1)); err == nil || s.failure != nil && !errors.Is(err, lost) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestWalk_AdoptsWhatIsBetterAndWasTaken(t *testing.T) {
	w := newScript(t, script{leaves: [][]int64{{9, 8}}})
	w.Step(walk.NewSlice(1))
	w.Adopted(nil, []int32{5}, 9)
	w.Adopted(errors.New("lost"), []int32{6}, 1)
	if x, cost := w.Best(); x[0] != 1 || cost != 8 {
		t.Errorf("best %v at %d, want 1 at 8", x, cost)
	}
	w.Adopted(nil, []int32{7}, 2)
	if x, cost := w.Best(); x[0] != 7 || cost != 2 {
		t.Errorf("best %v at %d, want 7 at 2", x, cost)
	}
}

func TestMemory_TellsWhatCouldNotBeMadeAndFreesTheRest(t *testing.T) {
	m := must.Have(gpu.Of(device.Emulator(), 0))(t)
	on := fleet.Memory{Machine: m}
	a := fleet.ArrayOf(&on, []int64{1, 2, 3})
	if err := on.Made(); err != nil || a.Len() != 3 {
		t.Fatalf("%d elements, %v", a.Len(), err)
	}
	fleet.Array[int64](&on, -1)
	if on.Made() == nil {
		t.Error("an array of -1 elements was made")
	}
	must.Do(t, on.Close())
}

func TestMany_Bounds(t *testing.T) {
	m := must.Have(gpu.Of(device.Emulator(), 0))(t)
	if n, err := fleet.Many(m, 7, 3, 100, math.MaxInt32, "searches"); n != 7 || err != nil {
		t.Errorf("asked for 7: %d, %v", n, err)
	}
	if n, err := fleet.Many(m, 0, 3, 100, math.MaxInt32, "searches"); n != 3*m.Multiprocessors() || err != nil {
		t.Errorf("not asked: %d, %v; want 3 for each of %d multiprocessors", n, err, m.Multiprocessors())
	}
	if _, err := fleet.Many(m, 7, 3, 100, 6, "searches"); err == nil {
		t.Error("7 of at most 6 are no error")
	}
}
