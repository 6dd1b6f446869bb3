//go:build unix

package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// What comes through a pipe comes once: the answer is evaluated by what was read, and nothing waits for more.
func TestSolve_InstanceFromAPipe(t *testing.T) {
	b := newBench(t)
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	fed := make(chan error, 1)
	go func() { fed <- os.WriteFile("pipe", []byte(ringText()), 0) }()
	b.want(0, append([]string{"solve", "pipe", "--out=a.tour", "--record=a.jsonl"}, quick...)...)
	if err := <-fed; err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.out.String(), "verified: ") || strings.Contains(b.err.String(), "note: ") {
		t.Errorf("says %s%s", b.out.String(), b.err.String())
	}
	b.want(0, "verify", "a.jsonl", "--instance", ring)
}
