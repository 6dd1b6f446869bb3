package wholefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Draft is a file that grows, and can be read while it does. It stands at the path itself if there is no file yet or an
// empty one, and else beside the file that is there, as path.live, or path.live2 where a killed process has left a
// draft. So it takes nothing away from what is there, and a process that is killed leaves it behind.
type Draft struct {
	lock    *Lock
	f       *os.File
	name    string // where it stands
	stream  func() error
	written int64
}

// NewDraft makes the draft of the file. The lock must be held as long as there is one.
func (l *Lock) NewDraft() (*Draft, error) {
	if !l.Plain() {
		f, closeStream, err := openStream(l.path)
		return &Draft{lock: l, f: f, name: l.path, stream: closeStream}, err
	}
	for i := 0; ; i++ {
		name := l.target + draftEnding(i)
		mode := os.O_WRONLY | os.O_CREATE | os.O_EXCL
		if info, err := os.Stat(name); i == 0 && err == nil && info.Size() == 0 {
			mode = os.O_WRONLY
		}
		f, err := os.OpenFile(name, mode, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, failed("write", l.path, err)
		}
		return &Draft{lock: l, f: f, name: name}, nil
	}
}

// draftEnding is what the i-th place of a draft adds to the name of the file.
func draftEnding(i int) string {
	switch i {
	case 0:
		return ""
	case 1:
		return ".live"
	}
	return fmt.Sprint(".live", i)
}

// Name returns where the draft is.
func (d *Draft) Name() string { return d.name }

// Write appends p, all of it or nothing.
func (d *Draft) Write(p []byte) (int, error) {
	k, err := d.f.Write(p)
	if err != nil && d.stream == nil {
		if d.f.Truncate(d.written) == nil {
			_, _ = d.f.Seek(d.written, io.SeekStart)
		}
		return 0, failed("write", d.lock.path, err)
	}
	d.written += int64(k)
	return k, failed("write", d.lock.path, err)
}

// Commit makes the draft the file.
func (d *Draft) Commit() error {
	if d.stream != nil {
		return failed("close", d.lock.path, d.stream())
	}
	err := failed("sync", d.lock.path, disk.Sync(d.f))
	if closeErr := d.f.Close(); err == nil {
		err = failed("close", d.lock.path, closeErr)
	}
	switch {
	case err != nil:
		return err
	case d.name == d.lock.target: // which may be new
		disk.SyncFolder(filepath.Dir(d.name))
		return nil
	}
	return moveOver(d.name, d.lock.target, d.lock.path)
}

// Replace puts what write writes in the place of the file, and then removes the draft. If that fails, both stay.
func (d *Draft) Replace(write func(w io.Writer) error) error {
	if d.stream != nil {
		return errors.Join(fill(d.f, d.lock.path, write), d.Commit())
	}
	// Elsewhere than on Unix a file that is open cannot be replaced.
	err := failed("close", d.lock.path, d.f.Close())
	if err == nil {
		err = Write(d.lock.path, write)
	}
	if err == nil && d.name != d.lock.target {
		os.Remove(d.name)
	}
	return err
}

// Discard removes the draft.
func (d *Draft) Discard() error {
	err := d.Close()
	if d.stream == nil {
		err = errors.Join(err, os.Remove(d.name))
	}
	return err
}

// Close leaves the draft where it is.
func (d *Draft) Close() error {
	if d.stream != nil {
		return d.stream()
	}
	return d.f.Close()
}
