package wholefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
)

// Write puts what write writes in the place of the file at path. If any of it fails, the file stays as it was. The new
// file has the old one's permissions, and its owner as far as the process may give it. A symbolic link stays one: the
// file that it points to is replaced.
func Write(path string, write func(w io.Writer) error) error {
	if !plain(path) {
		return writeStream(path, write)
	}
	target, err := resolve(path)
	if err != nil {
		return failed("write", path, err)
	}
	f, err := createBeside(target)
	if err != nil {
		return failed("write", path, err)
	}
	if err = fill(f, path, write); err == nil {
		err = failed("sync", path, disk.Sync(f))
	}
	if closeErr := f.Close(); err == nil {
		err = failed("close", path, closeErr)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	return moveOver(f.Name(), target, path)
}

// moveOver gives the whole file at name the name target; path is what the user calls it. Where that cannot be, such as
// in a container that has target mounted by itself, the content is not lost.
func moveOver(name, target, path string) error {
	if err := disk.Rename(name, target); err != nil {
		return fmt.Errorf("%w; all of it is in %q", failed("replace", path, err), name)
	}
	disk.SyncFolder(filepath.Dir(target))
	return nil
}

// fill writes the content through a buffer.
func fill(f io.Writer, path string, write func(w io.Writer) error) error {
	w := bufio.NewWriterSize(named{f, path}, 1<<16)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// named is a writer whose errors name the file that the user knows instead of the one beside it.
type named struct {
	w    io.Writer
	path string
}

func (n named) Write(p []byte) (int, error) {
	k, err := n.w.Write(p)
	return k, failed("write", n.path, err)
}

// Check finds out whether Write can write a file of the given size at path: it writes a file of that size beside it. It
// leaves everything as it was.
func Check(path string, size int64) error {
	if !plain(path) {
		return nil
	}
	target, err := resolve(path)
	if err != nil {
		return failed("write", path, err)
	}
	// Replacing a file needs no right to write it, but who took that right away wants it kept.
	if old, err := os.OpenFile(target, os.O_WRONLY, 0); err == nil {
		old.Close()
	} else if !errors.Is(err, fs.ErrNotExist) {
		return failed("write", path, err)
	}
	f, err := createBeside(target)
	if err != nil {
		return failed("write", path, err)
	}
	defer os.Remove(f.Name())
	_, err = io.CopyN(f, zeros{}, size)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return failed("write", path, err)
}

// zeros reads as zeros without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// createBeside creates a new file in the folder of target, with the permissions that target has or would get.
func createBeside(target string) (*os.File, error) {
	folder, _ := filepath.Split(target)
	for {
		name := fmt.Sprintf("%s.multiwalk-%016x.new", folder, rand.Uint64())
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			if old, statErr := os.Stat(target); statErr == nil {
				keepOwner(f, old)
				_ = f.Chmod(old.Mode().Perm()) // file systems without permissions refuse
			}
		}
		return f, err
	}
}

// plain says whether there is a plain file at path, or nothing yet, so that there will be one. The process' own output
// is none, even when it goes to a file: a new file in its place would part it from what is printed later.
func plain(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return true
	}
	return info.Mode().IsRegular() && ownStream(info) == nil
}

// Filled says whether there is a regular file at path with something in it, which whoever begins to write there would replace.
func Filled(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Size() > 0
}

// ownStream returns the stream of this process that goes to the file, or nil.
func ownStream(info fs.FileInfo) *os.File {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if own, err := f.Stat(); err == nil && os.SameFile(own, info) {
			return f
		}
	}
	return nil
}

func writeStream(path string, write func(w io.Writer) error) error {
	f, closeStream, err := openStream(path)
	if err != nil {
		return err
	}
	return errors.Join(fill(f, path, write), failed("close", path, closeStream()))
}

// openStream opens what is no plain file.
func openStream(path string) (f *os.File, closeStream func() error, err error) {
	if info, err := os.Stat(path); err == nil {
		if own := ownStream(info); own != nil {
			return own, func() error { return nil }, nil
		}
	}
	f, err = os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, nil, failed("write", path, err)
	}
	return f, f.Close, nil
}

// maxLinks is how many symbolic links are followed; Linux follows as many.
const maxLinks = 40

// resolve follows symbolic links to the file that they stand for, which need not be there yet.
func resolve(path string) (string, error) {
	for range maxLinks {
		to, err := os.Readlink(path)
		if err != nil { // it is no link
			return path, nil
		}
		if !filepath.IsAbs(to) {
			folder, _ := filepath.Split(path)
			to = folder + to // not cleaned: after a link to a folder, .. is that folder's parent
		}
		path = to
	}
	return "", syscall.ELOOP
}

// failed is the error of an operation on the file that the user calls path, whatever name the system knows.
func failed(op, path string, err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &at):
		err = at.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &fs.PathError{Op: op, Path: path, Err: err}
}
