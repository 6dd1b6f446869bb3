package multiwalk

import (
	"math"
	"testing"
	"time"
)

// known is what a run knows where units and launches have long taken so many seconds.
func known(unit, launch float64) balancing {
	return balancing{lasts: [2]float64{unit, launch}, ratio: forecast{level: math.Log(launch / unit), known: 9}}
}

// The balance lets both sides work for about a round of 20 ms, and is replaced only where it is off, in long runs seldom.
func TestBalancing_Next(t *testing.T) {
	for _, c := range []struct {
		unit, launch float64 // seconds
		done         int64
		last, want   Balance // the zero Balance: it stays
	}{
		{1e-6, 5e-3, 1, Balance{0, 1000, 1}, Balance{1, 20000, 4}},
		{1e-6, 30e-3, 1, Balance{0, 1000, 1}, Balance{1, 30000, 1}},
		{50e-3, 5e-3, 1, Balance{0, 1, 1}, Balance{1, 1, 10}},
		{1e-6, 5e-3, 200, Balance{100, 20100, 4}, Balance{}},
		{1.1e-6, 5e-3, 200, Balance{100, 20000, 4}, Balance{200, 18182, 4}},
		{1.1e-6, 5e-3, 6400, Balance{6299, 20000, 4}, Balance{6400, 18182, 4}},
		{1.1e-6, 5e-3, 6400, Balance{6301, 20000, 4}, Balance{}},
		{1.1e-6, 5e-3, 2, Balance{1, 20000, 4}, Balance{2, 18182, 4}},
	} {
		b := known(c.unit, c.launch)
		b.list = []Balance{c.last}
		next, ok := b.next(c.done)
		if ok != (c.want != Balance{}) || ok && next != c.want {
			t.Errorf("%+v: %+v, %v", c, next, ok)
		}
		if b.fixed = true; ok {
			if _, ok := b.next(c.done); ok {
				t.Errorf("%+v: balanced where nothing is measured", c)
			}
		}
		b = balancing{list: b.list}
		if next, ok := b.next(c.done); ok {
			t.Errorf("nobody knows how long units last, and %+v", next)
		}
	}
}

// Rounds grow with the time that has passed.
func TestBalancing_RoundsGrow(t *testing.T) {
	b := known(1e-6, 5e-3)
	b.list = []Balance{{0, 1000, 1}}
	for _, c := range []struct {
		passed   float64
		launches int
	}{{0.1, 4}, {2, 20}, {1000, 40}} {
		b.passed = c.passed
		if next, ok := b.next(1); !ok || next != (Balance{1, 5000 * c.launches, c.launches}) {
			t.Errorf("%v s of a run want %d launches a round: %v, %v", c.passed, c.launches, next, ok)
		}
	}
}

// lapping is a run of one core and one machine, of which lap says how long a batch took.
func lapping(first Balance) (r *run, lap func(units, launches int, core, machine time.Duration)) {
	r = &run{both: &both{cores: 1, balancing: balancing{list: []Balance{first}}}, slices: make([]Slice, 2)}
	return r, func(units, launches int, core, machine time.Duration) {
		r.slices[0].took, r.slices[0].did = core, units
		r.slices[1].took, r.slices[1].did = machine, launches
		r.measured()
	}
}

// Where units suddenly last far longer, or launches do, the next round is balanced at once by what they take now.
func TestBalancing_Jumps(t *testing.T) {
	for _, c := range []struct {
		core, machine time.Duration
		want          Balance
	}{
		{200 * time.Millisecond, 20 * time.Millisecond, Balance{6406, 100, 2}},
		{20 * time.Millisecond, 200 * time.Millisecond, Balance{6406, 5000, 1}},
	} {
		r, lap := lapping(Balance{6400, 1000, 2})
		for range 5 {
			lap(1000, 2, 20*time.Millisecond, 20*time.Millisecond)
		}
		if next, ok := r.both.next(6405); ok {
			t.Errorf("all are ready at the same time, and yet %v", next)
		}
		lap(1000, 2, 21*time.Millisecond, 20*time.Millisecond)
		if r.both.jumped {
			t.Error("a unit in twenty more is taken for a jump")
		}
		lap(1000, 2, c.core, c.machine)
		if next, ok := r.both.next(6406); !ok || next != c.want {
			t.Errorf("%v and %v a round: %v, %v follows, want %v", c.core, c.machine, next, ok, c.want)
		}
	}
}

// Batches become longer as the balance becomes known.
func TestBalancing_FirstBatches(t *testing.T) {
	r, _ := lapping(Balance{0, 1000, 2})
	r.walks, r.res = make([]Walk, 2), &Result{Workers: 2}
	for known, want := range []int{1, 1, 2, 3, 4, 4} {
		if r.both.ratio.known = known; r.batch() != want {
			t.Errorf("%d rounds after %d batches, want %d", r.batch(), known, want)
		}
	}
	r.both.fixed, r.both.ratio.known = true, 0
	if r.batch() != maxBatch {
		t.Errorf("%d rounds where nothing is measured", r.batch())
	}
}

// A side all of whose walks have ended measures nothing.
func TestBalancing_EndedSide(t *testing.T) {
	r, lap := lapping(Balance{0, 1000, 2})
	lap(0, 2, 0, 20*time.Millisecond)
	if next, ok := r.both.next(1); ok || r.both.passed != 0.020 {
		t.Errorf("%v after %v s", next, r.both.passed)
	}
}

// A forecast follows a drift without lag, what is noise changes it little, and a jump begins it anew.
func TestForecast(t *testing.T) {
	var f forecast
	if f.note(100); f.known != 1 || f.next() != 100 {
		t.Errorf("%+v", f)
	}
	if f.note(3); f.next() != 3 {
		t.Errorf("the first value is rough, and yet %+v", f)
	}
	if f.note(3) || !f.note(4) || f.next() != 4 {
		t.Errorf("from 3 to 4 is a jump, however wrong the first value was: %+v", f)
	}
	for k := range 60 {
		f.note(3 - 0.1*float64(k))
	}
	if want := 3 - 6.0; math.Abs(f.next()-want) > 0.01 {
		t.Errorf("next comes %v, and %v is expected", want, f.next())
	}
	for k := range 60 {
		f.note(5 + 0.1*float64(k%2))
	}
	if math.Abs(f.next()-5.05) > 0.05 {
		t.Errorf("around 5.05, and %v is expected", f.next())
	}
	if !f.note(8) || f.next() != 8 {
		t.Errorf("a jump to 8: %+v", f)
	}
}

// Walks whose units become three times shorter in a second, as searches do that cool, and a machine whose launches differ by a fifth,
// wait for each other for less than a tenth of that second.
func TestBalancing_WasteIsSmall(t *testing.T) {
	for _, launch := range []float64{2e-3, 5e-3, 20e-3} {
		r, lap := lapping(Balance{0, 64, 1})
		random := NewRand(1, 0)
		var passed float64
		var worked [2]float64
		for done := int64(0); passed < 1; {
			batch := int64(min(maxBatch, max(1, r.both.ratio.known)))
			now := r.both.list[len(r.both.list)-1]
			var took [2]float64
			for range batch * int64(now.Units) {
				took[cores] += 10e-6 + 30e-6/(1+8*(passed+took[cores]))
			}
			for range batch * int64(now.Launches) {
				took[machines] += launch * (0.8 + 0.4*random.Float64())
			}
			lap(now.Units*int(batch), now.Launches*int(batch), seconds(took[cores]), seconds(took[machines]))
			passed += max(took[cores], took[machines])
			worked[cores], worked[machines] = worked[cores]+took[cores], worked[machines]+took[machines]
			done += batch
			if next, ok := r.both.next(done); ok {
				r.both.list = append(r.both.list, next)
			}
		}
		if c, m := worked[cores]/passed, worked[machines]/passed; c < 0.9 || m < 0.9 {
			t.Errorf("launches of %v s: cores work for %.2f of the time, and the machine for %.2f: %v", launch, c, m, r.both.list)
		}
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
