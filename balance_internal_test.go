package multiwalk

import "testing"

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
		b.rates[cores], b.rates[machines] = rate{1, c.unit}, rate{1, c.launch}
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
