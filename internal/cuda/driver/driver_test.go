package driver_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestDependencies: only what asks for GPUs is linked against a C library, and with the tag nocuda nothing is.
func TestDependencies(t *testing.T) {
	const purego = "github.com/ebitengine/purego"
	for _, c := range []struct {
		args string
		with bool
	}{
		{". ./auto ./single ./cooperate ./conformance ./record ./neighbourhood ./problem/... ./kernel/...", false},
		{"./device", true},
		{"./cmd/multiwalk", true},
		{"-tags nocuda ./device", false},
	} {
		cmd := exec.Command("go", append([]string{"list", "-deps"}, strings.Fields(c.args)...)...)
		cmd.Dir = "../../.."
		cmd.Env = append(cmd.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Skip(err)
		}
		list := strings.Fields(string(out))
		has := false
		for _, p := range list {
			has = has || p == purego
		}
		if has != c.with || len(list) < 10 {
			t.Errorf("go list -deps %s: with purego %v, want %v", c.args, has, c.with)
		}
	}
}
