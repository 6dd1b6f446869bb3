//go:build unix

package main

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// Two equal solutions are compared in a second reading, which a pipe does not have.
func TestNQueensCheck_FromAPipe(t *testing.T) {
	b := newBench(t)
	for text, want := range map[string]string{"2 4 1 3\n3 1 4 2\n": "", "2 4 1 3\n2 4 1 3\n": "check a copy of it"} {
		if err := syscall.Mkfifo("pipe", 0o600); err != nil {
			t.Skipf("no pipes here: %v", err)
		}
		fed := make(chan error, 1)
		go func() { fed <- os.WriteFile("pipe", []byte(text), 0) }()
		code := b.run("check", "pipe")
		must.Do(t, <-fed)
		if (code == 0) != (want == "") || !strings.Contains(b.err.String(), want) {
			t.Errorf("%q: exit %d, says %s%s", text, code, b.out.String(), b.err.String())
		}
		must.Do(t, os.Remove("pipe"))
	}
}
