package multiwalk

import (
	"math"
	"testing"
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
	b := balancing{list: []Balance{{0, 1000, 1}}, passed: 2}
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
