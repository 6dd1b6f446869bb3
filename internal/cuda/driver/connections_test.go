//go:build linux && (amd64 || arm64) && !nocuda

package driver

import (
	"os"
	"testing"

	"github.com/ebitengine/purego"
)

// What Go sets must be seen by the C library, where the driver reads it, and what the user has set must stay.
func TestFewConnections_ReachTheLibrary(t *testing.T) {
	var getenv func(name string) string
	libc, err := purego.Dlopen("libc.so.6", purego.RTLD_NOW)
	if err != nil {
		t.Skip("no C library to ask:", err)
	}
	purego.RegisterLibFunc(&getenv, libc, "getenv")
	t.Setenv(connections, "") // restored after the test
	os.Unsetenv(connections)
	if fewConnections(); getenv(connections) != "1" {
		t.Errorf("the C library sees %q, want 1", getenv(connections))
	}
	os.Setenv(connections, "5")
	if fewConnections(); getenv(connections) != "5" {
		t.Errorf("the C library sees %q, want the user's 5", getenv(connections))
	}
}
