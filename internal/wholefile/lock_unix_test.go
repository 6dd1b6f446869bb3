//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package wholefile

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// A lock is made and taken in no file that a link leads to, and nothing waits for a pipe of its name.
func TestLock_FollowsNoLink(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, make := range map[string]func() error{
		"a link to nothing":       func() error { return os.Symlink("victim", "a.lock") },
		"a link to an empty file": func() error { return errors.Join(os.WriteFile("empty", nil, 0o600), os.Symlink("empty", "a.lock")) },
		"a pipe":                  func() error { return syscall.Mkfifo("a.lock", 0o600) },
		"a folder":                func() error { return os.Mkdir("a.lock", 0o700) },
	} {
		if err := make(); err != nil {
			t.Skipf("%s: %v", name, err)
		}
		if _, err := NewLock("a"); err == nil || !strings.Contains(err.Error(), "a.lock is no lock of this program's") {
			t.Errorf("%s: %v", name, err)
		}
		if err := os.Remove("a.lock"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat("victim"); err == nil {
		t.Error("the file that the link leads to was made")
	}
	if text, _ := os.ReadFile("empty"); len(text) > 0 {
		t.Errorf("what the link leads to holds %q", text)
	}
}

// All names of a file are one, until one of them is written.
func TestLock_HardLinks(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.WriteFile("a", []byte("1"), 0o600), os.Link("a", "b")); err != nil {
		t.Skip(err)
	}
	l := lock(t, "a")
	held := (*HeldError)(nil)
	if _, err := NewLock("b"); !errors.As(err, &held) || held.Path != "b" {
		t.Errorf("the other name: %v", err)
	}
	must.Do(t, os.Rename(func() string { _ = os.WriteFile("new", []byte("2"), 0o600); return "new" }(), "a"))
	if _, err := NewLock("b"); !errors.As(err, &held) {
		t.Errorf("while the lock lasts: %v", err)
	}
	l.Release()
	lock(t, "b").Release()
	lock(t, "a").Release()
}
