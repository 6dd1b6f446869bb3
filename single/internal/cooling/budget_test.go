package cooling

import (
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"math"
	"slices"
	"testing"
)

// A walk whose progress begins anew, in a pilot or behind it, makes another pilot, and cools over the rest of the new span.
func TestDescent_BeginsAnew(t *testing.T) {
	for _, stop := range []float64{0.02, 0.6} {
		d := Descent{}
		d.Pilot(64, 1)
		d.Begun = 0.001
		play := func(from, to float64) (first, last float64) {
			first = math.Inf(1)
			for part := from; part < to; part += 0.001 {
				level, piloting := d.Level(part)
				if piloting >= len(d.Profiled.Levels) {
					t.Fatalf("temperature %d of %d", piloting, len(d.Profiled.Levels))
				}
				if piloting >= 0 {
					d.Profiled.Note(piloting, 1000, int64(1000*math.Exp2(float64(-2*piloting)/octave)))
					continue
				}
				if math.IsInf(first, 1) {
					first = level
				}
				last = level
			}
			return first, last
		}
		play(0.002, stop)
		first, last := play(0, 1)
		if !d.Known || last >= first-2 {
			t.Errorf("after %v of a span, another one goes from level %v to %v", stop, first, last)
		}
		if d.Over < pilotShare || d.Over > 2*mostPilot {
			t.Errorf("after %v of a span, cooling begins at %v of the next", stop, d.Over)
		}
	}
}

// A profile of the shares exp(-d/T) of one delta leads back to the temperatures.
func TestProfile_FindsTheTemperatureOfAShare(t *testing.T) {
	const delta, each = 700.0, 100_000
	p := newProfile(8*delta, delta/32)
	for k, level := range p.Levels {
		p.Note(k, each, int64(each*math.Exp(-delta/metropolis.Exp2(level))))
	}
	p.Complete()
	for _, share := range []float64{0.5, 0.1, 0.01, 0.001} {
		got, want := metropolis.Exp2(p.level(math.Log2(share))), delta/-math.Log(share)
		if got < 0.7*want || got > 1.4*want {
			t.Errorf("share %v is taken at %v, want %v", share, got, want)
		}
	}
	if !slices.IsSortedFunc(p.shares, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) {
		t.Errorf("shares rise: %v", p.shares)
	}
}

// A pilot that ended too hot still leads to the temperature of a share that it has not seen.
func TestProfile_GoesOnBelowItsEnd(t *testing.T) {
	const delta, each = 700.0, 100_000
	p := newProfile(8*delta, delta/4)
	for k, level := range p.Levels {
		p.Note(k, each, int64(each*math.Exp(-delta/metropolis.Exp2(level))))
	}
	p.Complete()
	got, want := metropolis.Exp2(p.level(math.Log2(1e-5))), delta/-math.Log(1e-5)
	if got < 0.7*want || got > 1.4*want {
		t.Errorf("share 1e-5 is taken at %v, want %v", got, want)
	}
}

// Between temperatures at which nothing changes no time is spent: deltas are 1 or a million.
func TestProfile_LeapsOverGaps(t *testing.T) {
	const each = 100_000
	p := newProfile(4e6, 1.0/16)
	for k, level := range p.Levels {
		temperature := metropolis.Exp2(level)
		p.Note(k, each, int64(each/2*math.Exp(-1e6/temperature)+each/50*math.Exp(-1/temperature)))
	}
	p.Complete()
	const steps = 1000
	between := 0
	for k := range steps {
		if temperature := metropolis.Exp2(p.level(tempering.Between(firstShare, lastShare, float64(k)/steps))); temperature > 30 && temperature < 1e5 {
			between++
		}
	}
	if between > steps/5 {
		t.Errorf("%d of %d steps lie where neither delta matters", between, steps)
	}
}

// A pilot that rises is hotter at its beginning than the last one, and ends where that began.
func TestDescent_RisesFromWhereItWas(t *testing.T) {
	d := NewDescent(0, 0)
	d.Pilot(8, 2)
	d.Rise()
	if first, last := d.Profiled.Levels[0], d.Profiled.Levels[len(d.Profiled.Levels)-1]; first <= 3 || last != 3 {
		t.Errorf("after levels from 3 on come those from %v to %v", first, last)
	}
}
