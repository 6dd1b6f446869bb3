package walk

import (
	"testing"
	"time"
)

// One round during which the machine was busy elsewhere counts for 40 ms, so the run does not stop long before its limit because of it.
func TestClock_LapsAreCut(t *testing.T) {
	c := clock{start: time.Now().Add(-time.Second), limit: 1100 * time.Millisecond}
	for _, v := range []struct {
		began  time.Duration
		rounds int64
		lap    time.Duration // at least, and at most
		most   time.Duration
	}{{0, 1, 40 * time.Millisecond, 40 * time.Millisecond}, {0, 1000, time.Millisecond, 39 * time.Millisecond}} {
		if c.lapped(v.began, v.rounds); c.lap < v.lap || c.lap > v.most {
			t.Errorf("%d rounds since %v: a lap of %v", v.rounds, v.began, c.lap)
		}
	}
}
