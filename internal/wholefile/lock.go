package wholefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/multiwalk/multiwalk/internal/filename"
)

// Lock is the right to write a file, which one process at a time has. It is a lock of the operating system on a file
// beside it, so it ends with its process, however that ends: a lock file that a killed process has left behind does not
// stand in anybody's way. File systems that know no locks give every process the right.
//
// On Unix all hard links of a file are one to it, until one of them is written: then that is a file of its own.
type Lock struct {
	path   string   // as the user calls it
	target string   // where links lead
	f      *os.File // nil where there is nothing to lock
	shared *os.File // the file itself, where it has other names; else nil
}

// HeldError says that another process writes the file.
type HeldError struct {
	Path string
	By   string // such as "process 123 on alpha"
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("multiwalk: %s is being written by %s; wait for its end, or name another file",
		filename.Shown(e.Path), filename.Shown(e.By))
}

// lockMark begins every lock file. A file of that name without it is somebody else's.
const lockMark = "multiwalk lock: "

// lockEnding is added to the name of the file that is locked.
const lockEnding = ".lock"

// errHeld is what lockFile returns when another process has the lock, and errNoLocks when nobody can have one.
var (
	errHeld    = errors.New("locked")
	errNoLocks = errors.New("no locks")
)

// NewLock gives this process the right to write the file at path until Release. The error is a *HeldError if another has it.
// What is no plain file takes any number of writers.
func NewLock(path string) (*Lock, error) {
	l := &Lock{path: path}
	if !plain(path) {
		return l, nil
	}
	var err error
	if l.target, err = resolve(path); err != nil {
		return nil, failed("lock", path, err)
	}
	for {
		again, err := l.try()
		if err != nil {
			return nil, err
		}
		if again {
			continue
		}
		if l.shared, err = lockLinked(l.target); errors.Is(err, errHeld) {
			l.Release()
			return nil, &HeldError{path, "another process, which knows it by another name"}
		}
		return l, nil
	}
}

// Plain says whether the file is a plain one, or will be, rather than a pipe or a device.
func (l *Lock) Plain() bool { return l.target != "" }

// try takes the lock. It is to be tried again if its last holder has removed the lock file between our opening it and
// our locking it, for then the next process would lock another file.
func (l *Lock) try() (again bool, err error) {
	name := l.target + lockEnding
	foreign := fmt.Errorf("multiwalk: %s is no lock of this program's, but has the name of one; move it away, or name another file",
		filename.Shown(name))
	if there, err := os.Lstat(name); err == nil && !there.Mode().IsRegular() { // a link, say, to a file that is to be kept, or a pipe
		return false, foreign
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|noFollow, 0o666)
	if err != nil {
		return false, failed("lock", l.path, err)
	}
	if there, err := f.Stat(); err != nil || !there.Mode().IsRegular() { // it has come since
		f.Close()
		return false, foreign
	}
	text, err := io.ReadAll(io.LimitReader(f, 1<<10))
	if err == nil && len(text) > 0 && !strings.HasPrefix(string(text), lockMark) {
		f.Close()
		return false, foreign
	}
	switch err := lockFile(f); {
	case errors.Is(err, errNoLocks):
		f.Close()
		os.Remove(name)
		return false, nil
	case errors.Is(err, errHeld):
		f.Close()
		return false, &HeldError{l.path, holder(string(text))}
	case err != nil:
		f.Close()
		return false, failed("lock", l.path, err)
	}
	mine, err := f.Stat()
	if there, statErr := os.Lstat(name); err != nil || statErr != nil || !os.SameFile(mine, there) {
		f.Close()
		return true, nil
	}
	l.f = f
	if err := l.sign(); err != nil {
		l.Release()
		return false, failed("lock", l.path, err)
	}
	return false, nil
}

// sign writes into the lock file who holds it.
func (l *Lock) sign() error {
	if err := l.f.Truncate(0); err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "this machine"
	}
	_, err = l.f.WriteAt(fmt.Appendf(nil, "%sprocess %d on %s\n", lockMark, os.Getpid(), host), 0)
	return err
}

// holder reads who holds a lock. One that has just been taken is not signed yet.
func holder(text string) string {
	by, _, whole := strings.Cut(strings.TrimPrefix(text, lockMark), "\n")
	if !whole {
		return "another process"
	}
	return by
}

// Release ends the right to write.
func (l *Lock) Release() {
	if l.shared != nil {
		l.shared.Close()
		l.shared = nil
	}
	if l.f == nil {
		return
	}
	if removeWhileOpen {
		os.Remove(l.f.Name())
		l.f.Close()
	} else {
		l.f.Close()
		os.Remove(l.target + lockEnding)
	}
	l.f = nil
}
