// Package unraced is for tests that take long and whose goroutines, if they have several, do what those of other tests do too: the
// race detector finds nothing in them, and takes ten times as long: too long for those of emulated machines that must heed the clock.
package unraced

import "testing"

// Test skips the test under the race detector.
func Test(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("the race detector has nothing to find here")
	}
}
