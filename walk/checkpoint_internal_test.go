package walk

import (
	"github.com/multiwalk/multiwalk"
	"testing"
	"time"
)

// By default states that take long are written so seldom that they cost less than a hundredth of the run; what the user asks for is done.
func TestKeeper_Every(t *testing.T) {
	for _, c := range []struct{ given, took, want time.Duration }{
		{0, time.Millisecond, 30 * time.Second}, {0, time.Second, 200 * time.Second}, {time.Second, time.Minute, time.Second},
	} {
		k := newKeeper(multiwalk.Checkpoint{File: "a", Every: c.given})
		if k.took = c.took; k.every() != c.want {
			t.Errorf("every %v asked for, states that take %v: every %v, want %v", c.given, c.took, k.every(), c.want)
		}
	}
}
