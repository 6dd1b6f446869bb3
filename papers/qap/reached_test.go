package qap

import (
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/must"
)

// impossible is an instance whose target lies below its optimum, and easy one that any assignment meets.
func impossible() Instance {
	in := ring(2, 3)
	in.Target = in.Best - 1
	return in
}

func easy() Instance {
	in := ring(2, 3)
	in.Target = 1 << 40
	return in
}

// A run has reached its target if and only if its answer is that cheap, whichever way it was run.
func TestReached_IsByTheCost(t *testing.T) {
	for _, c := range []struct {
		in      Instance
		reached bool
		mark    string
	}{{impossible(), false, exhibit.AtLeast}, {easy(), true, ""}} {
		l := newLab(t, Config{Instances: []Instance{c.in}, Setup: Setup{Jobs: 1, Accelerator: device.Emulator()}, Runs: 2, Singles: 2,
			Limit: 50 * time.Millisecond, Budget: time.Minute})
		for _, id := range []string{modelII, gaCores, "tabu-core"} {
			must.Do(t, l.run(t.Context(), c.in, id, 0))
			list := l.toTarget(c.in, id, 0)
			if len(list) != 2 || (len(list.Reached()) == len(list)) != c.reached || (len(list.Reached()) > 0) != c.reached {
				t.Errorf("%s to %d: %+v", id, c.in.Target, list)
			}
			if got := l.mean(id, 0)(c.in); !got.Has() || got.Mark != c.mark {
				t.Errorf("%s to %d: mean %+v, want the mark %q", id, c.in.Target, got, c.mark)
			}
		}
		list, err := l.batch(t.Context(), c.in, lone(c.in, 0), 2, time.Nanosecond)
		if err != nil || len(list) != 2 {
			t.Fatalf("%+v, %v", list, err)
		}
		for _, r := range list {
			if r.Reached != c.reached || r.Reached != (r.Cost <= c.in.Target) {
				t.Errorf("single block to %d: %+v", c.in.Target, r)
			}
		}
	}
}
