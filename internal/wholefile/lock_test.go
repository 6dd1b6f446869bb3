package wholefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/wholefile/fulldisk"
)

// TestMain is a process that holds a lock until it is killed, where a test has started this binary as one.
func TestMain(m *testing.M) {
	if path := os.Getenv("WHOLEFILE_TEST_HOLD"); path != "" {
		if _, err := NewLock(path); err != nil {
			panic(err)
		}
		fmt.Println("held")
		_, _ = io.Copy(io.Discard, os.Stdin)
	}
	os.Exit(m.Run())
}

func lock(t *testing.T, path string) *Lock {
	t.Helper()
	l := must.Have(NewLock(path))(t)
	t.Cleanup(l.Release)
	return l
}

// A lock names its holder, and ends with it, however it ends.
func TestLock_OfAProcessThatIsKilled(t *testing.T) {
	t.Chdir(t.TempDir())
	holder := exec.Command(os.Args[0])
	holder.Env = append(os.Environ(), "WHOLEFILE_TEST_HOLD=a")
	hold, err := holder.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	says := must.Have(holder.StdoutPipe())(t)
	must.Do(t, holder.Start())
	defer func() { _ = holder.Process.Kill() }()
	if line, err := bufio.NewReader(says).ReadString('\n'); line != "held\n" {
		t.Fatalf("says %q, %v", line, err)
	}
	_, err = NewLock("a")
	if by := (*HeldError)(nil); !errors.As(err, &by) || by.Path != "a" ||
		!strings.HasPrefix(by.By, fmt.Sprintf("process %d on ", holder.Process.Pid)) {
		t.Errorf("error %v, want one that names process %d", err, holder.Process.Pid)
	}
	lock(t, "b")
	must.Do(t, holder.Process.Kill())
	_ = holder.Wait()
	if _, err := os.Stat("a.lock"); err != nil {
		t.Fatalf("the killed process left no lock file, so nothing is tested: %v", err)
	}
	lock(t, "a").Release()
	if _, err := os.Stat("a.lock"); err == nil {
		t.Error("a lock file is left behind")
	}
}

// Of many that want a lock at the same time one at a time has it, also while lock files come and go.
func TestLock_OneAtATime(t *testing.T) {
	t.Chdir(t.TempDir())
	var inside sync.Mutex
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for had := 0; had < 200; {
				l, err := NewLock("a")
				if held := (*HeldError)(nil); errors.As(err, &held) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if !inside.TryLock() {
					t.Error("two hold the lock")
					return
				}
				had++
				inside.Unlock()
				l.Release()
			}
		})
	}
	group.Wait()
	wantFiles(t, nil)
}

func TestLock_LeavesAForeignFileAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "a.lock", "mine")
	must.Fail(t, "a.lock is no lock of this program's")(NewLock("a"))
	wantFiles(t, map[string]string{"a.lock": "mine"})
	lock(t, os.DevNull)
	lock(t, os.DevNull)
}

func draft(t *testing.T, l *Lock, want string) *Draft {
	t.Helper()
	d := must.Have(l.NewDraft())(t)
	t.Cleanup(func() { d.Close() })
	if d.Name() != want {
		t.Fatalf("the draft is %s, want %s", d.Name(), want)
	}
	return d
}

// A draft takes nothing away from what is there, nor from drafts that were left behind.
func TestDraft_StandsBesideWhatIsThere(t *testing.T) {
	t.Chdir(t.TempDir())
	l := lock(t, "a")
	put(t, "a", "")
	first := draft(t, l, "a")
	must.Have(first.Write([]byte("first\n")))(t)
	first.Close() // as if it had been killed
	draft(t, l, "a.live").Close()
	third := draft(t, l, "a.live2")
	must.Have(third.Write([]byte("third\n")))(t)
	l.Release()
	wantFiles(t, map[string]string{"a": "first\n", "a.live": "", "a.live2": "third\n"})
	must.Do(t, third.Replace(text("whole")))
	wantFiles(t, map[string]string{"a": "whole", "a.live": ""})
	fourth := draft(t, l, "a.live2")
	must.Have(fourth.Write([]byte("fourth")))(t)
	must.Do(t, fourth.Commit())
	wantFiles(t, map[string]string{"a": "fourth", "a.live": ""})
	must.Do(t, draft(t, lock(t, "new"), "new").Replace(text("n")))
	must.Do(t, draft(t, lock(t, os.DevNull), os.DevNull).Replace(text("n")))
}

// On a full disk a draft keeps all that was written before, and neither it nor the file is lost when it cannot be replaced.
func TestDraft_FullDisk(t *testing.T) {
	if fulldisk.Elsewhere(t) {
		return
	}
	t.Chdir(t.TempDir())
	put(t, "a", "good")
	l := lock(t, "a")
	d := draft(t, l, "a.live")
	must.Have(d.Write([]byte("snapshot\n")))(t)
	lift := fulldisk.After(t, 12)
	if k, err := d.Write([]byte("longer than fits\n")); err == nil || k != 0 {
		t.Errorf("wrote %d bytes, %v", k, err)
	}
	if err := d.Replace(text("longer than fits\n")); err == nil {
		t.Error("a full disk takes all")
	}
	lift()
	l.Release()
	wantFiles(t, map[string]string{"a": "good", "a.live": "snapshot\n"})
}
