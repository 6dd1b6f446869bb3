package walk

import (
	"strings"
	"testing"
)

// A panic of this module's own code has the stack, for whoever mends it.
func TestGuard_HasTheStackOfItsOwnPanics(t *testing.T) {
	if err := guard(func() { panic("it broke") }); err == nil || !strings.Contains(err.Error(), "it broke\ngoroutine ") {
		t.Errorf("%v", err)
	}
}
