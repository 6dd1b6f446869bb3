package driver_test

import (
	"debug/elf"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// The command is static as CONTRIBUTING.md says: with the tag nocuda and without cgo it asks the system for nothing. A program that
// uses devices stands for it here, since all that either links is Go.
func TestStatic(t *testing.T) {
	if testing.Short() {
		t.Skip("linking takes seconds")
	}
	file := filepath.Join(t.TempDir(), "multiwalk")
	cmd := exec.Command("go", "build", "-tags", "nocuda", "-o", file, "./docs/tutorial/10-devices")
	cmd.Dir = "../../.."
	cmd.Env = append(cmd.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if interpreter, libraries := needs(t, file); interpreter != "" || len(libraries) > 0 {
		t.Errorf("it asks for the interpreter %q and the libraries %v", interpreter, libraries)
	}
}

// needs is what a program asks the system for before it starts.
func needs(t *testing.T, file string) (interpreter string, libraries []string) {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			text := make([]byte, p.Filesz)
			must.Have(p.ReadAt(text, 0))(t)
			interpreter = strings.TrimRight(string(text), "\x00")
		}
	}
	if libraries, err = f.ImportedLibraries(); err != nil {
		t.Fatal(err)
	}
	return interpreter, libraries
}

// Without the tag the library is linked to no C library but for package device, and with it not there either, cgo or not, nor the command.
func TestStatic_Library(t *testing.T) {
	for args, cgo := range map[string]string{". ./auto ./single ./population ./cooperate ./record ./problem/...": "1", "-tags nocuda ./device": "1",
		"-tags nocuda ./cmd/multiwalk": "0"} {
		cmd := exec.Command("go", append([]string{"list", "-deps"}, strings.Fields(args)...)...)
		cmd.Dir = "../../.."
		cmd.Env = append(cmd.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED="+cgo)
		out, err := cmd.Output()
		if err != nil {
			t.Skip(err)
		}
		for _, p := range strings.Fields(string(out)) {
			if p == "runtime/cgo" || p == "github.com/ebitengine/purego" {
				t.Errorf("go list -deps %s names %s", args, p)
			}
		}
	}
}
