// Package fulldisk lets tests write to a disk that is full, without one: the operating system refuses what a process
// writes beyond a limit for the size of its files, just as it refuses what does not fit a disk.
package fulldisk

import (
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// child is set in the environment of a process that runs one test.
const child = "MULTIWALK_TEST_FULL_DISK"

// Elsewhere runs the test that calls it once more, in a process of its own, whose files the test may limit without
// concern for others and for the log of the test binary itself. It returns false in that process, where the test goes on,
// and true to the caller, who has nothing left to do.
func Elsewhere(t *testing.T) bool {
	t.Helper()
	if os.Getenv(child) != "" {
		return false
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+regexp.QuoteMeta(t.Name())+"$", "-test.v")
	cmd.Env = append(os.Environ(), child+"=1")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
	return true
}
