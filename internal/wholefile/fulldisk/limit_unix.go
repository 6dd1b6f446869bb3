//go:build unix

package fulldisk

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// After limits the files of this process to a number of bytes, until the test ends or lift is called. Files can still
// be created and removed, as on a full disk. Elsewhere must have returned false.
func After(t testing.TB, bytes uint64) (lift func()) {
	t.Helper()
	if os.Getenv(child) == "" {
		t.Fatal("After limits the whole process; begin the test with Elsewhere")
	}
	signal.Ignore(syscall.SIGXFSZ) // else the process is killed instead of told
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Skipf("no limit for files here: %v", err)
	}
	limit := was
	setCurrent(&limit, bytes)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Skipf("no limit for files here: %v", err)
	}
	lift = func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(lift)
	return lift
}
