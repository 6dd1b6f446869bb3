package multiwalk

import (
	"math"
	"testing"
	"time"
)

// The balance lets both sides work for about a round of 20 ms, and is replaced only where it is off, and seldom.
func TestBalancing_Next(t *testing.T) {
	for _, c := range []struct {
		unit, launch float64 // seconds
		done         int64
		last, want   Balance // the zero Balance: it stays
	}{
		{1e-6, 5e-3, 1, Balance{0, 1000, 1}, Balance{1, 20000, 4}},
		{1e-6, 30e-3, 1, Balance{0, 1000, 1}, Balance{1, 30000, 1}},
		{50e-3, 5e-3, 1, Balance{0, 1, 1}, Balance{1, 1, 10}},
		{0, 5e-3, 1, Balance{0, 1000, 1}, Balance{}},
		{1e-6, 0, 1, Balance{0, 1000, 1}, Balance{}},
		{1e-6, 5e-3, 200, Balance{100, 20100, 4}, Balance{}},
		{1.1e-6, 5e-3, 200, Balance{100, 20000, 4}, Balance{200, 18182, 4}},
		{1.1e-6, 5e-3, 150, Balance{100, 20000, 4}, Balance{}},
		{1.1e-6, 5e-3, 2, Balance{1, 20000, 4}, Balance{}},
	} {
		b := balancing{list: []Balance{c.last}}
		b.rates[cores], b.rates[machines] = rate{1, c.unit, c.unit * c.unit}, rate{1, c.launch, c.launch * c.launch}
		if c.unit == 0 {
			b.rates[cores] = rate{}
		}
		if c.launch == 0 {
			b.rates[machines] = rate{}
		}
		next, ok := b.next(c.done)
		if ok != (c.want != Balance{}) || ok && next != c.want {
			t.Errorf("%+v: %+v, %v", c, next, ok)
		}
		if b.fixed = true; ok {
			if _, ok := b.next(c.done); ok {
				t.Errorf("%+v: balanced where nothing is measured", c)
			}
		}
	}
}

// Rounds grow with the time that has passed, and cores get less where their units last longer now and then.
func TestBalancing_RoundsGrow(t *testing.T) {
	b := balancing{list: []Balance{{0, 1000, 1}}, passed: 2, work: [2]float64{15.87, 84.13}} // one deviation of room
	for _, took := range []float64{4e-3, 6e-3} {
		b.rates[cores].lapped(5000, took)
		b.rates[machines].lapped(1, 5e-3)
	}
	if got := b.rates[cores].spread(); math.Abs(got-0.2) > 0.01 {
		t.Errorf("a fifth more and a fifth less is a spread of %v", got)
	}
	if next, ok := b.next(1); !ok || next.Launches != 20 || next.Units < 82000 || next.Units > 85000 {
		t.Errorf("2 s of a run want rounds of a tenth of a second, and a sixth of room: %v, %v", next, ok)
	}
	b.passed = 1000
	if next, _ := b.next(1); next.Launches != 40 {
		t.Errorf("no round is longer than 0.2 s: %v", next)
	}
}

// The more of the work machines do, the seldomer do they wait for cores.
func TestBalancing_Room(t *testing.T) {
	for _, c := range []struct{ cores, machines, want float64 }{{1, 1, 0}, {3, 1, 0}, {2.28, 97.72, 2}, {0, 1, 3.09}} {
		b := balancing{work: [2]float64{c.cores, c.machines}}
		if got := b.room(); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%v of the work on cores, %v on machines: %v deviations of room, want %v", c.cores, c.machines, got, c.want)
		}
	}
}

// Where cores come far too late, the next round is balanced by what their units take now.
func TestBalancing_Late(t *testing.T) {
	r := run{both: &both{cores: 1, balancing: balancing{list: []Balance{{100, 1000, 2}}}}, slices: make([]Slice, 2), counters: make([]Counters, 2)}
	lap := func(core time.Duration) {
		r.slices[0].took, r.slices[0].did = core, 1000
		r.slices[1].took, r.slices[1].did = 20*time.Millisecond, 2
		r.measured()
	}
	for range 5 {
		lap(20 * time.Millisecond)
	}
	if next, ok := r.both.next(105); ok {
		t.Errorf("all are ready at the same time, and yet %v", next)
	}
	lap(200 * time.Millisecond)
	if next, ok := r.both.next(106); !ok || next != (Balance{106, 100, 2}) {
		t.Errorf("cores took ten times longer, and %v, %v follows", next, ok)
	}
}

// A rate forgets: after a second of other work it is that of the new one.
func TestRate_Forgets(t *testing.T) {
	var r rate
	r.lapped(10, 1)
	for range 20 {
		r.lapped(100, 0.1)
	}
	if u := r.unit(); u < 0.0009 || u > 0.0021 {
		t.Errorf("a unit takes %v s, and a millisecond of late", u)
	}
}
