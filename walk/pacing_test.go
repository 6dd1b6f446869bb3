package walk

import (
	"github.com/multiwalk/multiwalk"
	"math"
	"testing"
	"time"
)

// A run whose rounds get slower, or faster, or are held up now and then, comes to its end when its time does, and its list of
// paces stays short.
func TestPacing_FollowsTheSpeed(t *testing.T) {
	const limit = 10 * time.Second
	for what, lap := range map[string]func(round int64, clock time.Duration) time.Duration{
		"even":   func(int64, time.Duration) time.Duration { return 20 * time.Millisecond },
		"quick":  func(int64, time.Duration) time.Duration { return time.Millisecond },
		"slow":   func(int64, time.Duration) time.Duration { return 150 * time.Millisecond },
		"slower": func(_ int64, clock time.Duration) time.Duration { return 5*time.Millisecond + clock/200 },
		"faster": func(_ int64, clock time.Duration) time.Duration { return 55*time.Millisecond - clock/200 },
		"held up": func(round int64, _ time.Duration) time.Duration {
			return time.Duration(10+200*(round%97/96)) * time.Millisecond
		},
	} {
		r := newRun(nil, nil, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(limit)}})
		r.clock.limit, r.walks, r.counters, r.ended = limit, make([]Walk, 1), make([]multiwalk.Counters, 1), make([]bool, 1)
		var gone time.Duration
		before, worst := 0.0, 0.0
		for ; gone < limit; r.res.Rounds++ {
			r.clock.start, r.clock.stopped = time.Time{}, time.Time{}.Add(gone) // it shows what is gone
			if r.clock.stopped.IsZero() {
				r.clock.start, r.clock.stopped = time.Time{}.Add(1), time.Time{}.Add(1)
			}
			r.pace()
			part := r.pacing.stretches[0].progress(float64(r.res.Rounds), 0)
			if part < before {
				t.Fatalf("%s: progress %v after %v in round %d", what, part, before, r.res.Rounds)
			}
			before, worst = part, max(worst, math.Abs(part-gone.Seconds()/limit.Seconds()))
			took := lap(r.res.Rounds, gone)
			r.pacing.lapped(1, took.Seconds(), paceSpan*limit.Seconds())
			gone += took
		}
		t.Logf("%s: %d rounds, %d paces, progress %.3f in the last, off by %.3f at most", what, r.res.Rounds, len(r.pacing.list), before, worst)
		if before < 0.97 || worst > 0.1 || len(r.pacing.list) > 80 {
			t.Errorf("%s: progress %v in the last round, off by %v at most, %d paces", what, before, worst, len(r.pacing.list))
		}
	}
}
