package must

import "testing"

// Ready returns a device, and skips the test where it cannot be used.
func Ready[D any](t testing.TB, d D) D {
	t.Helper()
	if a, ok := any(d).(interface{ Ready() error }); ok {
		if err := a.Ready(); err != nil {
			t.Skip(err)
		}
	}
	return d
}
