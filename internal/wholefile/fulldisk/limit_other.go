//go:build !unix

package fulldisk

import "testing"

// After skips the test, because there is no such limit here.
func After(t testing.TB, _ uint64) (lift func()) {
	t.Skip("the system has no limit for the size of a process' files")
	return nil
}
