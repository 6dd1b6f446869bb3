package walk

import (
	"math"
	"testing"
	"time"
)

// The clock of a resumed run does not overflow, however long the run has gone and may go on.
func TestClock_GoesOnWithoutOverflow(t *testing.T) {
	var c clock
	_, end := c.bound(t.Context(), time.Hour, math.MaxInt64)
	defer end()
	if c.limit < time.Hour {
		t.Errorf("its limit is %v", c.limit)
	}
}
