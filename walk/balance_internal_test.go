package walk

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// Rounds last some 20 ms at first, later a share of the time that passed, or as long as a launch or a few units do, in 128 steps.
func TestBalancing_Next(t *testing.T) {
	for _, c := range []struct {
		unit, launch, passed float64 // seconds
		units, launches      int
	}{
		{1e-6, 5e-3, 0.1, 156, 4},
		{1e-6, 5e-3, 2, 781, 20},
		{1e-6, 5e-3, 100, 1562, 40},
		{1e-6, 5e-3, 2000, 7812, 200},
		{1e-6, 50e-3, 0.1, 390, 1},
		{50e-3, 5e-3, 0.1, 1, 10},
		{50e-3, 5e-3, 10, 1, 100},
		{50e-3, 5e-3, 100, 1, 160},
		{0, 5e-3, 100, 77, 3},
		{1e-6, 0, 100, 77, 3},
		{1e-300, 1e-300, 1e9, mostUnits, mostUnits},
	} {
		b := balancing{list: []multiwalk.Balance{{Round: 5, Units: 77, Steps: []int{9}, Launches: 3}}, lasts: [2]float64{c.unit, c.launch}, passed: c.passed}
		if next := b.next(6); !reflect.DeepEqual(next, multiwalk.Balance{Round: 6, Units: c.units, Launches: c.launches}) {
			t.Errorf("%+v: %+v", c, next)
		}
	}
}

// lapping makes a run of two cores and one machine. lap tells the run what each did in a round, and how long that took.
func lapping() (r *run, lap func(units [3]int, took [3]time.Duration)) {
	r = &run{both: &both{cores: 2}, slices: make([]Slice, 3), shared: newSignals(), res: new(multiwalk.Result)}
	return r, func(units [3]int, took [3]time.Duration) {
		for i := range r.slices {
			r.slices[i].took, r.slices[i].did, r.slices[i].steps = took[i], units[i], units[i]/10
		}
		r.measured()
	}
}

// What each walk did is noted, and how long units and launches take: the last round counts for more than half.
func TestBalancing_Measures(t *testing.T) {
	r, lap := lapping()
	r.both.now = multiwalk.Balance{Units: 10, Launches: 2}
	lap([3]int{100, 300, 2}, [3]time.Duration{20 * time.Millisecond, 20 * time.Millisecond, 18 * time.Millisecond})
	if b := r.both; math.Abs(b.lasts[cores]-1e-4) > 1e-9 || b.lasts[machines] != 0.009 || b.passed != 0.020 {
		t.Errorf("a unit takes 0.1 ms, a launch 9: %+v", b.balancing)
	}
	r.res.Rounds = 1
	r.both.now = multiwalk.Balance{Units: 10, Launches: 1}
	lap([3]int{0, 100, 1}, [3]time.Duration{0, 20 * time.Millisecond, 19 * time.Millisecond})
	if b := r.both; math.Abs(b.lasts[cores]-1.7e-4) > 1e-9 || math.Abs(b.lasts[machines]-0.016) > 1e-9 || b.passed != 0.040 {
		t.Errorf("then 0.2 ms, and 19: %+v", b.balancing)
	}
	want := []multiwalk.Balance{{Round: 0, Units: 10, Steps: []int{10, 30}, Launches: 2}, {Round: 1, Units: 10, Steps: []int{0, 10}, Launches: 1}}
	if !reflect.DeepEqual(r.both.list, want) || !reflect.DeepEqual(r.res.Balance, want) {
		t.Errorf("%+v is noted, want %+v", r.both.list, want)
	}
}

// A round that is broken off does not count, and is noted anew where the run is resumed.
func TestBalancing_BrokenOff(t *testing.T) {
	r, lap := lapping()
	r.both.now = multiwalk.Balance{Units: 10, Launches: 2}
	round := func() { lap([3]int{10, 10, 2}, [3]time.Duration{time.Millisecond, time.Millisecond, time.Millisecond}) }
	r.shared.abort.Store(true)
	if round(); r.both.list != nil {
		t.Errorf("%+v", r.both.list)
	}
	r.shared.abort.Store(false)
	round()
	if round(); len(r.both.list) != 1 {
		t.Errorf("two balances of one round: %+v", r.both.list)
	}
}

// A side all of whose walks have ended measures nothing.
func TestBalancing_EndedSide(t *testing.T) {
	r, lap := lapping()
	r.both.now = multiwalk.Balance{Units: 10, Launches: 2}
	lap([3]int{0, 0, 2}, [3]time.Duration{2: 20 * time.Millisecond})
	if b := r.both; b.lasts[cores] != 0 || b.passed != 0.020 || b.next(1).Units != 10 {
		t.Errorf("%+v", b.balancing)
	}
}

// A checkpoint keeps all that later rounds depend on, also balances without Steps; one of another number of walks on cores is refused.
func TestBoth_Save(t *testing.T) {
	was := both{cores: 2, balancing: balancing{list: []multiwalk.Balance{{Round: 0, Units: 10, Steps: nil, Launches: 1}, {Round: 2, Units: 30, Steps: []int{0, 40}, Launches: 5}}, lasts: [2]float64{1e-4, 9e-3}, passed: 0.5,
		made: []int64{7, 8, 9}}}
	writer := checkpoint.Writer(0)
	was.save(writer)
	for _, c := range []struct {
		cores int
		says  string
	}{{2, ""}, {1, "its balances are not of 1 walks on cores"}, {3, "not of 3 walks"}, {7, "steps of 5 walks on cores, and there are 7"}} {
		is := both{cores: c.cores}
		reader := checkpoint.Reader(writer.Bytes())
		is.save(reader)
		switch err := reader.Err(); {
		case c.says == "" && (err != nil || !reflect.DeepEqual(is, was)):
			t.Errorf("%+v was written, %+v is read, %v", was, is, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%q is not in %v: %+v", c.says, err, is.list)
		}
	}
}

// A walk on a core goes on until the last machine has finished, and does one step in any case. In a replay it does as many steps as it did;
// where no machine works any more it does those of a round.
func TestBalancing_Enough(t *testing.T) {
	r, _ := lapping()
	r.ended = make([]bool, 3)
	r.shared.machines.Store(1)
	for done := range 1000 {
		if r.enough(0)(done) {
			t.Fatalf("enough after %d steps, while a machine works", done)
		}
	}
	if r.shared.machines.Store(0); !r.enough(0)(1) {
		t.Error("not enough, though no machine works")
	}
	r.both.now.Steps = []int{3, 7}
	for walk, want := range r.both.now.Steps {
		if enough := r.enough(walk); enough(want-1) || !enough(want) {
			t.Errorf("walk %d did %d steps", walk, want)
		}
	}
	r.both.now.Steps, r.ended = nil, []bool{false, false, true}
	if enough := r.enough(0); enough(steps-1) || !enough(steps) {
		t.Errorf("a round without machines has not %d steps", steps)
	}
}
