package explore

import (
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"testing"
)

// A walk that takes what is wanted goes round its list laps times in the whole budget, one that takes twice as much 4 times as
// often, and one that takes less ever more slowly.
func TestAgeing_FollowsWhatIsTaken(t *testing.T) {
	const part = 0.3
	want := 1e6 * metropolis.Exp2((&cooling.Sharing{}).Wanted(part))
	a := ageing{worse: 1e6}
	for _, c := range []struct{ taken, laps float64 }{{want, laps}, {2 * want, 4 * laps}, {want / 2, laps / 4}, {0, slowest}} {
		a.taken = c.taken
		if got := a.speed(part); got < 0.9*c.laps || got > 1.1*c.laps {
			t.Errorf("%v of a million worse proposals taken: %v laps, want %v", c.taken, got, c.laps)
		}
	}
}

// What a proposal is compared with is an entry of a lap ago, or less where the solution cost less since.
func TestAgeing_LooksBackALap(t *testing.T) {
	var a ageing
	a.age(0, 1000)
	if a.bound(1000) != 0 || a.bound(900) != 99 {
		t.Errorf("at first: up to %d at 1000, up to %d at 900", a.bound(1000), a.bound(900))
	}
	const units = 100_000
	cost := func(k int) int64 { return int64(10*units - 10*k) }
	a = ageing{}
	a.age(0, cost(0))
	for k := 1; k <= units/2; k++ {
		a.worse, a.taken = 1e9, 1e9*metropolis.Exp2((&cooling.Sharing{}).Wanted(max(cooling.Melting, float64(k)/units)))
		a.newly, a.newTook = 0, 0
		a.age(float64(k)/units, cost(k))
	}
	ago := float64(a.bound(cost(units/2))+1) / 10 // in units
	if ago < 0.8*units/laps || ago > 1.2*units/laps {
		t.Errorf("it looks back %v units of %d, want a part of 1/%d", ago, units, laps)
	}
	if a.age(0.1, 77); a.bound(70) != 6 {
		t.Errorf("progress began again, and it takes up to %d", a.bound(70))
	}
}
