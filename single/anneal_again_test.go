package single

import (
	"math"
	"testing"
)

// A walk whose progress begins anew, in a pilot or behind it, makes another pilot, and cools over the rest of the new span.
func TestDescent_BeginsAnew(t *testing.T) {
	for _, stop := range []float64{0.02, 0.6} {
		d := descent{}
		d.pilot(64, 1)
		d.begun = 0.001
		play := func(from, to float64) (first, last float64) {
			first = math.Inf(1)
			for part := from; part < to; part += 0.001 {
				level, piloting := d.level(part)
				if piloting >= len(d.profile.levels) {
					t.Fatalf("temperature %d of %d", piloting, len(d.profile.levels))
				}
				if piloting >= 0 {
					d.profile.note(piloting, 1000, int64(1000*math.Exp2(float64(-2*piloting)/octave)))
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
		if !d.known || last >= first-2 {
			t.Errorf("after %v of a span, another one goes from level %v to %v", stop, first, last)
		}
		if d.over < pilotShare || d.over > 2*mostPilot {
			t.Errorf("after %v of a span, cooling begins at %v of the next", stop, d.over)
		}
	}
}
