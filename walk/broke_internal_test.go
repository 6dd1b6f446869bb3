package walk

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// A panic of this module's own code has the stack, for whoever mends it.
func TestGuard_HasTheStackOfItsOwnPanics(t *testing.T) {
	must.Fail(t, "it broke\ngoroutine ")(guard(func() { panic("it broke") }))
}
